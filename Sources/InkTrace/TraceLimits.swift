/// Bounds on what a file may ask for, so that a damaged or hostile one ends in an error and not in memory.
///
/// Each is far above what real ink needs and low enough for a machine of ordinary size.
package enum TraceLimits {
  /// Bytes of a file after decompression: 8 GiB, about 600 million samples of session text.
  package static let inflatedByteCountMax = 8 << 30
  /// Bytes of one line of a session file: 64 MiB, ten times the densest page.
  package static let lineByteCountMax = 64 << 20
  /// Samples of one session: 134 million, 155 hours of pen contact at 240 Hz, 2 GiB in memory.
  package static let pointCountMax = 1 << 27
  /// Samples of one imported stroke: a million, 73 minutes without lifting the pen at 240 Hz.
  package static let strokePointCountMax = 1 << 20
  /// Samples drawn for strokes without shapes: 33 million, 38 hours of pen contact at 240 Hz, half a GiB.
  package static let drawnPointCountMax = 1 << 25
  /// Opaque bytes made up for such strokes: 64 MiB.
  package static let drawnOpaqueByteCountMax = 1 << 26
  /// Bytes that one of an app's own saves can have written: 64 GiB, so that the sum of all fits 64 bits.
  package static let saveByteCountMax = 1 << 36
  /// UTF-8 of a save's error: a paragraph.
  package static let errorByteCountMax = 1 << 10
  /// Strokes of one session, pieces of erased ones included: 16 million.
  package static let strokeCountMax = 1 << 24
  /// Events of one session: 16 million.
  package static let eventCountMax = 1 << 24
  /// Pages of one document: 131,072.
  package static let pageCountMax = 1 << 17
  /// Assets that a base holds: 131,072.
  package static let assetCountMax = 1 << 17
  /// Opaque bytes of all strokes together: 1 GiB.
  package static let opaqueByteCountMax = 1 << 30
  /// Bytes of one asset: 1 GiB.
  package static let assetByteCountMax = 1 << 30
  /// Session time: 2⁵³ − 1 ms, the largest integer that every JSON reader keeps exactly.
  package static let millisecondsMax: UInt64 = 1 << 53 - 1
  /// Imported coordinates: a million points (350 m) from the origin, in tenths of a point.
  package static let coordinateMax = 10_000_000.0
}
