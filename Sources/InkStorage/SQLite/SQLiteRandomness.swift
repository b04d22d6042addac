internal import CSQLite

/// The random numbers that SQLite draws by itself: the salts of a write-ahead log, the nonce of a rollback
/// journal.
///
/// They are of the process, not of a connection. Stores leave them alone: a salt that comes again can bring
/// old frames back. A lab that replays the same calls in several processes, and compares what they leave to
/// the byte, makes them repeat.
package enum SQLiteRandomness {
  /// Makes the numbers of this process follow from a seed.
  package static func follow(_ seed: UInt64) {
    // 0 would mean that the system's random numbers are used.
    let number = Int32(truncatingIfNeeded: seed & 0x3FFF_FFFF) | 0x4000_0000
    let code = inkbench_sqlite_seed_randomness(number)
    precondition(code == SQLITE_OK, "SQLite knows no seed: it is older than 3.29")
  }
}
