internal import PolicyModel

/// The file with the background tasks of `UIApplication` and the corresponding activities of extensions.
enum ApplicationTasks {
  /// The compilation condition under which `UIApplication` exists.
  static let hasApplication = "canImport(UIKit) && !os(watchOS)"

  /// The file. `nil` for a policy without background tasks of `UIApplication`.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let ofApp = policy.backgroundTasks.filter { $0.target.value == Policy.Target.app }
    let ofOthers = policy.backgroundTasks.filter { $0.target.value != Policy.Target.app }
    guard !policy.backgroundTasks.isEmpty else { return nil }
    var writer = context.swiftFile(importing: [], usesRuntime: true)
    let summary = "The work that \(context.name) finishes before it is suspended."
    if ofOthers.isEmpty {
      writer.conditional(hasApplication) { writer in
        writer.documentation(summary)
        writeApplication(ofApp, by: "enum", in: context, to: &writer)
      }
    } else {
      writer.documentation(summary)
      writer.text("nonisolated \(context.access)enum \(context.name)BackgroundTime {}")
      if !ofApp.isEmpty {
        writer.line()
        writer.conditional(hasApplication) { writeApplication(ofApp, by: "extension", in: context, to: &$0) }
      }
      writer.line()
      writer.conditional("!os(macOS)") { writeExtensions(ofOthers, in: context, to: &$0) }
    }
    let name = "\(context.name)BackgroundTasks.swift"
    return GeneratedFile(
      path: ofOthers.isEmpty ? context.processes.ofApp(name) : context.processes.shared(name),
      text: writer.text)
  }

  private static func writeApplication(
    _ tasks: [UIBackgroundTask], by declaration: String, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    let access = declaration == "enum" ? context.access : ""
    write(
      tasks, in: "\(access)\(declaration)", attribute: "@MainActor", by: "BackgroundAssertion", in: context,
      to: &writer)
  }

  private static func writeExtensions(
    _ tasks: [UIBackgroundTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    write(tasks, in: "extension", attribute: nil, by: "ExpiringActivity", in: context, to: &writer)
  }

  /// Writes a function for each task. The function calls a type of the runtime, which does the work.
  private static func write(
    _ tasks: [UIBackgroundTask], in declaration: String, attribute: String?, by type: String,
    in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.block("nonisolated \(declaration) \(context.name)BackgroundTime") { writer in
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.documentation(
          "Does the work of `\(SwiftText.comment(task.name.value))`, also in the background until the system cancels it."
        )
        if let attribute { writer.line(attribute) }
        writer.function(
          "\(context.access)static func \(SwiftName.escaped(SwiftName.of(task.name.value) ?? "_"))",
          parameters: ["_ work: @escaping @Sendable () async throws -> Void"], effects: "async throws"
        ) {
          $0.call(after: "try await ", to: "\(type)().run", arguments: [literal(task, in: context), "work"])
        }
      }
    }
  }

  private static func literal(_ task: UIBackgroundTask, in context: GenerationContext) -> String {
    context.literal(task.taskName?.value ?? task.name.value, at: task.taskName?.node)
  }
}
