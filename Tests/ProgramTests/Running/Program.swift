import Foundation
import GenerationFixtures
import PolicyGen
import TestSupport

/// An app with generated code, and the code with which a driver calls it.
struct DrivenApp {
  let name: String
  /// Generated files. A mutant has changed files.
  let files: [GeneratedFile]
  /// The code between the app and the driver of sessions, pushes and background tasks. `nil` if the app uses
  /// no such driver.
  var sessionGlue: String?
  /// The code between the app and the driver of tasks. `nil` if the app uses no such driver.
  var taskGlue: String?
}

extension DrivenApp {
  /// The app with a runtime of its own. The names of the runtime's types begin with the app's name and `Own`. So in a program with several
  /// apps, this app's runtime can have a mistake that the runtimes of other apps don't have.
  var withOwnRuntime: DrivenApp {
    let types = Set(
      files.filter(\.isOfRuntime).flatMap { file in
        file.text.matches(
          of: /\n(?:  )?(?:nonisolated )?(?:public )?(?:final )?(?:struct|enum|class|protocol) (\w+)/
        ).map { String($0.1) }
      })
    func own(_ text: String) -> String {
      text.replacing(/\b[A-Z]\w*/) { types.contains(String($0.0)) ? "\(name)Own\($0.0)" : String($0.0) }
    }
    let files = files.map { file in
      let folder = file.path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
      let path = file.isOfRuntime ? "\(folder)\(name)Own\(file.name)" : file.path
      return GeneratedFile(path: path, text: file.path.hasSuffix(".swift") ? own(file.text) : file.text)
    }
    return DrivenApp(
      name: name, files: files, sessionGlue: sessionGlue.map(own), taskGlue: taskGlue.map(own))
  }
}

/// The generated code of several policies in one program, because building takes longer than running.
final class Program: Sendable {
  private let folder: ScratchFolder

  /// Builds the program. Throws the compiler's messages.
  init(_ apps: [DrivenApp]) async throws {
    folder = try ScratchFolder()
    var paths: [String] = []
    for app in apps {
      for file in app.files where file.path.hasSuffix(".swift") {
        // The apps share the runtime.
        let path = try folder.write(FakeSystem.asked(by: file.text), to: file.path)
        if !paths.contains(path) { paths.append(path) }
      }
      if let glue = app.sessionGlue { paths.append(try folder.write(glue, to: "\(app.name)Driven.swift")) }
      if let glue = app.taskGlue { paths.append(try folder.write(glue, to: "\(app.name)TaskApp.swift")) }
    }
    paths.append(try folder.write(Self.main(apps), to: "Main.swift"))
    let result = try await StubModules.built.linkDriven(paths, to: path)
    guard result.status == 0 else { throw Failure(description: result.errors) }
  }

  private var path: String { folder.path("driven") }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The main file of the program, which passes an app to its driver.
  private static func main(_ apps: [DrivenApp]) -> String {
    """
    import Dispatch
    import Driver
    import UIKit

    let taskApps: [String: TaskApp] = {
      var apps: [String: TaskApp] = [:]
    \(apps.filter { $0.taskGlue != nil }.map { "  apps[\"\($0.name)\"] = driven\($0.name)()\n" }.joined())
      return apps
    }()

    @MainActor private func drivenApp(_ name: String) -> (any DrivenApp)? {
      switch name {
      \(apps.filter { $0.sessionGlue != nil }.map { "case \"sessions/\($0.name)\": \($0.name)Driven()\n" }.joined())
      default: nil
      }
    }

    @main struct Main {
      static func main() {
        let isDone = MainActor.assumeIsolated {
          guard let app = drivenApp(CommandLine.arguments[1]) else { return false }
          if CommandLine.arguments[2] == "--queue" {
            for line in QueueDriver.shared.run(app, mostProblems: Int(CommandLine.arguments[3]) ?? 1) { print(line) }
            return true
          }
          if CommandLine.arguments[2] == "--life" {
            let numbers = CommandLine.arguments.dropFirst(3).compactMap { Int($0) }
            for line in QueueLife.shared.run(app, seed: UInt64(numbers[0]), steps: numbers[1]) { print(line) }
            return true
          }
          if CommandLine.arguments[2] == "--scenario" {
            for line in QueueScenarios.shared.run(CommandLine.arguments[3], of: app) { print(line) }
            return true
          }
          let script = try! String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
          for line in Driver.shared.run(app, script: script) { print(line) }
          return true
        }
        if isDone { return }
        Task { await TaskDriver.main() }
        dispatchMain()
      }
    }
    """
  }

  /// The outcome of a run of tasks.
  struct Run {
    let status: Int32
    let output: String

    /// The number of launches of the app for a task.
    var launches: Int {
      output.split(separator: "\n").count { $0.hasSuffix(" is launched") && !$0.contains("the app") }
    }

