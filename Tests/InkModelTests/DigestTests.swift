import InkModel
import InkTestFixtures
import Testing

/// Expected values come from the independent implementation of MurmurHash3 in PyPI's `mmh3`.
@Suite("Digests") struct DigestTests {
  @Test("Two blocks give MurmurHash3's published function")
  func wholeBlocks() {
    var digest = Digest()
    digest.feed(1, 2)
    digest.feed(0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210)
    #expect(digest.text == "98ef2e1c471521b68694579acae59c7b")
  }

  @Test("A sample counts as its sixteen bytes, little endian")
  func samplesAreBlocks() {
    var digest = Digest()
    digest.feed(SamplePoint(x: -5, y: 70_000, t: 12, pressure: 500, radius: 9))
    #expect(digest.text == "cfa80abc2d32028aa38acd483d95d187")
  }

  @Test("A session's digest follows its work and not its name")
  func sessionDigest() {
    let session = Fixtures.writingSession(strokes: 3)
    var renamed = session
    renamed.name = "other"
    #expect(renamed.digest() == session.digest())
    var later = session
    later.events[2].startMilliseconds += 1
    #expect(later.digest() != session.digest())
    var moved = session
    moved.arena.points[0].x += 1
    #expect(moved.digest() != session.digest())
    var eager = session
    eager.policy.delayMilliseconds += 1
    #expect(eager.digest() != session.digest())
  }
}
