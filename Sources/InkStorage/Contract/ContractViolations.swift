public import InkModel

/// Tries everything that a store must do, and returns each broken promise as a sentence.
///
/// For the tests of a backend, ours or yours, in any test framework: an empty list is a pass.
///
/// ```swift
/// #expect(contractViolations(of: OurStore.self, in: directory) == [])
/// ```
///
/// - Parameters:
///   - backend: The backend to try.
///   - codec: The codec for its pages, if it uses one; JSON text if not given.
///   - durability: The class to open it with, the weakest that it claims if not given; power cuts are not
///     tried here.
///   - directory: An existing directory, in which each check makes one of its own.
/// - Returns: What was broken, each with the name of the check before it.
public func contractViolations(
  of backend: any StorageBackend.Type, codec: any PageCodec = BuiltInCodecs.all[0],
  durability: Durability? = nil, in directory: String
) -> [String] {
  let durability = durability ?? backend.traits.durabilities.min() ?? .processCrash
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

/// Tries everything that an asynchronous store must do, through `AsyncAdapter`.
///
/// ```swift
/// #expect(contractViolations(of: Vault.self, in: directory) == [])
/// ```
public func contractViolations<Store: AsyncStorageBackend>(
  of store: Store.Type, codec: any PageCodec = BuiltInCodecs.all[0], durability: Durability? = nil,
  in directory: String
) -> [String] {
  contractViolations(
    of: AsyncAdapter<Store>.self, codec: codec, durability: durability, in: directory)
}

/// One promise, and how to find out whether it is kept.
struct ContractCheck {
  var name: String
  var run: (ContractBench) throws -> Void
}

/// All promises, the simplest first.
var contractChecks: [ContractCheck] {
  [
    ContractCheck(name: "a new document is empty and in order", run: checkNewDocument),
    ContractCheck(name: "loaded pages come back", run: checkLoading),
    ContractCheck(name: "edits of every kind come back", run: checkEdits),
    ContractCheck(name: "an undone removal comes back in its place", run: checkUndo),
    ContractCheck(name: "the drawing order survives changes in the middle", run: checkDrawingOrder),
    ContractCheck(name: "a page is read into whatever memory it is given", run: checkReusedMemory),
    ContractCheck(name: "a save keeps several pages", run: checkSeveralPages),
    ContractCheck(name: "a save that fails shows every page whole", run: checkFailedSave),
    ContractCheck(name: "a save that failed can be made again", run: checkSavingAgain),
    ContractCheck(name: "pages are added, moved and deleted", run: checkPageList),
    ContractCheck(name: "assets are kept as long as they are needed", run: checkAssets),
    ContractCheck(name: "an asset that is kept twice is there once", run: checkAssetTwice),
    ContractCheck(name: "pauses and the background lose nothing", run: checkDeferredWork),
    ContractCheck(name: "the end of the process loses no acknowledged save", run: checkKill),
    ContractCheck(name: "opening again changes nothing", run: checkReopening),
    ContractCheck(name: "documents are kept apart", run: checkDocumentsApart),
    ContractCheck(name: "the library lists its documents", run: checkLibrary),
    ContractCheck(name: "an export makes a file and overwrites none", run: checkExport),
    ContractCheck(name: "an export that can't be made says so", run: checkImpossibleExport),
    ContractCheck(name: "what is missing is said to be missing", run: checkMissing),
    ContractCheck(name: "what does not fit the store is refused", run: checkMisuse),
    ContractCheck(name: "a store has one owner", run: checkLock),
  ]
}
