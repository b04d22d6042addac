internal import InkModel

extension Device {
  /// Every figure with its path in the file and the least that it can be.
  ///
  /// Bandwidths and sizes divide, so they can't be 0.
  package var figures: [(path: String, figure: DeviceFigure, least: Double)] {
    [
      ("bandwidth.readBytesPerSecond", bandwidth.readBytesPerSecond, 1),
      ("bandwidth.writeBytesPerSecond", bandwidth.writeBytesPerSecond, 1),
      ("bandwidth.copyBytesPerSecond", bandwidth.copyBytesPerSecond, 1),
    ]
      + calls.map { ("calls.\($0.kind.rawValue).nanoseconds", $0.nanoseconds, 0) }
      + flushes.flatMap { flush in
        [
          ("flushes.\(flush.kind.rawValue).p50Nanoseconds", flush.p50Nanoseconds, 0),
          ("flushes.\(flush.kind.rawValue).p95Nanoseconds", flush.p95Nanoseconds, 0),
        ]
      }
      + [
        ("fileSystem.blockBytes", fileSystem.blockBytes, Self.blockBytesMin),
        ("fileSystem.memoryPageBytes", fileSystem.memoryPageBytes, Self.blockBytesMin),
        ("fileSystem.metadataBytesPerCommit", fileSystem.metadataBytesPerCommit, 0),
        ("fileSystem.writebackMilliseconds", fileSystem.writebackMilliseconds, 1),
        ("processor.timeFactor", processor.timeFactor, 0),
        ("processor.referenceKernelBytesPerSecond", processor.referenceKernelBytesPerSecond, 1),
      ]
      + (endurance.map { endurance in
        [
          ("endurance.budgetBytes", endurance.budgetBytes, 1),
          ("endurance.appShare", endurance.appShare, 0),
          ("endurance.writeAmplification", endurance.writeAmplification, 1),
        ]
      } ?? [])
  }

  /// The smallest sector that storage is sold with.
  private static let blockBytesMin = 512.0

  /// What makes the device unusable, as a sentence without a full stop; nil if nothing does.
  package var fault: String? {
    nameFault ?? kindFault ?? figureFault
  }

  private var nameFault: String? {
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789.-"
    guard !name.isEmpty, name.allSatisfy({ letters.contains($0) }), name.first != ".", name.first != "-"
    else { return "its name must be lower-case letters, digits, '.' and '-'" }
    return nil
  }

  private var kindFault: String? {
    if let call = calls.first(where: \.kind.isSync) {
      return "'\(call.kind.rawValue)' stands among calls, and belongs to flushes"
    }
    if let flush = flushes.first(where: { !$0.kind.isSync }) {
      return "'\(flush.kind.rawValue)' stands among flushes, and belongs to calls"
    }
    let kinds = calls.map(\.kind) + flushes.map(\.kind)
    for (index, kind) in kinds.enumerated() where kinds[..<index].contains(kind) {
      return "'\(kind.rawValue)' is priced twice"
    }
    if !kinds.contains(.other) { return "calls have no 'other', which stands for kinds that are not there" }
    if !kinds.contains(.sync) { return "flushes have no 'sync', which stands for kinds that are not there" }
    return nil
  }

  private var figureFault: String? {
    for (path, figure, least) in figures {
      if let fault = figure.fault(least: least) { return "\(path) \(fault)" }
    }
    for flush in flushes where flush.p95Nanoseconds.value < flush.p50Nanoseconds.value {
      return "flushes.\(flush.kind.rawValue) has a p95 below its p50"
    }
    for (path, figure, _) in figures where path.hasSuffix("blockBytes") || path.hasSuffix("PageBytes") {
      if [figure.value, figure.low, figure.high].contains(where: { $0 != $0.rounded() }) {
        return "\(path) must be whole bytes"
      }
    }
    if let share = endurance?.appShare, share.high > 1 {
      return "endurance.appShare is a share of 1, and can't exceed it"
    }
    return nil
  }
}
