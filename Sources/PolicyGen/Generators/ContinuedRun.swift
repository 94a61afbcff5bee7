internal import PolicyModel

/// The functions that run work that users start, from the request to its end.
enum ContinuedRun {
  /// Writes a function for each task, and the class that waits for the end of the work.
  static func write(_ tasks: [GeneratedTask], in context: GenerationContext, to writer: inout CodeWriter) {
    for attribute in context.unavailableInExtensions { writer.line(attribute) }
    writer.block("nonisolated extension \(context.name)Background") { writer in
      writer.text(
        """
        /// Called when work begins.
        \(context.access)typealias WorkBegan =
          @Sendable (
            \(context.name)ContinuedWork
          ) -> Void

        """)
      for (index, task) in tasks.enumerated() {
        if index > 0 { writer.line() }
        writer.unless(task.leftOut) { write(task, in: context, to: &$0) }
      }
    }
    writer.line()
    writer.text(runs(in: context))
  }

  private static func write(_ task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter)
  {
    writer.documentation(
      [
        "Runs \(task.quotedName), which a person has just started, and returns when it has ended.",
        "The system runs it, also after a person leaves the app, if it accepts the request. If it does not, or is older, the app runs it as long as it is in the foreground. A second call \(task.isWildcard ? "for the same job " : "")waits for the same work, which is cancelled when the Swift tasks of all callers are.",
      ]
        + (task.isWildcard
          ? ["- Parameter job: Letters, digits, hyphens and underscores that identify this piece of work."]
          : [])
        + [
          "- Parameter title: The title, or its key in the app's table of localized strings.",
          "- Parameter subtitle: The subtitle, or its key.",
          "- Parameter began: Called when the work begins, to show its progress.",
          "- Throws: The errors of the work\(task.isWildcard ? ", and an error for a job with other characters" : "").",
        ])
    let texts = TaskRequests.parameters(of: task, in: context).filter { !$0.hasPrefix("_ ") }
    writer.function(
      "\(context.access)func \(name(of: task))",
      parameters: (task.isWildcard ? ["_ job: String"] : []) + texts + [
        "began: @escaping WorkBegan = { _ in }"
      ],
      effects: "async throws"
    ) { writer in
      if task.isWildcard {
        writeIdentifier(of: task, in: context, to: &writer)
        writer.block("guard let identifier = wanted else") { writer in
          writer.line("throw TaskSubmissionError.invalidIdentifier")
        }
      }
      if let condition = task.condition {
        writer.block("if #available(\(condition.versions))") { writeRun(of: task, in: context, to: &$0) }
      } else {
        writeRun(of: task, in: context, to: &writer)
      }
      let identifier = task.isWildcard ? "identifier.task" : ".\(task.swiftName)"
      writer.call(
        after: "let work = ", to: "\(context.name)ContinuedWork", arguments: ["identifier: \(identifier)"])
      writer.closureCall("try await ContinuedRuns.shared.runInForeground", arguments: "work, began") {
        $0.line("try await handler.\(task.swiftName)(work)")
      }
    }
  }

  /// Writes the identifier of a job. The identifier is `nil` if the text is not valid.
  private static func writeIdentifier(
    of task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let (type, member) = ("\(context.name)TaskIdentifier", ".\(task.swiftName)(job)")
    if writer.fits("let wanted = \(type)\(member)") { return writer.line("let wanted = \(type)\(member)") }
    writer.line("let wanted =")
    writer.indented { writer in
      guard !writer.fits("\(type)\(member)") else { return writer.line("\(type)\(member)") }
      writer.line(type)
      writer.line(member)
    }
  }

  /// Writes the statements that submit the work to the system.
  private static func writeRun(
    of task: GeneratedTask, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    if task.isWildcard {
      writer.memberCall(
        after: "", on: "\(context.name)TaskRegistration", member: task.registrationName,
        arguments: ["identifier", "handler"])
    }
    writer.line("do {")
    writer.indented { writer in
      let type = "\(context.name)TaskIdentifier"
      if !task.isWildcard { writer.assignment("let identifier: \(type)", ".\(task.swiftName)") }
      writer.closureCall(
        "return try await ContinuedRuns.shared.run", arguments: "identifier.rawValue, began"
      ) {
        $0.memberCall(
          after: "try await ", on: "\(context.name)TaskSubmission", member: task.submissionName,
          arguments: (task.isWildcard ? ["identifier"] : []) + ["title: title", "subtitle: subtitle"])
      }
    }
    writer.line("} catch is ContinuedRuns.NotAccepted {")
    writer.line("  // The app goes on in the foreground.")
    writer.line("}")
  }

  /// The name of the function: `runExport` for `export`.
  private static func name(of task: GeneratedTask) -> String {
    SwiftName.function("run", of: task.request.name.value)
  }

