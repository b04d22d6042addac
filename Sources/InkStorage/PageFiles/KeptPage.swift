internal import InkModel

/// The file of an open page as it was last written, and the place of each element in it.
///
/// Method. A save is told which elements were edited since the last one that was acknowledged; all others
/// still read as they stand here. Where only the end of the page has changed, the file is cut off before the
/// change and goes on from there, and nothing else is touched. Where something changed in the middle, the
/// file is put together anew, and elements that no edit names are copied. An element that is not found where
/// it should be is encoded: what is kept may save work and never decides what is written.
///
/// The price is memory: a page's file stays in memory for as long as the page is open.
final class KeptPage {
  /// The file, without meaning in its first bytes, where the header goes.
  var buffer = ByteBuffer()
  private var elements: [KeptElement] = []
  private var references: [AssetID] = []
  /// Where the elements begin in the file; nil before anything was written.
  private var elementsStart: Int?
  /// The CRC-32 from the first reference to the last element's end.
  private var elementsChecksum: UInt32 = 0

  /// Where an element's text lies in the file.
  private struct KeptElement {
    var id: ElementID
    var start: Int
    var end: Int
  }

  /// Memory that is held for the page.
  var allocatedByteCount: Int {
    buffer.capacity + elements.capacity * MemoryLayout<KeptElement>.stride
  }

  /// Makes `file`, which held the page as it was last written, hold it as it is now, and returns the CRC-32
  /// of everything behind the header; `spare` is memory that may be used meanwhile.
  func update(
    _ file: inout ByteBuffer, to page: borrowing Page, edits: [Edit], references: [AssetID],
    codec: some ElementwiseCodec, spare: inout ByteBuffer
  ) -> UInt32 {
    let edited = Self.elements(editedBy: edits)
    let same = unchangedBeginning(of: page, edited)
    let isTailNew = page.elements[same...].allSatisfy { edited.contains($0.id) }
    if let start = elementsStart, references == self.references, same == elements.count || isTailNew {
      let isAppended = same == elements.count
      elements.removeLast(elements.count - same)
      file.truncate(to: elements.last?.end ?? start)
      let end = file.count
      for element in page.elements[same...] { append(element, of: page, to: &file, codec) }
      elementsChecksum =
        isAppended
        ? checksum(file.bytes.extracting(end..<file.count), from: elementsChecksum)
        : checksum(file.bytes.extracting(PageFileHeader.byteCount..<file.count))
    } else {
      swap(&file, &spare)
      rebuild(&file, from: spare, page, edited, references, codec)
      elementsChecksum = checksum(file.bytes.extracting(PageFileHeader.byteCount..<file.count))
    }
    let end = file.count
    codec.end(&file)
    return checksum(file.bytes.extracting(end..<file.count), from: elementsChecksum)
  }

  /// How many elements at the beginning stand as they stood.
  private func unchangedBeginning(of page: borrowing Page, _ edited: Set<ElementID>) -> Int {
    let count = min(elements.count, page.elements.count)
    for index in 0..<count {
      let id = page.elements[index].id
      guard id == elements[index].id, !edited.contains(id) else { return index }
    }
    return count
  }

  /// Puts the file together from what stands in the old one and what has changed.
  private func rebuild(
    _ file: inout ByteBuffer, from old: borrowing ByteBuffer, _ page: borrowing Page,
    _ edited: Set<ElementID>, _ references: [AssetID], _ codec: some ElementwiseCodec
  ) {
    let former = elements
    elements.removeAll(keepingCapacity: true)
    file.removeAll()
    file.append(zeros: PageFileHeader.byteCount)
    for asset in references { file.append(littleEndian: asset.rawValue) }
    codec.begin(&file)
    elementsStart = file.count
    self.references = references
    // Elements keep their order unless an edit names them, so that one walk through both lists finds them
    // all.
    var next = 0
    for element in page.elements {
      let found = edited.contains(element.id) ? nil : former[next...].firstIndex { $0.id == element.id }
      guard let found else {
        append(element, of: page, to: &file, codec)
        continue
      }
      next = found + 1
      codec.separate(isFirst: elements.isEmpty, &file)
      let start = file.count
      file.append(old.bytes.extracting(former[found].start..<former[found].end))
      elements.append(KeptElement(id: element.id, start: start, end: file.count))
    }
  }

  private func append(
    _ element: Element, of page: borrowing Page, to file: inout ByteBuffer, _ codec: some ElementwiseCodec
  ) {
    codec.separate(isFirst: elements.isEmpty, &file)
    let start = file.count
    codec.encode(element, of: page, into: &file)
    elements.append(KeptElement(id: element.id, start: start, end: file.count))
  }

  /// The elements whose text may have changed.
  private static func elements(editedBy edits: [Edit]) -> Set<ElementID> {
    var edited: Set<ElementID> = []
    for edit in edits {
      switch edit {
      case .put(let element, _): edited.insert(element.id)
      case .remove(let id): edited.insert(id)
      case .replace(let id, let pieces):
        edited.insert(id)
        edited.formUnion(pieces.map(\.id))
      case .move(let ids, _, _): edited.formUnion(ids)
      }
    }
    return edited
  }
}
