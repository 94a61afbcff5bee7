import PolicyGen
import TestSupport
import Testing

/// The queues of the runtime, in an app whose process ends once at every step, in hard scenarios, and in long runs of random steps.
@Suite struct QueueTests {
  private static let policy = "Tests/Fixtures/Generation/queues.bgpolicy.yaml"

  /// No item is lost, transferred twice, or kept forever.
  @Test func survivesEachEndOfTheProcess() async throws {
    let lines = try await Self.program.runQueues(of: "Queues").split(separator: "\n")
    #expect(lines.dropLast() == [])
    let ends = lines.last.flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }
    #expect(try #require(ends, "\(lines)") > 500)
  }

  @Test(arguments: [
    "the app has looked at the extension's queue", "an item waits for a day",
    "an item waits for a day, one at a time", "a slow item", "files can't be read at launch",
    "background updates are off", "the app adds to the extension's queue",
    "the app ends with an end of the extension's", "the extension adds again", "the extension submits",
    "a token is refused", "data outlives its request", "a URL expires", "files have secrets",
    "ten thousand items", "the app makes its sessions twice", "the extension looks at the app's queue",
    "the app empties the extension's queue", "a person signs in again",
    "a receiver of the log looks at the queue", "a receiver of the log hears of a missing header",
    "the app adds a failed item again", "an item is another one when its request is made",
    "an item that is not wanted is another one by then", "a file arrives for a removed item",
    "an error has a reason", "the handler submits in an event",
    "files of lost downloads are removed", "the submission is cancelled",
    "the app empties the extension's queue while an item is made",
    "a person signs out before the first unlock",
  ]) func fillsEachPlaceAndCancelsNothing(_ scenario: String) async throws {
    let broken = try await Self.program.runScenario(scenario, of: "Queues")
    #expect(broken == "", "\(broken)")
  }

  /// Two processes take steps in an order that a seed decides.
  @Test(arguments: 1...4) func keepsItsPromisesThroughALife(_ seed: Int) async throws {
    let lines = try await Self.program.runLife(of: "Queues", seed: seed, steps: 2_500).split(separator: "\n")
    #expect(lines.dropLast() == [])
    let items = lines.last.flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }
    #expect(try #require(items, "\(lines)") > 100)
  }

  /// A mistake, put into the runtime by changing its text.
  private struct Mistake {
    let name: String
    let changes: [(old: String, new: String)]
    /// The seed of the random run that finds the mistake.
    var seed: Int?
    /// The scenario that finds the mistake. Without a seed and a scenario, the ends of the process at each step find the mistake.
    var scenario: String?
  }

  private static let mistakes = allMistakes.sampled

  private static let allMistakes = [
    Mistake(
      name: "resumes a task before the file names it",
      changes: [
        (
          "        item.task = task.taskIdentifier\n",
          "        task.resume()\n        item.task = task.taskIdentifier\n"
        )
      ]),
    Mistake(
      name: "keeps a task that no file names",
      changes: [
        (
          "          task.cancel()\n        }\n      }\n      let known",
          "          task.resume()\n        }\n      }\n      let known"
        )
      ]),
    Mistake(
      name: "forgets an item before the handler has had it",
      changes: [
        (
          "if let event = queue.event(of: id) { await sessions.handle(event, of: queue.session) }",
          "let event = queue.event(of: id)\nqueue.finish(id)\nif let event { await sessions.handle(event, of: queue.session) }"
        )
      ]),
    Mistake(
      name: "writes files in parts",
      changes: [
        (
          "let options: Data.WritingOptions = [\n        .atomic, ",
          "let options: Data.WritingOptions = [\n        "
        )
      ]),
    Mistake(
      name: "cancels another process's tasks by a list that is no longer true",
      changes: [
        ("guard !isLoaded || isShared else", "guard !isLoaded else"),
        ("if isOwned { claim(tasks) }", "claim(tasks)"),
      ], seed: 1),
    Mistake(
      name: "lets an item wait in the session, in the place of another",
      changes: [
        (
          "max(item.earliest ?? .distantPast, postponed[item.id]?.until ?? .distantPast)",
          "postponed[item.id]?.until ?? .distantPast"
        ), (" && !$0.isDelayed(at: now)", ""),
        ("!ids.isEmpty, queue.recall()", "false"),
      ], seed: 1),
    Mistake(
      name: "cancels the tasks of a queue that it can't read",
      changes: [
        (
          "          isMatched = false\n          notes.append((\"a queue can't be read now\", error))\n          return nil\n",
          ""
        )
      ], seed: 1),
    Mistake(
      name: "waits in an event for what comes after the event",
      changes: [("if SessionDelivery.session != session.rawValue {", "if true {")],
      scenario: "the handler submits in an event"),
    Mistake(
      name: "submits before it knows the session's tasks",
      changes: [("guard isOwned, isMatched else { return [] }", "guard isOwned else { return [] }")],
      scenario: "the extension adds again"),
    Mistake(
      name: "believes a list of the session's tasks that is older than a task",
      changes: [("if let count, count != created { return nil }", "")],
      scenario: "the extension adds again"),
    Mistake(
      name: "trusts what it knew before another process had the session",
      changes: [("      for queue in queues { queue.doubt() }\n", "")],
      scenario: "the app ends with an end of the extension's"),
    Mistake(
      name: "returns before the session has the items",
      changes: [("queue.isReady ? queue.currentCallers : []", "queue.currentCallers")],
      scenario: "the extension submits"),
    Mistake(
      name: "asks for a refused token without a wait",
      changes: [("tries > 0 { wait", "tries < 0 { wait")], scenario: "a token is refused"),
    Mistake(
      name: "makes an item with a refused token long before its time",
      changes: [(" && $0.failure?.advice != .withNewRequest", "")], scenario: "a token is refused"),
    Mistake(
      name: "does not say why it asks again",
      changes: [("(item.entry, item.failure?.full)", "(item.entry, nil)")], scenario: "a token is refused"),
    Mistake(
      name: "goes on with a request that is not valid any more",
      changes: [("Date() >= requested", "Date() < requested")], scenario: "data outlives its request"),
    Mistake(
      name: "gives up an item whose URL has expired",
      changes: [("isExpired(item), let status", "false, let status")], scenario: "a URL expires"),
    Mistake(
      name: "writes a file for each item", changes: [("isShared ? 1 : 100", "1")],
      scenario: "ten thousand items"),
    Mistake(
      name: "keeps the URL of a request",
      changes: [("task.originalURL.flatMap(Self.withoutSecrets)", "task.originalURL")],
      scenario: "files have secrets"),
    Mistake(
      name: "keeps all header fields of an answer",
      changes: [("task.response.map(Self.withoutSecrets)", "task.response")],
      scenario: "files have secrets"),
    Mistake(
      name: "makes a session a second time",
      changes: [("if let other = claims[identifier]?.router, other !== router { return false }", "")],
      scenario: "the app makes its sessions twice"),
    Mistake(
      name: "adds to the queue of another router",
      changes: [("sessions?.carries(identifier) ?? table.isOwned(identifier)", "table.isOwned(identifier)")],
      scenario: "the app makes its sessions twice"),
    Mistake(
      name: "keeps the extension's items where the app can't read them",
      changes: [
        (
          "      guard let group = transfer.group else {",
          "      guard let group = transfer.group, group.isEmpty else {"
        )
      ],
      scenario: "the app has looked at the extension's queue"),
    Mistake(
      name: "leaves the transfers of removed items to the session",
      changes: [
        (
          "        } else {\n          task.cancel()\n        }\n      }\n      let known",
          "        }\n      }\n      let known"
        )
      ],
      scenario: "the app empties the extension's queue"),
    Mistake(
      name: "makes an item wait after a person has signed in",
      changes: [("      locked { postponed = [:] }\n", "")], scenario: "a person signs in again"),
    Mistake(
      name: "logs while it holds its lock",
      changes: [
        (
          "        self.notes = []\n        lock.unlock()\n        for note in notes {\n          log.error(note.text, note.error)\n        }\n",
          "        self.notes = []\n        for note in notes {\n          log.error(note.text, note.error)\n        }\n        lock.unlock()\n"
        )
      ],
      scenario: "a receiver of the log looks at the queue"),
    Mistake(
      name: "logs a missing header while it holds its lock",
      changes: [
        (
          "        guard let task = create(item.resumeData) else { return false }\n",
          "        for field in transfer.rules.headerFields { log.error(field) }\n        guard let task = create(item.resumeData) else { return false }\n"
        ), ("    private let log: BackgroundLog\n", "    let log: BackgroundLog\n"),
      ],
      scenario: "a receiver of the log hears of a missing header"),
    Mistake(
      name: "loses an item that its handler adds again",
      changes: [("let isWanted = again.remove(id) != nil", "let isWanted = false")],
      scenario: "the app adds a failed item again"),
    Mistake(
      name: "sends an item again at once",
      changes: [("max(failure.retryAfter ?? 0, Self.wait(before: 1))", "failure.retryAfter ?? 0")],
      scenario: "the app adds a failed item again"),
    Mistake(
      name: "sends the request of a removed item",
      changes: [("item.entry == entry, item.task == nil", "item.task == nil")],
      scenario: "an item is another one when its request is made"),
    Mistake(
      name: "drops an item for another one with its identifier",
      changes: [("if items[id]?.entry == entry { forget([id]) }", "forget([id])")],
      scenario: "an item that is not wanted is another one by then"),
    Mistake(
      name: "keeps the file of a removed item",
      changes: [("item.task == task, item.end == nil else { return }", "item.end == nil else { return }")],
      scenario: "a file arrives for a removed item"),
    Mistake(
      name: "forgets the reason of an error",
      changes: [("underlying: domain.map { NSError(domain: $0, code: number ?? code) }", "underlying: nil")],
      scenario: "an error has a reason"),
  ]

  /// The unchanged app, and an app for each mistake.
  private static let program = SharedProgram {
    [try DrivenCode(try Project.text(policy), named: policy).app]
      + (try mistakes.enumerated().map { index, mistake in
        let text = try Project.text(policy).replacing("name: Queues", with: "name: Mutant\(index)q")
        let code = try DrivenCode(text, named: policy)
        var files = code.swift
        for change in mistake.changes {
          let changed = files.map {
            GeneratedFile(path: $0.path, text: $0.text.replacing(change.old, with: change.new))
          }
          try #require(changed != files, "nothing has changed: \(mistake.name): \(change.old)")
          files = changed
        }
        return DrivenApp(name: code.name, files: files, sessionGlue: code.app.sessionGlue).withOwnRuntime
      })
  }

  @Test(arguments: mistakes.indices) func mistakeIsFound(_ index: Int) async throws {
    let mistake = Self.mistakes[index]
    if let scenario = mistake.scenario {
      let found = try await Self.program.runScenario(scenario, of: "Mutant\(index)q")
      return #expect(found != "", "nothing reports that it \(mistake.name)")
    }
    let found =
      if let seed = mistake.seed {
        try await Self.program.runLife(of: "Mutant\(index)q", seed: seed, steps: 2_500)
      } else {
        try await Self.program.runQueues(of: "Mutant\(index)q", mostProblems: 1)
      }
    #expect(found.hasPrefix("step "), "nothing reports that it \(mistake.name): \(found)")
  }
}
