import Foundation
import TestSupport

/// The generated code of several policies in one program, since building takes longer than running.
final class Program: Sendable {
  private let folder: ScratchFolder

  /// Builds it; throws what the compiler says.
  init(_ apps: [DrivenPolicy]) throws {
    folder = try ScratchFolder()
    var paths: [String] = []
    var registry = "let taskApps: [String: TaskApp] = {\n  var apps: [String: TaskApp] = [:]\n"
    for app in apps {
      for file in app.files where file.path.hasSuffix(".swift") {
        paths.append(try folder.write(file.text, to: file.path))
      }
      paths.append(try folder.write(app.glue, to: "\(app.name)Driven.swift"))
      registry += "  apps[\"\(app.name)\"] = driven\(app.name)()\n"
    }
    paths.append(try folder.write(registry + "  return apps\n}()\n", to: "TaskApps.swift"))
    let result = try StubModules.shared.get().linkTasks(paths, to: folder.path("TaskDriver"))
    guard result.status == 0 else { throw Failure(message: result.errors) }
  }

  private struct Failure: Error {
    let message: String
  }

  /// What came of a run.
  struct Run {
    let status: Int32
    let output: String

    /// How often the app was launched for a task.
    var launches: Int {
      output.split(separator: "\n").count { $0.hasSuffix(" is launched") && !$0.contains("the app") }
    }

    /// The contracts that were broken.
    var violations: [String] {
      output.split(separator: "\n").compactMap { line in
        line.firstRange(of: "violation: ").map { String(line[$0.upperBound...]) }
      }
    }

    /// The broken contracts, with what happened before.
    var report: String { violations.joined(separator: "\n") + "\n\n" + output }
  }

  /// Runs an app by a script.
  func run(
    _ app: String, _ script: EventScript, as bundleIdentifier: String? = nil
  ) throws -> Run {
    let scratch = try ScratchFolder()
    let path = try scratch.write(script.text, to: "script")
    let result = try BundledProgram(folder.path("TaskDriver"), of: folder).run(
      [app, path], as: bundleIdentifier)
    return Run(status: result.status, output: result.output + result.errors)
  }
}
