// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os) && DEBUG
  public import Foundation

  /// An error: a unit test ends a transfer that the session does not have.
  nonisolated public struct TransferNotSubmitted: Error {
    /// The identifier of the item that the unit test ends.
    public let id: String
    /// The identifiers of the items that the session has.
    public let submitted: [String]
  }

  nonisolated extension SessionRouter {
    /// The tasks of a session that a unit test has not ended.
    public func tasksInTest(of identifier: Session) async -> [(id: String, task: URLSessionTask)] {
      await settle(identifier)
      guard let session = session(identifier) else { return [] }
      let tasks = await withCheckedContinuation { continuation in
        session.getAllTasks { continuation.resume(returning: $0) }
      }
      let over = lock.withLock { overInTest }
      return tasks.filter { over[ObjectIdentifier($0)] == nil }
        .sorted { $0.taskIdentifier < $1.taskIdentifier }
        .map { (transfer($0, of: identifier).id, $0) }
    }

    /// Ends a task as a unit test says, and waits until the app's handler has had the event.
    ///
    /// - Throws: `TransferNotSubmitted` if the session has no such item.
    public func endInTest(
      _ id: String,
      of identifier: Session,
      _ response: TransferResponse?,
      file: URL?,
      error: (any Error)?
    ) async throws {
      let tasks = await tasksInTest(of: identifier)
      guard let task = tasks.first(where: { $0.id == id })?.task else {
        throw TransferNotSubmitted(id: id, submitted: tasks.map(\.id))
      }
      lock.withLock { overInTest[ObjectIdentifier(task)] = task }
      let transfer = TransferTask(
        session: identifier, taskIdentifier: task.taskIdentifier, id: id,
        originalURL: task.originalRequest?.url, response: response)
      let outcome = outcome(of: transfer, isDownload: false, error)
      if queues.has(task, in: identifier) {
        if let file { try? queues.keep(file, of: task, in: identifier) }
        queues.end(task, outcome, in: identifier)
      } else if let file, case .completed = outcome {
        report(.downloaded(transfer, file), of: identifier)
      } else {
        report(outcome, of: identifier)
      }
      await settle(identifier)
    }

    /// Reports that the system has delivered all events, as a unit test says.
    public func deliverInTest(_ identifier: Session) async {
      lock.withLock { _ = open[identifier]?.signals.yield(.finished([])) }
      await settle(identifier)
    }

    /// Waits until the app's handler has had all events and the queues have submitted their items.
    public func settle(_ identifier: Session) async {
      // The handling of an event can cause another event.
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
  }
#endif
