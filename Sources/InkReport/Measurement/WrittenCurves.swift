package import InkModel

/// What had been written to the files of each role by the end of each stretch of a session.
package struct WrittenCurves: Codable, Hashable, Sendable {
  /// The curve of one role.
  package struct Curve: Codable, Hashable, Sendable {
    package var role: FileRole
    /// Since the session began, one number a stretch.
    package var cumulativeBytes: [UInt64]

    package init(role: FileRole, cumulativeBytes: [UInt64]) {
      self.role = role
      self.cumulativeBytes = cumulativeBytes
    }
  }

  /// The length of a stretch on the session's clock.
  package var stretchMilliseconds: UInt64
  /// Roles of the store that something was written to.
  package var curves: [Curve]

  package init(stretchMilliseconds: UInt64, curves: [Curve]) {
    self.stretchMilliseconds = stretchMilliseconds
    self.curves = curves
  }
}
