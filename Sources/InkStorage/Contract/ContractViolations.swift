public import InkModel

/// Tries everything that a store must do, and returns each broken promise as a sentence.
///
/// For the tests of a backend, ours or yours, in any test framework: an empty list is a pass.
///
/// ```swift
/// #expect(contractViolations(of: OurStore.self, codec: BuiltInCodecs.all[0], in: directory).isEmpty)
/// ```
///
/// - Parameters:
///   - backend: The backend to try.
///   - codec: The codec for its pages, if it uses one.
///   - durability: The class to open it with; power cuts are not tried here.
///   - directory: An existing directory, in which each check makes one of its own.
/// - Returns: What was broken, with the name of the check.
public func contractViolations(
  of backend: any StorageBackend.Type, codec: any PageCodec, durability: Durability = .processCrash,
  in directory: String
) -> [String] {
  var violations: [String] = []
  for (number, check) in contractChecks.enumerated() {
    let path = directory + "/\(backend.traits.name)-\(number)"
    do {
      _ = try SystemCalls.makeDirectory(path)
      let bench = try ContractBench(backend, codec: codec, durability: durability, directory: path)
      try check.run(bench)
      violations += bench.violations.map { "\(check.name): \($0)" }
    } catch {
      violations.append("\(check.name): threw an error: \(error)")
    }
  }
  return violations
}

/// One promise, and how to find out whether it is kept.
struct ContractCheck {
  var name: String
  var run: (ContractBench) throws -> Void
}

/// All promises, the simplest first.
private var contractChecks: [ContractCheck] {
  [
    ContractCheck(name: "a new document is empty and in order", run: checkNewDocument),
    ContractCheck(name: "loaded pages come back", run: checkLoading),
    ContractCheck(name: "edits of every kind come back", run: checkEdits),
    ContractCheck(name: "an undone removal comes back in its place", run: checkUndo),
    ContractCheck(name: "a save keeps several pages", run: checkSeveralPages),
    ContractCheck(name: "pages are added, moved and deleted", run: checkPageList),
    ContractCheck(name: "assets are kept as long as they are needed", run: checkAssets),
    ContractCheck(name: "pauses and the background lose nothing", run: checkDeferredWork),
    ContractCheck(name: "the end of the process loses no acknowledged save", run: checkKill),
    ContractCheck(name: "the library lists its documents", run: checkLibrary),
    ContractCheck(name: "an export makes a file and overwrites none", run: checkExport),
    ContractCheck(name: "what is missing is said to be missing", run: checkMissing),
    ContractCheck(name: "a store has one owner", run: checkLock),
  ]
}
