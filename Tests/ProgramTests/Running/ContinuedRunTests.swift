import PolicyGen
import TestSupport
import Testing

/// Work that users start, in one call, whatever the system does with the request.
@Suite struct ContinuedRunTests {
  private static let policy = """
    schema: 1
    app: { name: Jobs, bundleIdentifier: com.example.jobs, deploymentTarget: { iOS: "16.0" }, sdk: "26.0" }
    tasks:
      export:
        type: continuedProcessing
        identifier: com.example.jobs.export.*
        title: Exporting
        subtitle: Preparing
        strategy: fail
        requiredResources: [gpu]
        trigger: userAction
      publish:
        { type: continuedProcessing, identifier: com.example.jobs.publish, title: T, subtitle: S, trigger: userAction }
    backgroundTasks: { save: {} }
    pushes: { changes: {} }
    """

  /// An app whose work takes 10 s, in several situations of its device.
  private static let program = """
    import BackgroundTasks
    import FakeDevice
    import UIKit

    func check(_ isolation: (any Actor)?) {
      if let isolation { print("violation: the work is on \\(isolation)") }
    }

    final class Work: JobsBackgroundHandler {
      func changes(_ push: SilentPush) async throws -> PushResult {
        check(#isolation)
        if push.userInfo["bad"] != nil { throw URLError(.badURL) }
        print("> changes")
        return .newData
      }
      func export(_ work: ContinuedWork) async throws {
        check(#isolation)
        print("> export \\(work.job), GPU \\(work.mayUseGPU), foreground \\(work.isInForegroundOnly)")
        if Task.isCancelled { print("> \\(work.job) is cancelled") }
        work.progress.totalUnitCount = 2
        work.progress.completedUnitCount = 1
        try await Task.sleep(nanoseconds: 10_000_000_000)
        if work.job == "bad" { throw URLError(.badURL) }
      }
      func publish(_ work: ContinuedWork) async throws {
        print("> publish, foreground \\(work.isInForegroundOnly)")
        work.progress.totalUnitCount = 1
        work.progress.completedUnitCount = 1
      }
    }

    final class Caller: @unchecked Sendable {
      var task: Task<Void, Never>?
    }

    @main @MainActor struct Jobs {
      static func main() {
        let system = FakeSystem.shared, scheduler = BGTaskScheduler.shared
        Executor.shared.install()
        let words = CommandLine.arguments.dropFirst()
        for task in ["com.example.jobs.export.*", "com.example.jobs.publish"] {
          system.add(task, to: "continued")
          if !words.contains("unlisted") { system.add(task, to: "permit") }
        }
        system.add("started", to: "action")
        if words.contains("gpu") { system.add("gpu", to: "resource") }
        if words.contains("busy") { system.add("yes", to: "busy") }
        if words.contains("old") { system.add("16.0", to: "system") }
        let background = JobsBackground.start(Work())
        system.phase = .foreground
        let caller = Caller()
        func run(_ job: String) -> Task<Void, Never> {
          Task {
            do {
              if job == "publish" {
                try await background.runPublish()
              } else {
                try await background.runExport(job) { work in
                  print("> \\(work.job) begins")
                  if work.job == "early" { caller.task?.cancel() }
                }
              }
              print("> \\(job) is done")
            } catch let error as URLError {
              print("> \\(job) fails: \\(error.code == .badURL)")
            } catch {
              print("> \\(job) fails: \\(error)")
            }
          }
        }
        var tasks: [Task<Void, Never>] = []
        for word in words {
          switch word {
          case "launch":
            if scheduler.isPending("com.example.jobs.export.a") { _ = scheduler.launch("com.example.jobs.export.a") }
          case "launch-early": _ = scheduler.launch("com.example.jobs.export.early")
          case "launch-bad": _ = scheduler.launch("com.example.jobs.export.bad")
          case "launch-publish": _ = scheduler.launch("com.example.jobs.publish")
          case "cancel": tasks.last?.cancel()
          case "cancel-first": tasks.first?.cancel()
          case "push":
            tasks.append(Task { print("> \\(await background.handlePush([:]))") })
          case "listen":
            BackgroundLog.receive { message in
              print("> \\(message.category): \\(message.text), detail \\(message.detail != nil)")
            }
          case "bad-push":
            tasks.append(Task { print("> \\(await background.handlePush(["bad": true]))") })
          case "save":
            tasks.append(
              Task {
                try? await JobsBackgroundTime.save {
                  check(#isolation)
                  print("> saved")
                }
              })
          case "wait": Device.shared.advance(by: 20)
          case "unlisted", "gpu", "busy", "old": break
          default:
            caller.task = run(word)
            if let task = caller.task { tasks.append(task) }
          }
          for _ in 0..<3 { Executor.shared.drain() }
        }
        print("> pending: \\(scheduler.lasting) \\(scheduler.isPending("com.example.jobs.export.a"))")
      }
    }
    """

