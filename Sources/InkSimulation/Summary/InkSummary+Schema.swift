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
          "propertyNames": {"enum": \(list(Count.summarised.map(\.rawValue)))},
          "additionalProperties": {"$ref": "#/$defs/count"},
          "required": ["sessions"]
        },
        "tallies": {
          "description": "How often each value was seen of what takes few values; the most frequent ones alone.",
          "type": "object",
          "propertyNames": {"enum": \(list(Tally.summarised.map(\.rawValue)))},
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
          "propertyNames": {"enum": \(list(Measure.summarised.map(\.rawValue)))},
          "additionalProperties": {"$ref": "#/$defs/histogram"}
        }
      },
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "histogram": {
          "description": "Zeros, sum, first bin, and how many values each bin from there on has.",
          "type": "array",
          "minItems": 3,
          "maxItems": \(3 + binsMax),
          "prefixItems": [
            {"description": "Values below a hundredth.", "$ref": "#/$defs/count"},
            {"description": "The sum of all values, in thousandths.", "$ref": "#/$defs/count"},
            {
              "description": "Bin k holds values from 10^((k - 1/2)/\(bins)) to 10^((k + 1/2)/\(bins)).",
              "type": "integer",
              "minimum": \(LogHistogram.lowestBin),
              "maximum": \(LogHistogram.highestBin)
            }
          ],
          "items": {
            "description": "The values in a bin; -n stands for n empty bins in a row.",
            "type": "integer",
            "minimum": \(1 - binsMax)
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
