internal import InkModel
internal import InkReplay
internal import InkRun
internal import InkStorage
internal import InkTap

/// The bare cost of a save's bytes, beside the save.
struct BenchFloor {
  private let probe: FloorProbe.Pairwise

  /// Saves once to learn how many bytes a save writes, and gets ready to write as many.
  init(
    saving changes: ChangeSet, to store: BenchStore, durability: Durability = .powerDurable,
    in directory: String, watching: String
  ) throws(CommandFailure) {
    Tap.watch(directory: watching, roles: type(of: store.backend).traits.fileRoles)
    _ = try store.save(changes)
    let bytes = Tap.storeCounters().writtenBytes
    do throws(RunError) { try StoreCopy.makeDirectory(directory) } catch { throw CommandFailure(error) }
    do throws(ReplayError) {
      probe = try FloorProbe.Pairwise(bytes: Int(bytes), durability: durability, in: directory)
    } catch {
      throw CommandFailure(.diskFailed, error.description)
    }
  }

  /// Replaces the floor's file once, and says how long it took.
  func replace() throws(CommandFailure) -> UInt64 {
    do throws(ReplayError) { return try probe.replace() } catch {
      throw CommandFailure(.diskFailed, error.description)
    }
  }

  /// Appends to the floor's file once, and says how long it took.
  func append() throws(CommandFailure) -> UInt64 {
    do throws(ReplayError) { return try probe.append() } catch {
      throw CommandFailure(.diskFailed, error.description)
    }
  }
}