  private static let app = Task(priority: .high) { () -> (folder: ScratchFolder, path: String) in
    let folder = try ScratchFolder()
    let code = try DrivenCode(policy, named: "jobs.bgpolicy.yaml")
    let paths = try code.swift.map { try folder.write(FakeSystem.asked(by: $0.text), to: $0.path) }
    let main = try folder.write(program, to: "Jobs.swift")
    let build = try await StubModules.built.link(
      ["-parse-as-library", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault"] + paths + [main],
      to: folder.path("jobs"))
    try #require(build.status == 0, "\(build.errors)")
    return (folder, folder.path("jobs"))
  }

  @Test(arguments: [
    ("gpu a launch wait", ["a begins", "export a, GPU true, foreground false", "a is done"]),
    ("a launch wait", ["a begins", "export a, GPU false, foreground false", "a is done"]),
    ("bad launch-bad wait", ["bad begins", "export bad, GPU false, foreground false", "bad fails: true"]),
    ("publish launch-publish", ["publish, foreground false", "publish is done"]),
    // The app does the work itself.
    ("busy a wait", ["a begins", "export a, GPU true, foreground true", "a is done"]),
    ("old a wait", ["a begins", "export a, GPU true, foreground true", "a is done"]),
    ("unlisted a wait", ["a begins", "export a, GPU true, foreground true", "a is done"]),
    ("old bad wait", ["bad begins", "export bad, GPU true, foreground true", "bad fails: true"]),
    ("old publish", ["publish, foreground true", "publish is done"]),
    // The caller cancels before and during the work.
    ("a cancel launch wait", ["a fails: CancellationError()"]),
    (
      "a launch cancel wait",
      ["a begins", "export a, GPU false, foreground false", "a fails: CancellationError()"]
    ),
    (
      "old a cancel wait",
      ["a begins", "export a, GPU true, foreground true", "a fails: CancellationError()"]
    ),
    // The caller cancels when the work begins.
    (
      "early launch-early wait",
      [
        "early begins", "export early, GPU false, foreground false", "early is cancelled",
        "early fails: CancellationError()",
      ]
    ),
    // Both calls wait for the same work, whenever the second call comes. Afterwards, the work can be started
    // again.
    (
      "a a launch wait",
      ["a begins", "a begins", "export a, GPU false, foreground false", "a is done", "a is done"]
    ),
    (
      "a launch a wait",
      ["a begins", "export a, GPU false, foreground false", "a begins", "a is done", "a is done"]
    ),
    // If one caller cancels, the work continues for the other caller, with and without the system.
    (
      "a launch a cancel wait",
      [
        "a begins", "export a, GPU false, foreground false", "a begins", "a fails: CancellationError()",
        "a is done",
      ]
    ),
    (
      "a launch a cancel-first wait",
      [
        "a begins", "export a, GPU false, foreground false", "a begins", "a fails: CancellationError()",
        "a is done",
      ]
    ),
    (
      "a launch a cancel cancel-first wait",
      [
        "a begins", "export a, GPU false, foreground false", "a begins", "a fails: CancellationError()",
        "a fails: CancellationError()",
      ]
    ),
    (
      "old a a cancel-first wait",
      [
        "a begins", "export a, GPU true, foreground true", "a begins", "a fails: CancellationError()",
        "a is done",
      ]
    ),
    (
      "busy a a wait",
      ["a begins", "export a, GPU true, foreground true", "a begins", "a is done", "a is done"]
    ),
    // Work that begins on the main actor continues on another executor.
    ("push save", ["changes", "newData", "saved"]),
    // The app receives the messages of the log.
    (
      "listen busy a wait",
      [
        "tasks: com.example.jobs.export.a can't go on in the background (Generated.TaskSubmissionError 4), detail true",
        "a begins", "export a, GPU true, foreground true", "a is done",
      ]
    ),
    ("listen bad-push", ["pushes: a push failed (NSURLErrorDomain -1000), detail true", "failed"]),
    (
      "a launch wait a launch wait",
      [
        "a begins", "export a, GPU false, foreground false", "a is done", "a begins",
        "export a, GPU false, foreground false", "a is done",
      ]
    ),
    ("a/b", ["a/b fails: a job has a character that identifiers can't have"]),
  ]) func oneCallRunsIt(_ words: String, _ expected: [String]) async throws {
    let app = try await Self.app.value
    let run = try Shell.run([app.path] + words.split(separator: " ").map(String.init))
    let lines = run.output.split(separator: "\n").map(String.init)
    // The executor of the tests runs all work on the main thread.
    let violations = lines.filter { $0.contains("violation") && !$0.hasSuffix("on the main thread") }
    #expect(run.status == 0 && violations == [], "\(run.output)\(run.errors)")
    let printed = lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    #expect(printed == expected + ["pending: [] false"], "\(run.output)")
  }
}
