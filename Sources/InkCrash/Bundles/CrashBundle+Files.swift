package import InkModel
internal import InkReport
internal import InkTap
internal import InkTrace

extension CrashBundle {
  /// Writes the whole bundle into a directory that exists and is empty.
  package func write(
    _ repeated: StateRepeat, profile: CrashProfile, session: Session, to directory: String
  ) throws(BundleError) {
    do throws(StoreImageError) {
      try Platform.makeDirectory(CrashFiles.base(directory))
      try repeated.base.write(to: CrashFiles.base(directory))
      try Platform.write(Recording.withoutRoom(repeated.log), to: CrashFiles.log(directory))
      let state = directory + "/" + Self.stateName
      try Platform.makeDirectory(state)
      try repeated.image.write(to: state)
      try Platform.write(profile.json(), to: directory + "/" + Self.profileName)
      try Platform.write(Array(readme.utf8), to: directory + "/" + Self.readmeName)
      try Platform.write(Array(Self.fixture.utf8), to: directory + "/" + Self.fixtureName)
    } catch {
      throw BundleError(error.description, isDiskFull: error.isDiskFull)
    }
    do throws(TraceError) {
      try SessionFile.write(session, to: directory + "/" + Self.sessionName)
    } catch {
      throw BundleError(error.description, isDiskFull: error.kind == .diskFailure)
    }
    // Last: a bundle without it is none.
    let json = try json()
    do throws(StoreImageError) { try Platform.write(json, to: directory + "/" + Self.jsonName) } catch {
      throw BundleError(error.description, isDiskFull: error.isDiskFull)
    }
  }

  /// Reads what a bundle says of itself.
  package static func read(_ directory: String) throws(BundleError) -> CrashBundle {
    let path = directory + "/" + jsonName
    let json: [UInt8]
    do throws(StoreImageError) { json = try Platform.bytes(of: path, atMost: jsonBytesMax) } catch {
      throw BundleError("'\(directory)' is no crash bundle: \(error.description)", isUnreadable: true)
    }
    let bundle: CrashBundle
    do throws(JSONRefusal) {
      bundle = try StrictJSON.decode(
        from: json, schema: schemaName, advice: "use the inkbench that wrote it, or export the state again")
    } catch {
      throw BundleError("'\(path)' can't be read: \(error.reason)")
    }
    if let fault = bundle.fault { throw BundleError("'\(path)' can't be used: \(fault)") }
    return bundle
  }

  /// A hundred times what a bundle of a thousand pages says: 64 MiB.
  private static let jsonBytesMax = 64 << 20

  /// The text that tells an app's developer what to do with it.
  var readme: String {
    let sentences = [seen, missingBarrier].filter { !$0.isEmpty }.map { " " + $0 }.joined()
    let rows = pages.map { page in
      "| `\(page.id)` | \(Self.cell(page.acknowledged)) | \(Self.cell(page.begun)) |\n"
    }
    return """
      # A state that a crash left: \(outcome.rawValue)

      \(name.text), under the profile `\(profile)`:\(sentences)

      \(culprits.map { "- \($0)\n" }.joined())
      ## In a test of an app

      Copy this directory beside the test, and `ExpectRecovery.swift` into the test target:

      ```swift
      @Test func crash() throws {
        try expectRecovery(of: "\(id)", by: OurStore.self, codec: OurCodec())
      }
      ```

      where the first word is the path of the directory. By hand, or with a store that is no `StorageBackend`:

      1. Copy `state` to a new directory: opening a store may repair it.
      2. Open the copy with the app's store, and read document `\(document)`.
      3. Expect no error, and every page as `bundle.json` says: \(expectation)
      4. Close it, open it again, and expect the same.

      | page | acknowledged | begun |
      |---|---|---|
      \(rows.joined())
      A version is a number of elements and the digest of all of them with their samples, in their order
      (`Page.contentDigest`), as this store keeps them.

      ## What is here

      - `state`: the store as the crash left it
      - `base`, `log`: the store before, and every file call with its bytes
      - `session.inksession`: what was drawn; `profile.json`: what the disk may forget
      - `ExpectRecovery.swift`: the function for tests
      - `bundle.json`: all of this for programs, in the format of `inkbench schema crash-bundle`

      Made by InkBench \(toolVersion); the log has version \(logVersion). The store was explored by

      ```sh
      \(command)
      ```

      `inkbench crash replay --bundle DIR` makes the state from the log again and judges it.

      """
  }

  private var expectation: String {
    switch promise {
    case .durable: "the acknowledged version, or the begun one."
    case .consistent: "whole, in the acknowledged, the begun or any older saved version."
    case .none: "nothing in particular, as the store promises nothing here; but it has to open."
    }
  }

  private static func cell(_ version: Version?) -> String {
    version.map { "\($0.elements) elements, `\($0.digest)`" } ?? "not in the list"
  }
}
