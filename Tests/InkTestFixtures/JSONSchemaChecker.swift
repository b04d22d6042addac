internal import Foundation

/// The checker of JSON Schema that the outside world uses, where Python has it.
public enum JSONSchemaChecker {
  public static let isInstalled =
    run(["-c", "import jsonschema; jsonschema.Draft202012Validator"])?.status == 0

  /// Runs Python and returns its exit status and what it printed; nil if there is none.
  public static func run(_ arguments: [String]) -> (status: Int32, output: String)? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    guard (try? process.run()) != nil else { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// What is wrong with some documents by a schema that should accept them, a sentence a line; empty if
  /// nothing.
  ///
  /// With `provingStrictness` the schema itself is tried: at each place that holds an object, every key is
  /// left out in turn, and one that nobody knows is put in, and all of that has to be refused.
  public static func faults(
    of documents: [String], schema: String, provingStrictness: Bool = false
  ) throws -> String {
    let directory = try TemporaryDirectory()
    let schema = try directory.write(Array(schema.utf8), to: "schema.json")
    let paths = try documents.enumerated().map {
      try directory.write(Array($1.utf8), to: "document-\($0).json")
    }
    guard let checked = run(["-c", strictnessScript, schema, provingStrictness ? "yes" : "no"] + paths) else {
      return "there is no Python"
    }
    return checked.status == 0 || !checked.output.isEmpty ? checked.output : "Python failed"
  }

  /// Prints what `faults` returns.
  ///
  /// Before keys are left out, lists lose all items that have the shape of an earlier one: the document stays
  /// small, and every shape is tried.
  private static let strictnessScript = """
    import json, sys, jsonschema
    def refuse(word): raise ValueError(word + " is no JSON")
    def read(path): return json.load(open(path), parse_constant=refuse)
    schema = read(sys.argv[1])
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    def shape(value):
        if isinstance(value, dict): return tuple((key, shape(value[key])) for key in sorted(value))
        if isinstance(value, list): return frozenset(shape(item) for item in value)
        return type(value).__name__
    def pruned(value):
        if isinstance(value, dict): return {key: pruned(value[key]) for key in value}
        if not isinstance(value, list): return value
        items = {}
        for item in value: items.setdefault(shape(item), item)
        return [pruned(item) for item in items.values()]
    def objects(value, path):
        if isinstance(value, dict):
            yield path, value
            for key in value: yield from objects(value[key], path + "." + key)
        elif isinstance(value, list):
            for item in value: yield from objects(item, path + "[]")
    seen = set()
    for path in sys.argv[3:]:
        document = read(path)
        for error in validator.iter_errors(document):
            print(path.rsplit("/", 1)[1], error.json_path, error.message[:200])
        if sys.argv[2] == "no": continue
        document = pruned(document)
        for place, value in list(objects(document, "$")):
            if place in seen: continue
            seen.add(place)
            for key in list(value):
                kept = value.pop(key)
                if validator.is_valid(document): print(place, "may lack", key)
                value[key] = kept
            value["aKeyThatNobodyKnows"] = 0
            if validator.is_valid(document): print(place, "may hold unknown keys")
            del value["aKeyThatNobodyKnows"]
    """

  /// Prints the numbers of the lines that the schema refuses.
  public static let script = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[2:]:
        for number, line in enumerate(open(path), 1):
            if not validator.is_valid(json.loads(line)):
                print(path.rsplit("/", 1)[1], number)
    """
}