  private static func runs(in context: GenerationContext) -> String {
    """
    /// The work that callers wait for.
    nonisolated private final class ContinuedRuns: @unchecked Sendable {
      typealias Work =
        \(context.name)ContinuedWork

      /// The system did not accept the request.
      struct NotAccepted: Error {}

      private struct Run {
        let number: Int
        let began: @Sendable (Work) -> Void
        let continuation: CheckedContinuation<Void, any Error>
      }

      static let shared = ContinuedRuns()

      private let lock = NSLock()
      // Guarded by the lock.
      private var runs: [String: [Run]] = [:]
      private var works: [String: (work: Work, cancel: @Sendable () -> Void)] = [:]
      private var last = 0
      /// The callers that gave up before they waited.
      private var cancelled: Set<Int> = []

      /// Submits a request unless its work runs already, and waits until the work has ended.
      func run(
        _ identifier: String,
        _ began: @escaping @Sendable (Work) -> Void,
        _ submit: @escaping @Sendable () async throws -> Void
      ) async throws {
        try await wait(for: identifier, began) {
          SwiftTask {
            guard self.isAwaited(identifier) else { return }
            do {
              try await submit()
            } catch {
              BackgroundLog.tasks.error(
                "\\(identifier) can't go on in the background", error)
              return self.refuse(identifier)
            }
            if !self.isAwaited(identifier) { self.withdraw(identifier) }
          }
        }
      }

      /// Does work without the system, unless it runs already, and waits until it has ended.
      ///
      /// The caller may be on the main actor; the work is not.
      func runInForeground(
        _ work: Work,
        _ began: @escaping @Sendable (Work) -> Void,
        _ body: @escaping @Sendable () async throws -> Void
      ) async throws {
        let identifier = work.identifier.rawValue
        try await wait(for: identifier, began) {
          let (begins, begin) = AsyncStream<Never>.makeStream()
          let task = SwiftTask.detached(priority: SwiftTask.currentPriority) {
            for await _ in begins {}
            do {
              try await body()
              self.end(work, nil)
            } catch {
              self.end(work, error)
            }
          }
          self.begin(work) { task.cancel() }
          begin.finish()
        }
      }

      /// Starts work unless it runs already, and waits until it has ended.
      private func wait(
        for identifier: String,
        _ began: @escaping @Sendable (Work) -> Void,
        _ start: @escaping @Sendable () -> Void
      ) async throws {
        let number = newNumber()
        defer { forget(number) }
        try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in
            let run = Run(number: number, began: began, continuation: continuation)
            add(run, to: identifier, start)
          }
        } onCancel: {
          cancel(number, of: identifier)
        }
      }

      private func newNumber() -> Int {
        lock.lock()
        defer { lock.unlock() }
        last += 1
        return last
      }

      private func forget(_ number: Int) {
        lock.lock()
        defer { lock.unlock() }
        cancelled.remove(number)
      }

      private func add(_ run: Run, to identifier: String, _ start: () -> Void) {
        lock.lock()
        guard !cancelled.contains(run.number) else {
          lock.unlock()
          return run.continuation.resume(throwing: CancellationError())
        }
        let work = works[identifier]?.work
        let isFirst = runs[identifier] == nil && work == nil
        runs[identifier, default: []].append(run)
        lock.unlock()
        if let work { run.began(work) }
        if isFirst { start() }
      }

      /// The system runs the work.
      func begin(_ work: Work, cancel: @escaping @Sendable () -> Void) {
        let identifier = work.identifier.rawValue
        lock.lock()
        works[identifier] = (work, cancel)
        let runs = runs[identifier] ?? []
        lock.unlock()
        for run in runs { run.began(work) }
      }

      /// The work has ended; that of callers who all gave up has none left.
      func end(_ work: Work, _ error: (any Error)?) {
        let identifier = work.identifier.rawValue
        lock.lock()
        let isCurrent = works[identifier]?.work.progress === work.progress
        let ended = isCurrent ? runs.removeValue(forKey: identifier) ?? [] : []
        if isCurrent { works[identifier] = nil }
        lock.unlock()
        for run in ended {
          if let error {
            run.continuation.resume(throwing: error)
          } else {
            run.continuation.resume()
          }
        }
      }

      private func refuse(_ identifier: String) {
        lock.lock()
        let refused = runs.removeValue(forKey: identifier) ?? []
        lock.unlock()
        for run in refused { run.continuation.resume(throwing: NotAccepted()) }
      }

      private func isAwaited(_ identifier: String) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return runs[identifier] != nil
      }

      /// Ends the wait of a caller, and the work if no other caller waits for it.
      private func cancel(_ number: Int, of identifier: String) {
        lock.lock()
        var waiting = runs[identifier] ?? []
        guard let index = waiting.firstIndex(where: { $0.number == number }) else {
          cancelled.insert(number)
          return lock.unlock()
        }
        let run = waiting.remove(at: index)
        runs[identifier] = waiting.isEmpty ? nil : waiting
        let cancel = waiting.isEmpty ? works.removeValue(forKey: identifier)?.cancel : nil
        lock.unlock()
        if waiting.isEmpty { withdraw(identifier) }
        cancel?()
        run.continuation.resume(throwing: CancellationError())
      }

      private func withdraw(_ identifier: String) {
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
      }
    }
    """
  }
}
