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
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
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
          $0.call(after: "let assertion = ", to: "BackgroundAssertion", arguments: [])
          $0.call(after: "try await assertion", to: ".run", arguments: [literal(task, in: context), "work"])
        }
      }
    }
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
}
