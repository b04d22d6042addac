internal import FoundationEssentials
internal import InkReplay
internal import InkRun

/// The sync latency that this instrument measures, to what fio measures.
///
/// Method. 2,048 blocks of 4 KiB are written in place, one after the other, each followed by fdatasync, which
/// alone is timed: what fio does with the arguments below and calls its sync latency. Nine pairs, ABBA: who
/// goes first changes from pair to pair, so that a disk that grows slower charges both alike. The figure is
/// the median of the pairs' ratios of medians.
enum SyncFigures: FigureMeter {
  static let names = ["sync.to_fio"]

  private static let pairs = 9
  private static let fileBytes = 8 << 20
  private static let program = "fio"
  private static let words = [
    "--name=sync", "--rw=write", "--bs=4k", "--size=8m", "--overwrite=1", "--fdatasync=1", "--ioengine=psync",
    "--output-format=json",
  ]

  static func obstacle(_ name: String, in bench: Bench) -> String? {
    Program.path(of: program) == nil ? "fio is not installed (apt-get install fio)" : nil
  }

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let place = "\(bench.directory)/\(name)"
    var ratios: [Double] = []
    do throws(RunError) { try StoreCopy.makeDirectory(place) } catch { throw CommandFailure(error) }
    for pair in 0..<pairs {
      if pair.isMultiple(of: 2) {
        let own = try ownMedian(in: place)
        ratios.append(own / (try fioMedian(in: place)))
      } else {
        let other = try fioMedian(in: place)
        ratios.append(try ownMedian(in: place) / other)
      }
    }
    return .median(of: ratios)
  }

  private static func ownMedian(in place: String) throws(CommandFailure) -> Double {
    do throws(ReplayError) {
      var file = try SyncFile(path: place + "/own", byteCount: fileBytes)
      defer { file.remove() }
      var times: [UInt64] = []
      for _ in 0..<fileBytes / SyncFile.blockBytes { times.append(try file.sync()) }
      times.sort()
      return Double(times[times.count / 2])
    } catch {
      throw CommandFailure(.diskFailed, error.description)
    }
  }

  private static func fioMedian(in place: String) throws(CommandFailure) -> Double {
    let result = place + "/fio.json"
    guard let path = Program.path(of: program) else {
      throw CommandFailure(.unavailable, "fio is no longer installed")
    }
    do throws(RunError) {
      if let failure = try Program.run(path, words + ["--filename=\(place)/fio", "--output=\(result)"]) {
        throw RunError.child("fio did not end well: \(failure)")
      }
    } catch {
      throw CommandFailure(error)
    }
    guard let json = try? Data(contentsOf: URL(filePath: result)),
      let median = FioResult.syncMedian(json)
    else { throw CommandFailure(.internalError, "what fio wrote can't be read; its version may be another") }
    return median
  }
}

/// The part of fio's JSON that is used: the latencies of syncs, by percentile.
struct FioResult: Decodable {
  private struct Job: Decodable {
    var sync: Sync
  }

  private struct Sync: Decodable {
    var latency: Latency

    enum CodingKeys: String, CodingKey {
      case latency = "lat_ns"
    }
  }

  private struct Latency: Decodable {
    var percentile: [String: Double]
  }

  private var jobs: [Job]

  /// The median sync of the first job in nanoseconds; nil if the text has none.
  static func syncMedian(_ json: Data) -> Double? {
    let result = try? JSONDecoder().decode(FioResult.self, from: json)
    return result?.jobs.first?.sync.latency.percentile["50.000000"].flatMap { $0 > 0 ? $0 : nil }
  }
}
