internal import PolicyModel

/// The code that registers and runs continued processing tasks. The runtime runs the others.
enum TaskRun {
  /// Writes the function that registers a continued processing task.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    guard let first = tasks.first else { return }
    writer.block("nonisolated extension TaskRun") {
      writeRegisterContinued(first, asksForGPU: tasks.contains(where: \.asksForGPU), in: context, to: &$0)
    }
  }

  private static let gpuPiece = """
    ContinuedRuns.Work(
          continued, mayUseGPU: asksForGPU && BGTaskScheduler.supportedResources.contains(.gpu))
    """

  private static func writeRegisterContinued(
    _ task: GeneratedTask, asksForGPU: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.line("/// Registers a continued processing task that does some work.")
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.text(
      """
      fileprivate static func registerContinued(
        _ identifier: \(context.name)TaskIdentifier,
        _ refused: inout [\(context.name)TaskIdentifier],\(asksForGPU ? "\n  asksForGPU: Bool = false," : "")
        work: @escaping @Sendable (ContinuedRuns.Work) async throws -> Void
      ) {
        let isPermitted = RegisteredTasks.shared.register(identifier.rawValue) { task in
          guard let continued = task as? BGContinuedProcessingTask else {
            // A request of another type was submitted under this identifier.
            task.setTaskCompleted(success: false)
            return
          }
          let run = TaskRun(task)
          let piece = \(asksForGPU ? gpuPiece : "ContinuedRuns.Work(continued)")
          ContinuedRuns.shared.begin(piece) { run.expire() }
          run.run {
            do {
              try await work(piece)
            } catch {
              ContinuedRuns.shared.end(piece, error)
              throw error
            }
            ContinuedRuns.shared.end(piece, nil)
          }
        }
        if !isPermitted { refused.append(identifier) }
      }
      """)
  }
}
