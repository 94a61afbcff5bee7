internal import PlatformFacts
internal import PolicyModel

/// The file with the background tasks of `UIApplication` and the corresponding activities of extensions.
enum ApplicationTasks {
  /// The condition for `UIApplication`.
  static let hasApplication = "canImport(UIKit) && !os(watchOS)"

  /// The file. `nil` for a policy without background tasks of `UIApplication`.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let ofApp = policy.backgroundTasks.filter { $0.target.value == Policy.Target.app }
    let ofOthers = policy.backgroundTasks.filter { $0.target.value != Policy.Target.app }
    guard !policy.backgroundTasks.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: false)
    if !ofApp.isEmpty {
      writer.conditional(hasApplication) { $0.line("import UIKit") }
      writer.line()
    }
    writer.documentation(
      "The work that \(context.name) finishes before it is suspended.",
      PlatformFacts.backgroundTaskBegin.sentence)
    writer.text("nonisolated \(context.access)enum \(context.name)BackgroundTime {}")
    if !ofApp.isEmpty {
      writer.line()
      writer.conditional(hasApplication) { writeApplication(ofApp, in: context, to: &$0) }
    }
    if !ofOthers.isEmpty {
      writer.line()
      writer.conditional("!os(macOS)") { writeExtensions(ofOthers, in: context, to: &$0) }
    }
    let name = "\(context.name)BackgroundTasks.swift"
    return GeneratedFile(
      path: ofOthers.isEmpty ? context.processes.ofApp(name) : context.processes.shared(name),
      text: writer.text)
  }

  private static func writeApplication(
    _ tasks: [UIBackgroundTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.block("nonisolated extension \(context.name)BackgroundTime") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        document(
          task, rule: PlatformFacts.backgroundTaskBalance.sentence,
          without: "it also runs if the system grants no time, within the time that the app has", to: &writer)
        writeFunction(task, attribute: "@MainActor", in: context, to: &writer) {
          $0.call(after: "let assertion = ", to: "Assertion", arguments: [])
          $0.call(after: "try await assertion", to: ".run", arguments: [literal(task, in: context), "work"])
        }
      }
    }
    writer.line()
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.text(assertion)
  }

  private static func writeExtensions(
    _ tasks: [UIBackgroundTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.block("nonisolated extension \(context.name)BackgroundTime") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        document(
          task, rule: PlatformFacts.expiringActivity.sentence,
          without: "it is cancelled at once if the system grants no time", to: &writer)
        writeFunction(task, attribute: nil, in: context, to: &writer) {
          $0.line("let activity = ExpiringActivity()")
          $0.call(after: "try await activity", to: ".run", arguments: [literal(task, in: context), "work"])
        }
      }
    }
    writer.line()
    writer.text(activity)
  }

  private static func literal(_ task: UIBackgroundTask, in context: GenerationContext) -> String {
    context.literal(task.taskName?.value ?? task.name.value, at: task.taskName?.node)
  }

  private static func document(
    _ task: UIBackgroundTask, rule: String, without time: String, to writer: inout CodeWriter
  ) {
    writer.documentation(
      "Does the work of `\(SwiftText.comment(task.name.value))`, which may continue for a while in the background.",
      "\(rule) When the time is up, the work is cancelled.",
      "- Parameter work: The work; \(time).",
      "- Throws: The errors of the work.")
  }

  private static func writeFunction(
    _ task: UIBackgroundTask, attribute: String?, in context: GenerationContext, to writer: inout CodeWriter,
    _ body: (inout CodeWriter) -> Void
  ) {
    if let attribute { writer.line(attribute) }
    let name = SwiftName.escaped(SwiftName.of(task.name.value) ?? "_")
    writer.text(
      """
      \(context.access)static func \(name)(
        _ work: @escaping @Sendable () async throws -> Void
      ) async throws {
      """)
    writer.indented(body)
    writer.line("}")
  }

  /// The class that ends a background task exactly once.
  private static let assertion = """
    @MainActor
    private final class Assertion {
      // Swift's own type: an app may declare a type of this name.
      private typealias SwiftTask = _Concurrency.Task

      private var identifier = UIBackgroundTaskIdentifier.invalid
      private var isOver = false
      private var work: SwiftTask<Void, any Error>?

      func run(
        _ name: String,
        _ work: @escaping @Sendable () async throws -> Void
      ) async throws {
        begin(name)
        defer { end() }
        // A plain task would stay on the main actor if `NonisolatedNonsendingByDefault` is on.
        let task = SwiftTask.detached(priority: SwiftTask.currentPriority) { try await work() }
        self.work = task
        if isOver { task.cancel() }
        try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      }

      private func begin(_ name: String) {
        identifier = UIApplication.shared.beginBackgroundTask(withName: name) {
          self.work?.cancel()
          self.end()
        }
        // The time may have been up already.
        if isOver { end() }
      }

      private func end() {
        isOver = true
        guard identifier != .invalid else { return }
        UIApplication.shared.endBackgroundTask(identifier)
        identifier = .invalid
      }
    }
    """

  /// The class that keeps an extension running during its work.
  private static let activity = """
    nonisolated private final class ExpiringActivity: Sendable {
      // Swift's own type: an app may declare a type of this name.
      private typealias SwiftTask = _Concurrency.Task

      private let isOver = DispatchSemaphore(value: 0)

      func run(
        _ name: String,
        _ work: @escaping @Sendable () async throws -> Void
      ) async throws {
        let isOver = isOver
        let (begins, begin) = AsyncStream<Never>.makeStream()
        let task = SwiftTask {
          defer { isOver.signal() }
          for await _ in begins {}
          try await work()
        }
        ProcessInfo.processInfo.performExpiringActivity(withReason: name) { hasExpired in
          if hasExpired {
            task.cancel()
            isOver.signal()
          } else {
            begin.finish()
            // The activity lasts until this returns.
            isOver.wait()
          }
        }
        try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      }
    }
    """
}
