import Foundation
import InkReport
import InkTap
import InkTestFixtures
import Testing

@testable import InkRun

extension EndToEnd {
  @Suite("The doctor") struct Doctors {
    private func report(_ output: String) throws -> DoctorReport {
      try JSONDecoder().decode(DoctorReport.self, from: Data(output.utf8))
    }

    @Test("It says what it saw in text and as JSON of its schema, and leaves nothing behind")
    func whole() throws {
      let bench = try Bench()
      try FileManager.default.createDirectory(atPath: bench.path("disk"), withIntermediateDirectories: false)
      _ = try bench.directory.write(Array("mine".utf8), to: "disk/letter.txt")
      let text = try bench.run(["doctor", "--store", "disk"])
      #expect(text.status == 0, "\(text.errors)")
      for words in [
        "\ngood tap: ", " build: this is a debug build", "\nBare costs on this disk\n", "fingerprint",
      ] {
        #expect(text.output.contains(words), "\(words)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path("disk")) == ["letter.txt"])

      let json = try bench.run(["doctor", "--store", "disk", "--json"])
      #expect(json.status == 0 && json.errors.isEmpty)
      let report = try report(json.output)
      #expect(report.schema == "inkbench-doctor/1" && report.verdict == .bad)
      #expect(
        report.diagnoses.map(\.topic) == [
          "build", "processor", "virtualisation", "noise", "clock", "file system", "disk", "sync latency",
          "free space", "tap", "allocations", "SQLite", "tools",
        ])
      #expect(report.machine.floors.map(\.kind) == MachineFloor.Kind.allCases)
      #expect(report.clock.readingNanoseconds > 0)
      guard JSONSchemaChecker.isInstalled else { return }
      let good = json.output.replacing("\n", with: " ")
      let changes = [("doctor/1", "doctor/2"), ("\"bad\"", "\"ugly\""), ("\"topic\"", "\"theme\"")]
      let lines = ([good] + changes.map { good.replacing($0, with: $1) }).map { $0 + "\n" }.joined()
      let path = try bench.directory.write(Array(lines.utf8), to: "reports")
      let schema = try bench.directory.write(Array(DoctorReport.jsonSchema.utf8), to: "schema.json")
      let checked = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script, schema, path]))
      #expect(checked.output == (2...changes.count + 1).map { "reports \($0)\n" }.joined())
    }

    @Test("A run has readings before and after its rounds, and the doctor's fingerprint")
    func sameFingerprint() throws {
      let bench = try Bench()
      #expect(try bench.run(Bench.words("snapshot", crashTrials: 0)).status == 0)
      let machine = try bench.report().machine
      #expect(machine.noise.map(\.moment) == [.before, .after])
      #expect(machine.floors.map(\.kind) == MachineFloor.Kind.allCases)
      #expect(machine.floors.allSatisfy { $0.count > 0 && $0.readings.count == 2 })
      let doctor = try report(bench.run(["doctor", "--json"]).output)
      #expect(doctor.machine.fingerprint == machine.fingerprint)
      #expect(machine.fingerprint?.count == 32)
    }

    @Test("A place that can't be written ends in a sentence and the code of a failed disk")
    func unwritable() throws {
      let run = try Bench().run(["doctor", "--store", "/proc/inkbench"])
      #expect(run.status == 74)
      #expect(run.errors.hasPrefix("inkbench: making a directory failed on '/proc/inkbench'"))
      #expect(run.output.isEmpty)
    }

    @Test("Directories that it makes on the way to the store's go again")
    func parents() throws {
      let bench = try Bench()
      let run = try bench.run(["doctor", "--store", "missing/deep/path"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(!bench.exists("missing"))
    }

    @Test("Without fio its figure is left out with the reason, and no number takes its place")
    func withoutFio() throws {
      let bench = try Bench()
      let run = try RunningBench(
        path: "/usr/bin/env",
        ["PATH=/nowhere", Built.path(of: "inkbench"), "bench", "sync.to_fio", "--json"],
        in: bench.directory
      ).end()
      #expect(run.status == 0)
      #expect(run.errors.contains("sync.to_fio is left out: fio is not installed (apt-get install fio)\n"))
      #expect(!run.output.contains("sync.to_fio"))
    }
  }
}
