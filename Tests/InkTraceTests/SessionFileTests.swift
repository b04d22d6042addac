import InkModel
import InkTestFixtures
import InkTrace
import Testing

@Suite("Session files") struct SessionFileTests {
  @Test("A session comes back as it was written", arguments: ["a.inksession", "a.inksession.gz"])
  func roundTrip(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/" + name
    let session = Fixtures.writingSession(strokes: 20)
    try SessionFile.write(session, to: path)
    #expect(SessionFile.isSessionFile(path))
    let back = try SessionFile.read(path) { (_, _) throws(PageSourceError) in InlinePages([]) }
    #expect(back.digest() == session.digest())
    #expect(back.events == session.events)
  }
}
