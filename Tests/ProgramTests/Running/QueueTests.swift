import PolicyGen
import TestSupport
import Testing

/// The generated queues, in an app whose process ends at every step once.
@Suite struct QueueTests {
  private static let policy = "Tests/Fixtures/Generation/queues.bgpolicy.yaml"

  /// No item is lost, none is transferred twice, and none stays for ever.
  @Test func survivesEachEndOfTheProcess() async throws {
    let lines = try await SharedProgram.ofPolicies.runQueues(of: "Queues").split(separator: "\n")
    #expect(lines.dropLast() == [])
    let ends = lines.last.flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }
    #expect(try #require(ends, "\(lines)") > 500)
  }

  /// Mistakes that the ends have to find.
  private static let mutations: [(name: String, old: String, new: String)] = [
    (
      "resumes a task before the file names it",
      "      item.task = task.taskIdentifier\n",
      "      task.resume()\n      item.task = task.taskIdentifier\n"
    ),
    ("submits before it knows the session's tasks", "guard isMatched else { return [] }", ""),
    (
      "keeps a task that no file names",
      "          task.cancel()\n        }\n      }\n      missing",
      "          task.resume()\n        }\n      }\n      missing"
    ),
    (
      "forgets an item before the handler has had it",
      "if let event = queues.event(of: id, in: queue) { await handling(event, identifier) }",
      "let event = queues.event(of: id, in: queue)\n_ = queues.finish(id, in: queue)\nif let event { await handling(event, identifier) }"
    ),
    (
      "writes files in parts", "let options: Data.WritingOptions = [\n      .atomic, ",
      "let options: Data.WritingOptions = [\n      "
    ),
  ]

  private static let mutants = SharedProgram {
    try mutations.enumerated().map { index, mutation in
      let text = try Project.text(policy).replacing("name: Queues", with: "name: Mutant\(index)q")
      let code = try DrivenCode(text, named: policy)
      let files = code.swift.map {
        GeneratedFile(path: $0.path, text: $0.text.replacing(mutation.old, with: mutation.new))
      }
      try #require(files != code.swift, "nothing has changed: \(mutation.name)")
      return DrivenApp(name: code.name, files: files, sessionGlue: code.app.sessionGlue)
    }
  }

  @Test(arguments: mutations.indices) func mistakeIsFound(_ index: Int) async throws {
    let found = try await Self.mutants.runQueues(of: "Mutant\(index)q", mostProblems: 1)
    #expect(found.hasPrefix("step "), "nothing reports that it \(Self.mutations[index].name): \(found)")
  }
}
