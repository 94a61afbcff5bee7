/// The parts of the router that serve unit tests.
extension SessionRouter {
  /// The type of the function that returns the configurations of a test. Another declaration follows the
  /// text.
  static func configuring(in context: GenerationContext) -> String {
    """
    /// Returns the configuration of a session in a unit test.
    \(context.access)typealias Configuring =
      @Sendable (
        \(context.name)SessionIdentifier
      ) -> URLSessionConfiguration


    """
  }

  /// The functions with which a test ends tasks.
  static func testing(in context: GenerationContext) -> String {
    let (name, identifier) = (context.name, "\(context.name)SessionIdentifier")
    return """
      /// The tasks of a session that a unit test has not ended.
      func tasksInTest(
        of identifier: \(identifier)
      ) async -> [(id: String, task: URLSessionTask)] {
        await settle(identifier)
        guard let session = session(identifier) else { return [] }
        let tasks = await withCheckedContinuation { continuation in
          session.getAllTasks { continuation.resume(returning: $0) }
        }
        let over = lock.withLock { overInTest }
        return tasks.filter { !over.contains(ObjectIdentifier($0)) }
          .sorted { $0.taskIdentifier < $1.taskIdentifier }
          .map { (transfer($0, of: identifier).id, $0) }
      }

      /// Ends a task as a unit test says, and waits until the handler has had it.
      func endInTest(
        _ id: String,
        of identifier: \(identifier),
        _ response: TransferResponse?,
        file: URL?,
        error: (any Error)?
      ) async {
        guard let task = await tasksInTest(of: identifier).first(where: { $0.id == id })?.task else {
          return
        }
        lock.withLock {
          _ = overInTest.insert(ObjectIdentifier(task))
          keptInTest.append(task)
        }
        let transfer = \(name)TransferTask(
          session: identifier, taskIdentifier: task.taskIdentifier, id: id,
          originalURL: task.originalRequest?.url, response: response)
        let outcome = outcome(of: transfer, isDownload: false, error)\(context.hasQueues ? queueEndInTest : "")
        if let file, case .completed = outcome {
          report(.downloaded(transfer, file), of: identifier)
        } else {
          report(outcome, of: identifier)
        }
        await settle(identifier)
      }

      /// Reports that the system has delivered all events, as a unit test says.
      func deliverInTest(
        _ identifier: \(identifier)
      ) async {
        lock.withLock { _ = open[identifier]?.signals.yield(.finished([])) }
        await settle(identifier)
      }

      /// Waits until the handler has had all events, and the queues have submitted their items.
      func settle(
        _ identifier: \(identifier)
      ) async {
        // An event can lead to another one.
        for _ in 0..<3 {
          let (ends, end) = AsyncStream<Never>.makeStream()
          let isOpen = lock.withLock {
            let signals = open[identifier]?.signals
            signals?.yield(.late(EventsCompletion { end.finish() }))
            return signals != nil
          }
          guard isOpen else { return }
          for await _ in ends {}
        }
      }
      """
  }

  private static let queueEndInTest = """

      if let queued = queues.item(of: task, in: identifier) {
        if let file { try? queued.queue.keep(file, of: queued.id) }
        queues.end(queued, task, outcome, by: self)
        return await settle(identifier)
      }
    """
}
