import InkTrace

extension ImportCase {
  /// The odd files of the public ink, each an imitation of damage that was seen in the wild.
  static let odd: [Self] = [
    .refused("empty.xopp", [], ImportCase.empty),
    .refused("empty_gz.xopp", [], ImportCase.empty),
    .refused("html_error_page.xopp", [], ImportCase.webPage),
    .read(
      "inkml_bad_point.inkml", strokes: 1, points: 1, [.unreadablePoint: 2]),
    .read(
      "inkml_no_namespace_defaults.inkml", strokes: 2, points: 6,
      [.unreadablePoint: 1, .discardedStroke: 2]),
    .refused("inkml_truncated.inkml", [], ImportCase.brokenXML),
    .read(
      "inkml_w3c_forms.inkml", strokes: 2, points: 7,
      [.missingValue: 1, .discardedStroke: 1, .penUpTrace: 1]),
    .read("mathwriting_shape.inkml", strokes: 2, points: 6),
    .refused("rm_header_only_v5.rm", [], "reMarkable is not supported yet; \(ImportCase.supported)"),
    .refused("rm_truncated_v6.rm", [], "reMarkable is not supported yet; \(ImportCase.supported)"),
    .refused("rm_unknown_v9.rm", [], "reMarkable is not supported yet; \(ImportCase.supported)"),
    .refused("rnote_future_version.rnote", [], "Rnote is not supported yet; \(ImportCase.supported)"),
    .refused("rnote_no_components.rnote", [], "Rnote is not supported yet; \(ImportCase.supported)"),
    .refused("saber_v19_synthetic.sbn2", [], "Saber is not supported yet; \(ImportCase.supported)"),
    .refused(
      "xopp_all_minus_nan_issue2168.xopp", [],
      ImportCase.nothingLeft(
        " (1 × more pressures than a stroke has segments were dropped;"
          + " 2 × segments with a pressure that is no positive number were dropped;"
          + " 1 × a stroke's width that is no positive number was replaced;"
          + " 1 × strokes without enough sound points were discarded)")),
    .refused("xopp_bad_crc.xopp", [], ImportCase.badChecksum),
    .read("xopp_crlf_utf8bom_plain.xopp", strokes: 1, points: 3),
    .read("xopp_extra_pressure_issue5238.xopp", strokes: 1, points: 2),
    .read("xopp_gzip_trailing_garbage.xopp", strokes: 1, points: 3, [.trailingBytes: 1]),
    .read("xopp_mrwriter_pressures_attr.xopp", strokes: 1, points: 4),
    .refused(
      "xopp_nan_coords_issue6717.xopp", [],
      ImportCase.nothingLeft(
        " (2 × points that are no numbers or out of range were dropped;"
          + " 1 × strokes without enough sound points were discarded)")),
    .read("xopp_nan_pressure_issue4381.xopp", strokes: 1, points: 5, [.unreadablePressure: 1]),
    .read(
      "xopp_odd_coord_count_scinot.xopp", strokes: 1, points: 4, [.oddCoordinate: 1, .discardedStroke: 2]),
    .read("xopp_text_split_by_entities.xopp", strokes: 1, points: 5, [.skippedText: 1]),
    .refused("xopp_truncated_gzip.xopp", [], ImportCase.cutGzip),
    .read("xopp_two_gzip_members.xopp", strokes: 1, points: 3),
    .refused(
      "xopp_zero_width_issue2464.xopp", [],
      ImportCase.nothingLeft(
        " (3 × segments with a pressure that is no positive number were dropped;"
          + " 1 × a stroke's width that is no positive number was replaced;"
          + " 1 × strokes without enough sound points were discarded;"
          + " 1 × images without a size or without data were left out)")),
  ]
}
