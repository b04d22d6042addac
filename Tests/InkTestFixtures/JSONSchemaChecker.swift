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
