internal import PlatformFacts

/// The part of a continued processing task that the app uses.
enum ContinuedWork {
  /// Writes a struct that shows the work's progress and title.
  static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter) {
    let name = "\(context.name)ContinuedWork"
    let access = context.access
    writer.documentation("A piece of work that a person has started and may watch in the system's interface.")
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    writer.type("nonisolated \(access)struct \(name)", inheriting: "@unchecked Sendable") { writer in
      writer.text(
        """
        private let task: BGContinuedProcessingTask?

        /// The identifier of its request.
        \(access)let identifier: \(context.name)TaskIdentifier

        """)
      writer.documentation(
        "The progress of the work. Set `totalUnitCount` first and update `completedUnitCount`: the system ends work that shows no progress (\(Citation.taskHeader.title))."
      )
      writer.text(
        """
        \(access)let progress: Progress

        fileprivate init(_ task: BGContinuedProcessingTask) {
          self.task = task
        """)
      writer.indented {
        $0.call(
          after: "identifier = ", to: "\(context.name)TaskIdentifier",
          arguments: ["rawValue: task.identifier"])
      }
      writer.text(
        """
          progress = task.progress
        }

        /// Work without a task of the system, for tests and for the foreground.
        \(access)init(
          identifier: \(context.name)TaskIdentifier,
          progress: Progress = Progress(totalUnitCount: 0)
        ) {
          task = nil
          self.identifier = identifier
          self.progress = progress
        }

        /// Changes the title and subtitle that the system shows.
        \(access)func updateTitle(_ title: String, subtitle: String) {
          task?.updateTitle(title, subtitle: subtitle)
        }
        """)
    }
  }
}