    /// The contracts that were broken.
    var violations: [String] {
      output.split(separator: "\n").compactMap { line in
        line.firstRange(of: "violation: ").map { String(line[$0.upperBound...]) }
      }
    }

    /// The broken contracts, followed by the output of the run.
    var report: String { violations.joined(separator: "\n") + "\n\n" + output }
  }

  /// Runs an app's tasks according to a script.
  fileprivate func runTasks(of app: String, _ script: EventScript, as bundleIdentifier: String?) throws -> Run
  {
    let scratch = try ScratchFolder()
    let script = try scratch.write(script.text, to: "script")
    let result = try BundledProgram(path, of: folder).run(
      [app, script], as: bundleIdentifier, in: scratch.path, environment: ["HOME": scratch.path])
    return Run(status: result.status, output: result.output + result.errors)
  }

  /// Runs an app with queues as the options of the program ask.
  fileprivate func runQueues(of app: String, _ options: [String]) throws -> String {
    let memory = "/dev/shm"
    // The run writes thousands of files, so it uses a file system in memory.
    let isThere = FileManager.default.isWritableFile(atPath: memory)
    let scratch = try isThere ? ScratchFolder(in: memory) : ScratchFolder()
    let result = try BundledProgram(path, of: folder).run(
      ["sessions/\(app)"] + options, as: nil, in: scratch.path,
      environment: [
        "HOME": scratch.path, "XDG_CACHE_HOME": scratch.path("caches"), "TMPDIR": scratch.path,
        "XDG_DATA_HOME": scratch.path(".local/share"),
      ])
    return result.status == 0 ? result.output : "status \(result.status): \(result.output)\(result.errors)"
  }

  /// Runs an app's sessions, pushes and background tasks according to a script.
  fileprivate func runSessions(of app: String, _ script: String, as bundleIdentifier: String?) throws
    -> String
  {
    let scratch = try ScratchFolder()
    let result = try BundledProgram(path, of: folder).run(
      ["sessions/\(app)", try scratch.write(script, to: "script")], as: bundleIdentifier, in: scratch.path,
      environment: [
        "HOME": scratch.path, "XDG_CACHE_HOME": scratch.path("caches"), "TMPDIR": scratch.path,
      ])
    return result.status == 0 ? result.output : "status \(result.status): \(result.output)\(result.errors)"
  }
}

/// A program that is built once, on demand, and is run by many tests.
///
/// Builds and runs have priority over tests that only wait for a thread. Otherwise, some builds and runs would come last, when no other
/// test uses the processors.
struct SharedProgram: Sendable {
  /// Every policy among the examples and fixtures.
  static let ofPolicies = SharedProgram {
    try PolicyFile.compiled.map { path in
      let text = try Project.text(path)
      var app = try DrivenCode(text, named: path).app
      let driven = try DrivenPolicy(path, text: text)
      if !driven.tasks.isEmpty { app.taskGlue = driven.glue }
      return app
    }
  }

  private let build: Task<Program, any Error>

  /// Starts building a program with apps.
  init(_ apps: @escaping @Sendable () throws -> [DrivenApp]) {
    build = Task(priority: .high) { try await Program(apps()) }
  }

  /// Runs an app's tasks according to a script.
  ///
  /// The fakes of tasks use the real clock, so a run mostly sleeps. It leaves the processor and the thread to
  /// other tests.
  func runTasks(
    of app: String, _ script: EventScript, as bundleIdentifier: String? = nil
  ) async throws -> Program.Run {
    let work = Task(priority: .high) {
      let program = try await build.value
      return try await SleepingWork.shared.run {
        try program.runTasks(of: app, script, as: bundleIdentifier)
      }
    }
    return try await work.value
  }

  /// Ends the process of an app with queues at each of its steps. Returns the problems and the number of
  /// ends.
  func runQueues(of app: String, mostProblems: Int = 20) async throws -> String {
    try await runQueues(of: app, ["--queue", "\(mostProblems)"])
  }

  /// Runs a scenario of an app with queues, and returns the problems.
  func runScenario(_ name: String, of app: String) async throws -> String {
    try await runQueues(of: app, ["--scenario", name])
  }

  /// Runs an app with queues, and its extension, through many steps that a seed decides. Returns the first problems and the number of
  /// items.
  func runLife(of app: String, seed: Int, steps: Int) async throws -> String {
    try await runQueues(of: app, ["--life", "\(seed)", "\(steps)"])
  }

  private func runQueues(of app: String, _ options: [String]) async throws -> String {
    let work = Task(priority: .high) { try await build.value.runQueues(of: app, options) }
    return try await work.value
  }

  /// Runs an app's sessions, pushes and background tasks according to a script. Returns the broken contracts,
  /// one on each line.
  func runSessions(
    of app: String, _ script: String, as bundleIdentifier: String? = nil
  ) async throws -> String {
    let work = Task(priority: .high) {
      try await build.value.runSessions(of: app, script, as: bundleIdentifier)
    }
    return try await work.value
  }
}
