internal import PlatformFacts
internal import PolicyModel

/// The part of a continued processing task that the app uses.
enum ContinuedWork {
  /// Writes a struct that shows the work's progress and title.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    let access = context.access
    let asksForGPU = tasks.contains(where: \.asksForGPU)
    writer.documentation("A piece of work that a person has started and may watch in the system's interface.")
    writer.type(
      "nonisolated \(access)struct \(context.name)ContinuedWork", inheriting: "@unchecked Sendable"
    ) { writer in
      writer.text(
        """
        private let task: BGTask?

        /// The identifier of its request.
        \(access)let identifier: \(context.name)TaskIdentifier

        """)
      writer.documentation(
        "The progress of the work. Set `totalUnitCount` first and update `completedUnitCount`: the system ends work that shows no progress (\(Citation.taskHeader.title))."
      )
      writer.line("\(access)let progress: Progress")
      writer.line()
      if asksForGPU {
        writer.documentation(
          "Whether it may use the GPU: in the foreground always, and in the background if the device lends it."
        )
        writer.line("\(access)let mayUseGPU: Bool")
        writer.line()
      }
      writer.documentation(
        "Whether the app does it without a task of the system, which suspends the app soon after a person leaves it."
      )
      writer.line("\(access)var isInForegroundOnly: Bool { task == nil }")
      writer.line()
      if tasks.contains(where: \.isWildcard) {
        writer.documentation("The part of the identifier that the app has chosen for this piece of work.")
        writer.block("\(access)var job: String") {
          $0.line("identifier.rawValue.split(separator: \".\").last.map(String.init) ?? \"\"")
        }
        writer.line()
      }
      writeInitializers(of: tasks, asksForGPU: asksForGPU, in: context, to: &writer)
      writer.line()
      writeTitle(of: tasks, in: context, to: &writer)
    }
  }

  private static func writeInitializers(
    of tasks: [GeneratedTask], asksForGPU: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    if let condition = tasks.first?.condition { writer.line("@available(\(condition.versions))") }
    writer.function(
      "fileprivate init",
      parameters: ["_ task: BGContinuedProcessingTask"] + (asksForGPU ? ["mayUseGPU: Bool"] : []), effects: ""
    ) { writer in
      writer.line("self.task = task")
      writer.call(
        after: "identifier = ", to: "\(context.name)TaskIdentifier",
        arguments: ["rawValue: task.identifier"])
      writer.line("progress = task.progress")
      if asksForGPU { writer.line("self.mayUseGPU = mayUseGPU") }
    }
    writer.line()
    writer.documentation("Work without a task of the system, for tests and for the foreground.")
    writer.text(
      """
      \(context.access)init(
        identifier: \(context.name)TaskIdentifier,
        progress: Progress = Progress(totalUnitCount: 0)\(asksForGPU ? ",\n  mayUseGPU: Bool = true" : "")
      ) {
        task = nil
        self.identifier = identifier
        self.progress = progress\(asksForGPU ? "\n  self.mayUseGPU = mayUseGPU" : "")
      }
      """)
  }

  private static func writeTitle(
    of tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("Changes the title and subtitle that the system shows.")
    writer.block("\(context.access)func updateTitle(_ title: String, subtitle: String)") { writer in
      let call = "(task as? BGContinuedProcessingTask)?.updateTitle(title, subtitle: subtitle)"
      if let condition = tasks.first?.condition {
        writer.block("if #available(\(condition.versions))") { $0.line(call) }
      } else {
        writer.line(call)
      }
    }
  }
}

extension GeneratedTask {
  /// The registration's argument about the GPU. Empty if the task does not ask for the GPU.
  var lendsGPU: String { asksForGPU ? ", asksForGPU: true" : "" }

  /// Whether the task's request asks for the GPU.
  var asksForGPU: Bool {
    type == .continuedProcessing && request.requiredResources?.value.contains { $0.value == .gpu } == true
  }
}
