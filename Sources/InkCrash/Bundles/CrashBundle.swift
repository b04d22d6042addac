package import InkModel
package import InkReplay
package import InkReport
package import InkRun
package import InkStorage
internal import InkTap

/// What a bundle says of the state that it holds: the content of `bundle.json`.
///
/// A bundle is a directory that needs nothing beside it: the store before the excerpt (`base`), every file
/// call with its bytes (`log`), the store as the crash left it (`state`), the excerpt (`session.inksession`),
/// the profile (`profile.json`) and the code of a test (`ExpectRecovery.swift`). It holds generated ink,
/// unless it was made of somebody's session.
package struct CrashBundle: Codable, Hashable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-crash-bundle/2"
  package static let jsonName = "bundle.json"
  package static let readmeName = "README.md"
  package static let fixtureName = "ExpectRecovery.swift"

  /// The JSON Schema (draft 2020-12) of `bundle.json`.
  package static var jsonSchema: String {
    String(decoding: PackageResources.crash_bundle_schema_json, as: UTF8.self)
  }

  /// The code that holds a store against a bundle, for an app's own tests.
  package static var fixture: String {
    String(decoding: PackageResources.ExpectRecovery_swift_txt, as: UTF8.self)
  }

  static let profileName = "profile.json"
  static let sessionName = "session.inksession"
  static let stateName = "state"

  /// A saved version of a page, as the store keeps it.
  package struct Version: Codable, Hashable, Sendable {
    package var elements: Int
    /// Of all elements in their order with their samples; see `Page.contentDigest`.
    package var digest: String
  }

  /// What one page should hold: nil where the list of pages doesn't have it.
  package struct ExpectedPage: Codable, Hashable, Sendable {
    /// Sixteen hexadecimal digits.
    package var id: String
    /// The version that the newest acknowledged save left.
    @Nullable package var acknowledged: Version?
    /// The version that the save under way would have left.
    @Nullable package var begun: Version?
  }

  package var schema = schemaName
  package var toolVersion = ToolVersion.current
  /// The version of the format of `log`.
  package var logVersion = Int(Recording.version)
  /// The command that explored the store.
  package var command: String
  package var session: String
  package var backend: String
  /// Nil for backends that use no codec.
  @Nullable package var codec: String?
  package var durability: Durability
  /// The seed that the store was given, in decimal.
  package var seed: String
  package var profile: String
  package var promise: Promise
  /// The state's name in the report.
  package var id: String
  /// The state as a word that the program reads again.
  package var state: String
  package var digest: String
  package var outcome: Outcome
  package var seen: String
  package var culprits: [String]
  package var missingBarrier: String
  package var document: String
  /// The steps of the replay that were acknowledged and begun when the crash came, from 1.
  package var acknowledgedStep: Int
  package var begunStep: Int
  /// The document's pages in order, by the newest step that was acknowledged.
  package var acknowledgedPages: [String]
  /// The same with the step that was under way.
  package var begunPages: [String]
  package var pages: [ExpectedPage]

  /// Describes a state that was made again; what the report says of it goes before what is found of it now.
  package init(
    _ finding: CrashFinding?, _ repeated: StateRepeat, id: String, state: CrashState, of runCase: RunCase,
    under profile: CrashProfile, codec: any PageCodec, session: Session, command: String
  ) throws(ReplayError) {
    self.command = command
    self.session = runCase.name.workload
    backend = runCase.name.backend
    self.codec = runCase.name.codec
    durability = runCase.name.durability
    seed = "\(session.seed)"
    self.profile = profile.name
    promise = repeated.promise
    self.id = id
    self.state = StateName.text(of: state)
    digest = "\(repeated.image.digest)"
    outcome = finding?.outcome ?? repeated.verdict.outcome
    seen = finding?.seen ?? repeated.seen
    culprits = finding?.culprits ?? repeated.culprits
    missingBarrier = finding?.missingBarrier ?? repeated.missingBarrier
    document = hexadecimal(session.base.document.id.rawValue)
    acknowledgedStep = repeated.progress.acknowledgedStep
    begunStep = repeated.progress.begunStep
    let expected = ExpectedPages(
      history: DocumentHistory(session: session, plan: ReplayPlan(session)), backend: runCase.backend,
      codec: codec)
    acknowledgedPages = expected.list(by: acknowledgedStep)
    begunPages = expected.list(by: begunStep)
    pages = try expected.pages(acknowledgedStep, begunStep)
  }

  package var name: CaseName {
    CaseName(workload: session, backend: backend, codec: codec, durability: durability)
  }

  package func json() throws(BundleError) -> [UInt8] {
    do throws(JSONRefusal) { return try StrictJSON.encode(self) } catch {
      throw BundleError("the bundle can't be written as JSON: \(error.reason)")
    }
  }
}

/// Why a bundle can't be written or read, as a sentence.
package struct BundleError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether a part of it is not there, or no file that can be read, rather than wrong.
  package let isUnreadable: Bool
  /// Whether there was no room for one.
  package let isDiskFull: Bool

  init(_ description: String, isUnreadable: Bool = false, isDiskFull: Bool = false) {
    self.description = description
    self.isUnreadable = isUnreadable
    self.isDiskFull = isDiskFull
  }
}
