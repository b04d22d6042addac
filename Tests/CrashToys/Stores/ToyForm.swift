/// Whether a toy has its bug.
///
/// A toy and its twin are one class, generic over its form, so that what tells them apart is the line that
/// asks for it.
package protocol ToyForm: SendableMetatype {
  static var isCorrected: Bool { get }
}

/// The form with the bug.
package enum Wrong: ToyForm {
  package static let isCorrected = false
}

/// The form without the bug.
package enum Corrected: ToyForm {
  package static let isCorrected = true
}
