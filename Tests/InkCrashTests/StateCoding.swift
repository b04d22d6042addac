import FoundationEssentials
import InkCrash

extension CrashState {
  func json() throws -> Data { try JSONEncoder().encode(self) }

  static func read(_ json: Data) throws -> CrashState {
    try JSONDecoder().decode(CrashState.self, from: json)
  }
}
