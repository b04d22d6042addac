import Testing

@Suite struct SourceTests {
  @Test("Imports are found whatever stands before them")
  func imports() {
    let code = """
      import A
      public import B
      @testable import C
      package import struct D.Thing
      let text = "import E"
      important(F)
      """
    #expect(Source.imports(in: code) == ["A", "B", "C", "D"])
  }

  @Test("Comments end a line, and addresses in strings don't")
  func comments() {
    #expect(Source.withoutComment("f() // exit(1)") == "f() ")
    #expect(Source.withoutComment(#"let a = "https://b" // c"#) == #"let a = "https://b" "#)
    #expect(Source.withoutComment("/// exit(1)") == "")
  }

  @Test("Calls of free functions are found, and methods of the same name are not")
  func calls() {
    let code = "func exit(code: Int)\nbody.print(1)\nGlibc.exit(1); print(2)\nexited(1)\nunsafe { exit(3) }"
    let found = Source.calls(to: ["exit", "print"], in: code)
    #expect(found.map(\.name) == ["exit", "print", "exit"])
    #expect(found.map(\.line) == [3, 3, 5])
  }
}
