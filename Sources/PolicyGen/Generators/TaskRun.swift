internal import PlatformFacts
internal import PolicyModel

/// The code that runs a task. Only the names in it differ between policies.
enum TaskRun {
  /// Writes the types that register tasks and run them.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    writeRegistered(in: context, to: &writer)
    writer.line()
    writer.documentation("One run of a task, which is completed exactly once, however it ends.")
    writer.block("nonisolated private final class TaskRun: @unchecked Sendable") { writer in
      writer.text(
        """
        private let task: BGTask
        private let lock = NSLock()
        private var work: SwiftTask<Void, Never>?
        private var isExpired = false
        private var isCompleted = false

        private init(_ task: BGTask) {
          self.task = task
        }

        """)
      let others = tasks.filter { $0.type != .continuedProcessing }
      if !others.isEmpty {
        writeRegister(canBeNext: others.contains(where: \.isRequestedAgain), in: context, to: &writer)
        writer.line()
      }
      let continued = tasks.filter { $0.type == .continuedProcessing }
      if let first = continued.first {
        let asksForGPU = continued.contains(where: \.asksForGPU)
        writer.unless(continued.leftOut) {
          writeRegisterContinued(first, asksForGPU: asksForGPU, in: context, to: &$0)
        }
        writer.line()
      }
      writeRun(in: context, to: &writer)
      writer.line()
      writeEnds(in: context, to: &writer)
    }
  }

  private static func writeRegistered(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "The identifiers that this process has registered: each once, as the system ends an app that registers one twice (\(Citation.taskSchedulerHeader.title))."
    )
    writer.block("nonisolated private final class RegisteredTasks: @unchecked Sendable") { writer in
      writer.text(
        """
        static let shared = RegisteredTasks()

        private let lock = NSLock()
        private var identifiers: Set<String> = []

        /// Whether an identifier is registered.
        func contains(
          _ identifier: \(context.name)TaskIdentifier
        ) -> Bool {
          lock.lock()
          defer { lock.unlock() }
          return identifiers.contains(identifier.rawValue)
        }

        /// Registers an identifier once, and returns whether it is registered.
        \(context.unavailableInExtensions.joined(separator: "\n"))
        func register(
          _ identifier: \(context.name)TaskIdentifier,
          launchHandler: @escaping @Sendable (BGTask) -> Void
        ) -> Bool {
          lock.lock()
          defer { lock.unlock() }
          guard !identifiers.contains(identifier.rawValue) else { return true }
          let isPermitted = BGTaskScheduler.shared.register(
            forTaskWithIdentifier: identifier.rawValue, using: nil, launchHandler: launchHandler)
          if isPermitted { identifiers.insert(identifier.rawValue) }
          return isPermitted
        }
        """)
    }
  }

  private static func writeRegister(
    canBeNext: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation(
      canBeNext
        ? "Registers a task that does some work; before it, `next` submits the request for the next launch."
        : "Registers a task that does some work.")
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.text(
      """
      static func register(
        _ identifier: \(context.name)TaskIdentifier,
        _ refused: inout [\(context.name)TaskIdentifier],
        work: @escaping @Sendable () async throws -> Void\(canBeNext ? "," : "")
      """)
    if canBeNext { writer.line("  next: (@Sendable () async throws -> Void)? = nil") }
    writer.line(") {")
    writer.line("  let isPermitted = RegisteredTasks.shared.register(identifier) { task in")
    if canBeNext {
      writer.text("    TaskRun(task).run {\n      if let next {")
      writer.indented { writer in
        writer.indented {
          $0.indented {
            $0.indented {
              $0.call(
                after: "await ", to: "\(context.name)TaskSubmission.next", arguments: ["identifier", "next"])
            }
          }
        }
      }
      writer.text(
        """
              }
              try SwiftTask.checkCancellation()
              try await work()
            }
        """)
    } else {
      writer.line("    TaskRun(task).run(work)")
    }
    writer.text(
      """
        }
        if !isPermitted { refused.append(identifier) }
      }
      """)
  }

  private static let gpuPiece = """
    Piece(
          continued, mayUseGPU: asksForGPU && BGTaskScheduler.supportedResources.contains(.gpu))
    """

  private static func writeRegisterContinued(
    _ task: GeneratedTask, asksForGPU: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.assignment("typealias Piece", "\(context.name)ContinuedWork")
    writer.line()
    writer.line("/// Registers a continued processing task that does some work.")
    if let condition = task.condition { writer.line("@available(\(condition.versions))") }
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.text(
      """
      static func registerContinued(
        _ identifier: \(context.name)TaskIdentifier,
        _ refused: inout [\(context.name)TaskIdentifier],\(asksForGPU ? "\n  asksForGPU: Bool = false," : "")
        work: @escaping @Sendable (Piece) async throws -> Void
      ) {
        let isPermitted = RegisteredTasks.shared.register(identifier) { task in
          guard let continued = task as? BGContinuedProcessingTask else {
            // A request of another type was submitted under this identifier.
            task.setTaskCompleted(success: false)
            return
          }
          let run = TaskRun(task)
          let piece = \(asksForGPU ? gpuPiece : "Piece(continued)")
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

  private static func writeRun(in context: GenerationContext, to writer: inout CodeWriter) {
    let note = RecorderFile.note("begin(\"\\(type(of: task))\", task.identifier)", in: context, depth: 1)
    writer.text(
      """
      private func run(_ work: @escaping @Sendable () async throws -> Void) {\(note)
        lock.lock()
        defer { lock.unlock() }
        // Set first: a task that expires without a handler counts as failed (\(Citation.taskHeader.title)).
        task.expirationHandler = { [weak self] in self?.expire() }
        self.work = SwiftTask {
          do {
            try await work()
            self.complete(success: true)
          } catch {
            self.complete(success: false)
          }
        }
      }
      """)
  }

  /// The statement that completes the task, and records the end if the app records.
  private static func ending(in context: GenerationContext) -> String {
    guard context.isRecorded else {
      return "if isFirst { task.setTaskCompleted(success: success && isInTime) }"
    }
    return """
      guard isFirst else { return }
        \(context.name)Record.shared
          .end("\\(type(of: task))", task.identifier, isDone: success && isInTime)
        task.setTaskCompleted(success: success && isInTime)
      """
  }

  private static func writeEnds(in context: GenerationContext, to writer: inout CodeWriter) {
    let expiry = RecorderFile.note("expire(\"\\(type(of: task))\", task.identifier)", in: context, depth: 1)
    let runtime = PlatformFacts.expirationRuntime
    let grace = PlatformFacts.expirationGrace.value
    writer.documentation(
      "Cancels the work, and completes the task itself if the work does not end soon: expiration handlers have about \(runtime.value) (\(runtime.citations[0].title))."
    )
    writer.text(
      """
      private func expire() {\(expiry)
        lock.lock()
        isExpired = true
        let work = work
        lock.unlock()
        work?.cancel()
        DispatchQueue.global().asyncAfter(deadline: .now() + \(SwiftText.seconds(grace))) { [self] in
          complete(success: false)
        }
      }

      """)
    writer.documentation(
      "Completes the task at the first call: it must be completed, also after it has expired (\(Citation.taskHeader.title))."
    )
    writer.text(
      """
      private func complete(success: Bool) {
        lock.lock()
        let isFirst = !isCompleted
        isCompleted = true
        let isInTime = !isExpired
        lock.unlock()
        \(ending(in: context))
      }
      """)
  }
}
