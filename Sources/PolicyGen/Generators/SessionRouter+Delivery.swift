internal import PlatformFacts
internal import PolicyModel

/// The delivery of events from the sessions to the handler.
extension SessionRouter {
  /// The delivery of events in their order, and the outcome of a task.
  static func delivering(in context: GenerationContext) -> String {
    [eventDelivery(in: context), taskOutcome(in: context)].joined(separator: "\n\n")
  }

  private static func eventDelivery(in context: GenerationContext) -> String {
    """
    /// Hands the events of a session over, one after the other.
    private func deliver(
      _ signals: AsyncStream<Signal>,
      of identifier: ID
    ) async {
      for await signal in signals {
        switch signal {
        case .event(let event):
          await handling(event, identifier)
        case .finished(let completions):
          await handling(.delivered, identifier)
          release(identifier)
          for completion in completions {
            await completion.call()
          }
        case .late(let completion):
          release(identifier)
          await completion.call()
        }
      }
    }

    /// Leaves another process's session to it, once its events are taken.
    private func release(_ identifier: ID) {
      guard !identifier.isOwned(by: process) else { return }
      let session = lock.withLock {
        open[identifier]?.isClosing = true
        return open[identifier]?.session
      }
      session?.finishTasksAndInvalidate()
    }

    private func yield(
      _ event: \(context.name)SessionEvent,
      to identifier: ID
    ) {
      lock.withLock {
        // Events from now on belong to a later time in the background.
        ended.remove(identifier)
        _ = open[identifier]?.signals.yield(.event(event))
      }
    }

    private func transfer(
      _ task: URLSessionTask,
      of session: URLSession
    ) -> \(context.name)TransferTask {
      .init(task, of: session.policyIdentifier)
    }
    """
  }

  private static func taskOutcome(in context: GenerationContext) -> String {
    """
    /// Moves a file out of the folder in which the system removes it.
    private func keep(_ location: URL) throws -> URL {
      let caches = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      let name = "\(context.name)Downloads"
      let folder = caches.appendingPathComponent(name, isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let place = folder.appendingPathComponent(UUID().uuidString)
      try FileManager.default.moveItem(at: location, to: place)
      return place
    }

    /// The event of a task that is done.
    private func outcome(
      of transfer: \(context.name)TransferTask,
      _ file: Result<URL, any Error>?,
      _ error: (any Error)?
    ) -> \(context.name)SessionEvent {
      if let error { return .failed(transfer, .init(error)) }
      if transfer.isRefused, let status = transfer.statusCode {
        return .failed(transfer, .init(statusCode: status))
      }
      switch file {
      case .success(let place):
        return .downloaded(transfer, place)
      case .failure:
        return .failed(transfer, .init(URLError(.cannotMoveFile)))
      case nil:
        return .completed(transfer)
      }
    }
    """
  }

  /// Writes the delegate methods, which the system calls.
  static func writeDelegate(in context: GenerationContext, to writer: inout CodeWriter) {
    writeDownloadFinished(in: context, to: &writer)
    writer.line()
    writeTaskCompleted(in: context, to: &writer)
    writer.line()
    writeEventsFinished(in: context, to: &writer)
    writer.line()
    writeSessionInvalidated(in: context, to: &writer)
  }

  private static func writeDownloadFinished(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Moves a downloaded file before it returns.", PlatformFacts.downloadIsTemporary.sentence)
    writer.text(
      """
      \(context.access)func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
      ) {
        let identifier = session.policyIdentifier
        // An error page is not a download.
        guard !transfer(downloadTask, of: session).isRefused else { return }
        let file = Result { try keep(location) }
        lock.withLock { open[identifier]?.files[downloadTask.taskIdentifier] = file }
      }
      """)
  }

  private static func writeTaskCompleted(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("Reports the outcome of each transfer to the handler, once.")
    writer.text(
      """
      \(context.access)func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
      ) {
        let identifier = session.policyIdentifier
        let transfer = transfer(task, of: session)
        let file = lock.withLock {
          open[identifier]?.files.removeValue(forKey: task.taskIdentifier)
        }
        let outcome = outcome(of: transfer, file, error)
        if case .failed(_, let failure) = outcome {
          \(context.name)Log.session(identifier)
            .error("task \\(task.taskIdentifier) failed with \\(failure.code.rawValue)")
        } else {
          \(context.name)Log.session(identifier)
            .notice("task \\(task.taskIdentifier) is done")
        }
        yield(outcome, to: identifier)
      }
      """)
  }

  private static func writeEventsFinished(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Calls the completion handlers of the system after the app's handler has handled all events.",
      PlatformFacts.eventsCompletion.sentence)
    writer.text(
      """
      \(context.access)func urlSessionDidFinishEvents(
        forBackgroundURLSession session: URLSession
      ) {
        let identifier = session.policyIdentifier
        \(context.name)Log.session(identifier)
          .notice("the system has delivered all events")
        lock.withLock {
          let completions = self.completions.removeValue(forKey: identifier) ?? []
          _ = open[identifier]?.signals.yield(.finished(completions))
          if completions.isEmpty { ended.insert(identifier) }
        }
      }
      """)
  }

  private static func writeSessionInvalidated(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "Creates the session again if it is needed.", PlatformFacts.sessionInvalidation.sentence)
    writer.text(
      """
      \(context.access)func urlSession(
        _ session: URLSession,
        didBecomeInvalidWithError error: (any Error)?
      ) {
        let identifier = session.policyIdentifier
        if let error {
          \(context.name)Log.session(identifier)
            .error("session invalid: \\(error.localizedDescription)")
        }
        lock.withLock {
          guard let closed = open[identifier], closed.session === session else { return }
          open[identifier] = nil
          if error != nil {
            // The same would happen again, and nothing else calls them.
            let completions = self.completions.removeValue(forKey: identifier) ?? []
            closed.signals.yield(.finished(completions))
          } else if closed.isMadeAgain || completions[identifier] != nil {
            openSession(identifier, after: closed)
            return
          }
          closed.signals.finish()
        }
      }
      """)
  }
}
