import InkCommand

@main enum Inkbench {
  static func main() { Harness.main() }
}
