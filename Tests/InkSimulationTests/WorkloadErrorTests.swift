import InkModel
import InkSimulation
import InkTestFixtures
import Testing

@Suite("Errors in workload files") struct WorkloadErrorTests {
  /// A member of a workload file, and the sentence that refuses it.
  static let cases: [(String, String)] = [
    (
      #""sesion": {}"#,
      "a workload has no 'sesion'; did you mean 'session'? (line 1, column 51)"
    ),
    (
      #""page": {"strokesPerPge": 5}"#,
      "'page' has no 'strokesPerPge'; did you mean 'strokesPerPage'? (line 1, column 60)"
    ),
    (
      #""session": {"strokes": -3}"#,
      "'session.strokes' is -3 but must be 1 to 50000 strokes (line 1, column 74)"
    ),
    (
      #""document": {"basePages": 1e9}"#,
      "'document.basePages' is 1000000000 but must be 0 to 5000 pages (line 1, column 77)"
    ),
    (
      #""session": {"strokes": 3.5}"#,
      "'session.strokes' must be a whole number, not 3.5 (line 1, column 74)"
    ),
    (
      #""session": {"strokes": "many"}"#,
      "'session.strokes' must be a whole number, not text (line 1, column 74)"
    ),
    (#""session": 5"#, "'session' must be an object, not a number (line 1, column 62)"),
    (
      #""pauses": {"thinkShare": 1.5}"#,
      "'pauses.thinkShare' is 1.5 but must be 0 to 1 share (line 1, column 76)"
    ),
    (
      #""hand": {"style": "cursiv"}"#,
      "'hand.style' can't be 'cursiv'; did you mean 'cursive'? (line 1, column 69)"
    ),
    (
      #""hand": {"sampleRateHertz": 100}"#,
      "'hand.sampleRateHertz' must be one of 60, 120, 240 Hz (line 1, column 79)"
    ),
    (
      #""pauses": {"thinkSeconds": {"lognormol": {}}}"#,
      "'pauses.thinkSeconds' names no law 'lognormol'; did you mean 'lognormal'? (line 1, column 79)"
    ),
    (
      #""pauses": {"thinkSeconds": {"lognormal": {"median": 4}}}"#,
      "'pauses.thinkSeconds.lognormal' lacks 'sigma' (line 1, column 92)"
    ),
    (
      #""pauses": {"thinkSeconds": {"lognormal": {"median": -4, "sigma": 1}}}"#,
      "'pauses.thinkSeconds.lognormal.median' is -4 but must be 0 to 3600 s (line 1, column 103)"
    ),
    (
      #""pauses": {"thinkSeconds": {"lognormal": {"median": 4, "sigma": 1}, "poisson": {"mean": 1}}}"#,
      "'pauses.thinkSeconds' must name one law only (line 1, column 119)"
    ),
    (
      #""pauses": {"thinkSeconds": {"p50": 4, "p90": 2}}"#,
      "the quantiles of 'pauses.thinkSeconds' must rise from each to the next (line 1, column 78)"
    ),
    (
      #""pauses": {"thinkSeconds": {"p50": 4, "median": 2}}"#,
      "'pauses.thinkSeconds' has quantiles, but 'median' is none (line 1, column 89)"
    ),
    (
      #""pauses": {"thinkSeconds": {"uniform": {"low": 4, "high": 2}}}"#,
      "'pauses.thinkSeconds.uniform' has its low above its high (line 1, column 90)"
    ),
    (
      #""pauses": {"thinkSeconds": [1]}"#,
      "'pauses.thinkSeconds' must be a number, a law or a table of quantiles, not an array (line 1, column 78)"
    ),
    (
      #""page": {"widthPoints": 150, "marginMillimetres": 30}"#,
      "'page.marginMillimetres' leaves less than a third of the page; make it smaller"
    ),
    (
      #""edits": {"wholeEraseWeight": 0, "partialEraseWeight": 0, "undoWeight": 0}"#,
      "all weights of 'edits' are 0; set 'edits.removedShare' to 0 instead"
    ),
    (#""seed": 1, "seed": 2"#, "not valid JSON: 'seed' stands twice (line 1, column 68)"),
    (#""seed": 0x10"#, "not valid JSON: expected a value (line 1, column 59)"),
    (#""seed": inf"#, "not valid JSON: expected a value (line 1, column 59)"),
    (#""seed": 1e999"#, "not valid JSON: expected a value (line 1, column 59)"),
  ]

  @Test("Each mistake gets one sentence that names the key, the place and the way out", arguments: cases)
  func sentences(member: String, sentence: String) {
    let error = #expect(throws: WorkloadError.self) { try Workload(json: WorkloadTests.text(member)) }
    #expect(error?.description == sentence)
    #expect(error?.kind == .malformed)
  }

  /// A whole file, and the sentence that refuses it.
  static let files: [(String, String)] = [
    ("", "not valid JSON: the text ends too early (line 1, column 1)"),
    ("[]", "a workload must be an object, not an array (line 1, column 1)"),
    ("{", "not valid JSON: expected '\"' (line 1, column 2)"),
    (
      "{\n  \"schema\": \"inkbench-workload/1\",\n  \"name\" \"x\"\n}",
      "not valid JSON: expected ':' (line 3, column 10)"
    ),
    (#"{"name": "x"}"#, #"the workload lacks "schema": "inkbench-workload/1" (line 1, column 1)"#),
    (
      #"{"schema": "inkbench-workload/2", "name": "x"}"#,
      "the schema 'inkbench-workload/2' is unknown; this program reads 'inkbench-workload/1' (line 1, column 12)"
    ),
    (#"{"schema": "inkbench-workload/1"}"#, "the workload lacks 'name' (line 1, column 1)"),
    (
      #"{"schema": "inkbench-workload/1", "name": "x"} 1"#,
      "not valid JSON: something follows the workload (line 1, column 48)"
    ),
  ]

  @Test("A file that is no workload says why", arguments: files)
  func wholeFiles(text: String, sentence: String) {
    let error = #expect(throws: WorkloadError.self) { try Workload(json: text) }
    #expect(error?.description == sentence)
  }

  @Test("A name that would drive a terminal is refused")
  func controlCharacters() {
    let text = #"{"schema": "inkbench-workload/1", "name": "a\u001b[2Jb"}"#
    let error = #expect(throws: WorkloadError.self) { try Workload(json: text) }
    #expect(error?.description.hasPrefix("'name' has a control character") == true)
  }

  @Test("A file of absurd size or depth is refused without being walked through")
  func absurdFiles() {
    let long = [UInt8](repeating: UInt8(ascii: " "), count: 300_000)
    #expect(throws: WorkloadError.self) { try Workload(json: long) }
    let deep = String(repeating: #"{"a":"#, count: 10_000)
    let error = #expect(throws: WorkloadError.self) { try Workload(json: deep) }
    #expect(error?.description.contains("nested too deeply") == true)
  }

  @Test("Damaged bytes never crash the reader, and what it accepts it writes back")
  func fuzz() throws {
    let whole = try WorkloadLibrary.load("meeting", folder: "none").canonicalText
    var random = SplitMix64(seed: 99)
    var refused = 0
    for _ in 0..<600 {
      do throws(WorkloadError) {
        let workload = try Workload(json: Array(whole.utf8).damaged(by: &random))
        #expect(throws: Never.self) { try Workload(json: workload.canonicalText) }
      } catch {
        refused += 1
        #expect(!error.description.isEmpty && !error.description.contains("\n"))
      }
    }
    #expect(refused > 300)
  }
}
