import InkCommand

@main enum OurBench {
  static func main() { Harness.main(backends: [OurStore.self], codecs: [OurCodec()]) }
}
