internal import InkModel

extension InkSummary {
  /// The JSON Schema (draft 2020-12) of a summary file.
  ///
  /// Its lists of keys are those of the reader, so a quantity that is added later is in both.
  package static var jsonSchema: String {
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A summary of recorded sessions by InkBench, version 1",
      "description": "Counts and histograms to which a workload can be fitted. A count that is missing is 0.",
      "type": "object",
      "additionalProperties": false,
      "required": ["schema", "counts", "tallies", "histograms"],
      "properties": {
        "schema": {"description": "The first key.", "const": "\(schema)"},
        "counts": {
          "description": "How often things were seen, in all sessions together.",
          "type": "object",
          "propertyNames": {"enum": \(list(Count.allCases.map(\.rawValue)))},
          "additionalProperties": {"$ref": "#/$defs/count"},
          "required": ["sessions"]
        },
        "tallies": {
          "description": "How often each value was seen of what takes few values; the most frequent ones alone.",
          "type": "object",
          "propertyNames": {"enum": \(list(Tally.allCases.map(\.rawValue)))},
          "additionalProperties": {
            "type": "object",
            "maxProperties": \(tallyValuesMax),
            "propertyNames": {"maxLength": 40},
            "additionalProperties": {"$ref": "#/$defs/count"}
          }
        },
        "histograms": {
          "description": "How often each magnitude was seen; the unit ends the name.",
          "type": "object",
          "propertyNames": {"enum": \(list(Measure.allCases.map(\.rawValue)))},
          "additionalProperties": {"$ref": "#/$defs/histogram"}
        }
      },
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "histogram": {
          "type": "object",
          "additionalProperties": false,
          "required": ["sum", "from", "bins"],
          "properties": {
            "zeros": {"description": "Values below a hundredth.", "$ref": "#/$defs/count"},
            "sum": {"description": "Of all values, in thousandths.", "$ref": "#/$defs/count"},
            "from": {
              "description": "The first bin. Bin k holds values from 10^((k - 1/2)/\(bins)) to 10^((k + 1/2)/\(bins)).",
              "type": "integer",
              "minimum": \(LogHistogram.lowestBin),
              "maximum": \(LogHistogram.highestBin)
            },
            "bins": {
              "type": "array",
              "maxItems": \(LogHistogram.highestBin - LogHistogram.lowestBin + 1),
              "items": {"$ref": "#/$defs/count"}
            }
          }
        }
      }
    }

    """
  }

  private static var bins: Int { LogHistogram.binsPerDecade }

  private static func list(_ names: [String]) -> String {
    "[\(names.map(textAsJSON).joined(separator: ", "))]"
  }
}
