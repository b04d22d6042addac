internal import InkModel

/// The seventeen bugs that the crash lab has to find again.
package enum Toys {
  /// All of them, by their numbers.
  package static let all: [Toy] = (files + journals + databases + formats).sorted { $0.number < $1.number }

  /// A few saves of one page.
  static func saves(_ count: Int) -> Session {
    var session = ToySession()
    session.write(count)
    return session.closed()
  }

  /// A page that is new, and a save of it.
  static func newPage() -> Session {
    var session = ToySession()
    session.addPage()
    session.write(1, on: 2)
    return session.closed()
  }

  /// An image that is pasted into a page.
  static func pastedImage() -> Session {
    var session = ToySession()
    session.paste()
    return session.closed()
  }

  /// So many saves of each of two pages, with a checkpoint where a page is left.
  static func savesAndCheckpoint(_ count: Int) -> Session {
    var session = ToySession(pages: 2)
    session.write(count)
    session.turn(to: 2)
    session.write(count, on: 2)
    return session.closed()
  }
}
