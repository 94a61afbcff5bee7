internal import PlatformFacts
internal import PolicyModel

/// The file with the scene modifier that runs tasks, for apps of SwiftUI.
enum TaskScene {
  /// The file; `nil` where no scene runs a task.
  static func file(of policy: Policy, _ target: GenerationTarget) -> GeneratedFile? {
    let tasks = GeneratedTask.all(of: policy, target).filter(\.isRunByScene)
    guard !tasks.isEmpty else { return nil }
    var writer = target.swiftFile(importing: ["SwiftUI"])
    writer.block("extension Scene") { writer in
      writer.documentation(
        "Runs \(target.name)'s background tasks, beside what the scene shows.",
        "SwiftUI registers their identifiers, and completes each task when its work returns; when the time is up, it cancels the Swift task (\(Citation.backgroundTaskModifier.title)).",
        "- Parameter handler: Does the work; it is kept for as long as the app runs.")
      writer.function(
        "\(target.access)func \(modifierName(target))", ["_ handler: any \(target.handler)"], "-> some Scene"
      ) { writer in
        for (index, task) in tasks.enumerated() { write(task, isFirst: index == 0, target, &writer) }
      }
    }
    writer.line()
    writeRun(target, &writer)
    return GeneratedFile(path: "\(target.name)Scene.swift", text: writer.text)
  }

  /// The name of the modifier: `photosBackgroundTasks`.
  static func modifierName(_ target: GenerationTarget) -> String {
    // The capitals of an acronym go together: URLBox becomes urlBox.
    let capitals = target.name.prefix { $0.isUppercase }
    let count = capitals.count > 1 && capitals.count < target.name.count ? capitals.count - 1 : capitals.count
    return target.name.prefix(count).lowercased() + target.name.dropFirst(count) + "BackgroundTasks"
  }

  private static func write(
    _ task: GeneratedTask, isFirst: Bool, _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    writeHead(of: task, isFirst ? "backgroundTask(" : ".backgroundTask(", target, &writer)
    writer.indented { writer in
      if task.isRequestedAgain {
        writer.closureCall("await \(target.name)TaskSubmission.next", ".\(task.swiftName)") {
          $0.memberCall("try await ", "\(target.name)TaskSubmission", task.swiftName)
        }
      }
      writer.closureCall("await runTask", ".\(task.swiftName)") {
        $0.line("try await handler.\(task.swiftName)()")
      }
    }
    writer.line("}")
  }

  /// Writes all up to the brace of a task's action, whose arguments go to lines of their own where there is no room.
  private static func writeHead(
    of task: GeneratedTask, _ call: String, _ target: GenerationTarget, _ writer: inout CodeWriter
  ) {
    let kind = task.type == .processing ? ".processingTask" : ".appRefresh"
    let (type, member) = ("\(target.name)TaskIdentifier", "\(task.swiftName).rawValue")
    if writer.fits("\(call)\(kind)(\(type).\(member))) {") {
      writer.line("\(call)\(kind)(\(type).\(member))) {")
      return
    }
    writer.line(call)
    writer.indented { writer in
      if writer.fits("\(kind)(\(type).\(member))") {
        writer.line("\(kind)(\(type).\(member))")
      } else {
        writer.line("\(kind)(")
        writer.indented { writer in
          writer.line(type)
          writer.indented { $0.line(".\(member)") }
        }
        writer.line(")")
      }
    }
    writer.line(") {")
  }

  /// Writes what becomes of work that throws.
  private static func writeRun(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation("Runs work whose failure SwiftUI has no way to hear of.")
    writer.function(
      "private func runTask",
      ["_ identifier: \(target.name)TaskIdentifier", "_ work: () async throws -> Void"], "async"
    ) { writer in
      writer.line("do {")
      writer.line("  try await work()")
      writer.line("} catch {")
      writer.indented { TaskLog.write("has failed", target, &$0) }
      writer.line("}")
    }
  }
}
