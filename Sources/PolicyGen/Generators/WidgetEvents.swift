internal import PlatformFacts
internal import PolicyModel

/// The files with view modifiers with which widgets handle the events of their sessions.
enum WidgetEvents {
  /// The file of each widget with a background session.
  static func files(of policy: Policy, in context: GenerationContext) -> [GeneratedFile] {
    context.processes.others.compactMap { process in
      guard let target = policy.target(named: process.target), target.type?.value == .widget,
        policy.backgroundSessions.contains(where: { $0.target.value == process.target })
      else { return nil }
      return file(of: process, target, in: context)
    }
  }

  private static func file(
    of process: GeneratedProcess, _ target: Policy.Target, in context: GenerationContext
  ) -> GeneratedFile {
    let availability = PlatformFacts.widgetSessionEventsAvailability.value
    let leftOut = LeftOutPlatforms(target.platforms, of: context.deploymentTarget, availability)
    var writer = context.swiftFile(importing: [], usesRuntime: false)
    writer.conditional(
      ["canImport(WidgetKit)", leftOut.condition].compactMap(\.self).joined(separator: " && ")
    ) {
      writer in
      writer.line("import SwiftUI")
      writer.line("import WidgetKit")
      writer.line()
      writer.block("extension WidgetConfiguration") { writer in
        writer.documentation(
          "Hands over the events of the sessions of the target `\(SwiftText.comment(process.target))`, for which the system launches the widget's extension instead of the app.",
          "- Parameter background: The value that `\(process.typeName)Background.start` returns.")
        if let condition = AvailabilityCondition(availability, on: context.deploymentTarget) {
          writer.line("@available(\(condition.versions))")
        }
        writer.function(
          "\(context.access)func \(modifierName(of: process))",
          parameters: ["_ background: \(process.typeName)Background"], effects: "-> some WidgetConfiguration"
        ) { writer in
          writer.text(
            """
            onBackgroundURLSessionEvents(
              matching: { @Sendable identifier in background.owns(identifier) }
            ) { @Sendable identifier, completion in
              // WidgetKit promises no thread for it.
              nonisolated(unsafe) let completion = completion
              _Concurrency.Task { @MainActor in
                background.handleEvents(
                  forSession: identifier, completionHandler: completion)
              }
            }
            """)
        }
      }
    }
    return GeneratedFile(
      path: "\(process.folder)/\(process.typeName)Events.swift", text: writer.text)
  }

  /// The name of the modifier, such as `photosWidgetBackgroundEvents`.
  private static func modifierName(of process: GeneratedProcess) -> String {
    TaskScene.memberName(process.typeName) + "BackgroundEvents"
  }
}
