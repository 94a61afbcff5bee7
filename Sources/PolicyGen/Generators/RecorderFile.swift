internal import PolicyModel

/// The file with the recorder of the app's background work.
enum RecorderFile {
  /// The file. `nil` if the policy does not ask for a record, or if there is nothing to record.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard isNeeded(by: policy, in: context) else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    writer.documentation(
      "The life of \(context.name) in the background, in a file that `bgpolicy calibrate` reads."
    )
    writer.block("nonisolated \(context.access)enum \(context.name)Record") { writer in
      writer.documentation("The recorder of this process.")
      writer.call(
        after: "\(context.access)static let shared = ", to: "BackgroundRecorder",
        arguments: [
          "app: \(SwiftText.literal(context.name))", "bundleIdentifier: \(context.bundleIdentifier)",
        ]
      )
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Record.swift"), text: writer.text)
  }

  /// Whether the app records something.
  static func isNeeded(by policy: Policy, in context: GenerationContext) -> Bool {
    context.isRecorded
      && (!policy.backgroundSessions.isEmpty || !policy.wakingPushes.isEmpty
        || !GeneratedTask.all(of: policy, in: context).isEmpty)
  }

  /// Writes the call with which the recorder begins. Writes nothing if the app does not record.
  static func writeLaunch(in context: GenerationContext, to writer: inout CodeWriter) {
    if context.isRecorded { writer.line("\(context.name)Record.shared.launch()") }
  }
}
