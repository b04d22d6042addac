import InkReport
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("Session files, from their making to a report") struct SessionFiles {
    @Test(
      "A simulated session, written out, gives the same exact metrics as its workload",
      arguments: ["", ".gz"])
    func simulate(ending: String) throws {
      let bench = try Bench()
      let file = "tiny.inksession" + ending
      let simulated = try bench.run(["simulate", "tiny.json", "--output", file])
      #expect(simulated.status == 0, "\(simulated.errors)")
      #expect(try bench.run(Bench.words("snapshot,sqlite", crashTrials: 6, output: "workload")).status == 0)
      let run = try bench.run(Bench.words("snapshot,sqlite", crashTrials: 6, output: "file", of: file))
      #expect(run.status == 0, "\(run.errors)")
      let (workload, written) = (try bench.report("workload"), try bench.report("file"))
      #expect(workload.sessions[0].digest == written.sessions[0].digest)
      #expect(workload.cases.count == 2)
      for (first, second) in zip(workload.cases, written.cases) {
        #expect(first.exact == second.exact)
        #expect(first.exact.count > 50)
        #expect(first.crash?.outcomes == second.crash?.outcomes)
        #expect(second.crash?.brokenCount == 0)
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

    @Test("A seed for a session file is refused, because it would change nothing")
    func seedOfFile() throws {
      let bench = try Bench()
      #expect(try bench.run(["simulate", "tiny.json", "--output", "a.inksession"]).status == 0)
      let run = try bench.run(Bench.words("null", of: "a.inksession", more: ["--seed", "3"]))
      #expect(run.status == 64)
    }
  }
}
