import InkModel
import InkReport
import InkRun
import InkTestFixtures
import InkTrace
import Testing

extension EndToEnd {
  @Suite("Session files, from their making to a report") struct SessionFiles {
    @Test("A simulated session, written out plain or packed, gives the same exact metrics as its workload")
    func simulate() throws {
      let bench = try Bench()
      #expect(try bench.run(Bench.words("snapshot,sqlite", crashTrials: 6, output: "workload")).status == 0)
      let workload = try bench.report("workload")
      #expect(workload.cases.count == 2)
      for file in ["tiny.inksession", "tiny.inksession.gz"] {
        let simulated = try bench.run(["simulate", "tiny.json", "--output", file])
        #expect(simulated.status == 0, "\(simulated.errors)")
        let output = "out-" + file
        let run = try bench.run(Bench.words("snapshot,sqlite", crashTrials: 6, output: output, of: file))
        #expect(run.status == 0, "\(run.errors)")
        let written = try bench.report(output)
        #expect(workload.sessions[0].digest == written.sessions[0].digest, "\(file)")
        #expect(written.cases.count == 2)
        for (first, second) in zip(workload.cases, written.cases) {
          #expect(first.exactOfFiles == second.exactOfFiles, "\(file)")
          #expect(first.exact.count > 50)
          #expect(first.crash?.outcomes == second.crash?.outcomes, "\(file)")
          #expect(second.crash?.brokenCount == 0)
        }
      }
    }

    @Test("Recorded ink is imported, replayed and intact")
    func importInk() throws {
      let bench = try Bench()
      let strokes = (0..<12).map { row in
        let points = (0..<20).map { "\(50 + $0 * 3).5 \(60 + row * 20 + $0 % 3)" }.joined(separator: " ")
        return "<stroke tool=\"pen\" color=\"black\" width=\"1.41\">\(points)</stroke>"
      }
      let text = """
        <?xml version="1.0" standalone="no"?>
        <xournal creator="Xournal++ 1.2.3" fileversion="4"><title>Own</title>
        <page width="595.27" height="841.89"><background type="solid" color="#ffffffff" style="plain"/>
        <layer>\(strokes.prefix(8).joined(separator: "\n"))</layer></page>
        <page width="595.27" height="841.89"><background type="solid" color="#ffffffff" style="plain"/>
        <layer>\(strokes.suffix(4).joined(separator: "\n"))</layer></page>
        </xournal>
        """
      _ = try bench.directory.write(Array(text.utf8), to: "own.xopp")
      let imported = try bench.run(["import", "own.xopp", "--output", "own.inksession"])
      #expect(imported.status == 0, "\(imported.errors)")
      #expect(imported.output.contains("12 strokes, 240 points, 0 images on 2 pages"))
      let run = try bench.run(Bench.words("journal,sqlite", crashTrials: 6, of: "own.inksession"))
      #expect(run.status == 0, "\(run.errors)")
      let report = try bench.report()
      #expect(report.sessions[0].strokeCount == 12)
      #expect(report.sessions[0].pointCount == 240)
      for row in report.cases {
        #expect(row.verification?.outcome == .intact)
        #expect(row.verification?.elementsCompared == 12)
        #expect(row.crash?.brokenCount == 0)
      }
    }

    @Test("Recorded saves stand beside replayed ones, and ink without shapes is replayed and intact")
    func recordedAndRedacted() throws {
      let bench = try Bench()
      #expect(try bench.run(["simulate", "tiny.json", "--output", "tiny.inksession"]).status == 0)
      var session = try SessionFile.load(bench.path("tiny.inksession"))
      session.recordedSaves = (1...9).map {
        RecordedSave(
          startMilliseconds: 100, durationMicroseconds: 2_000 * $0, byteCount: 50_000, reason: .autosave)
      }
      try SessionFile.write(session, to: bench.path("device.inksession"))
      let redacted = try bench.run(["redact", "device.inksession", "--output", "safe.inksession"])
      #expect(redacted.status == 0, "\(redacted.errors)")
      var reports: [Report] = []
      for name in ["device", "safe"] {
        let run = try bench.run(
          Bench.words("snapshot,sqlite", crashTrials: 6, output: name, of: name + ".inksession"))
        #expect(run.status == 0, "\(run.errors)")
        reports.append(try bench.report(name))
        let text = String(decoding: try bench.directory.read(name + "/report.md"), as: UTF8.self)
        #expect(text.contains("## Recorded on the device"))
        #expect(text.contains("| recorded on the device"))
        #expect(text.contains("**Synthetic shapes:**") == (name == "safe"))
      }
      #expect(reports.map { $0.sessions[0].shapes } == ["original", "dropped"])
      for report in reports {
        #expect(report.sessions[0].recordedSaves.map(\.reason) == ["all", "autosave"])
        #expect(report.sessions[0].recordedSaves[0].p50Nanoseconds == 10_000_000)
        for row in report.cases {
          #expect(row.verification?.outcome == .intact)
          #expect(row.crash?.brokenCount == 0)
        }
      }
      // The same strokes of the same sizes at the same pauses.
      #expect(reports[0].sessions[0].strokeCount == reports[1].sessions[0].strokeCount)
      #expect(reports[0].sessions[0].pointCount == reports[1].sessions[0].pointCount)
      #expect(reports[0].sessions[0].digest != reports[1].sessions[0].digest)
    }

    @Test("A seed for a session file is refused, because it would change nothing")
    func seedOfFile() throws {
      let bench = try Bench()
      #expect(try bench.run(["simulate", "tiny.json", "--output", "a.inksession"]).status == 0)
      let run = try bench.run(Bench.words("null", of: "a.inksession", more: ["--seed", "3"]))
      #expect(run.status == 64)
    }
  }
}
