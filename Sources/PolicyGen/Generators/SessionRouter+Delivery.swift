internal import PlatformFacts
internal import PolicyModel

/// The code that delivers events from sessions to the handler.
extension SessionRouter {
  /// The functions that deliver events in order and determine the outcome of a task.
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
          \(context.hasQueues ? "await queues.refill(identifier, by: self)\n      " : "")release(identifier)
          for completion in completions {
            await completion.call()
          }
        case .late(let completion):
          release(identifier)
          await completion.call()\(context.hasQueues ? queueDelivery : "")
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
      \(context.hasQueues ? "queues.release(identifier)\n  " : "")session?.finishTasksAndInvalidate()
    }

    /// Adds an event to those of a session.
    func report(
      _ event: \(context.name)SessionEvent,
      of identifier: \(context.name)SessionIdentifier
    ) {
      lock.withLock {
        // Events from now on belong to a later time in the background.
        ended.removeValue(forKey: identifier)
        _ = open[identifier]?.signals.yield(.event(event))
      }
    }\(context.hasQueues ? "\n\n" + queueSignaling(in: context) : "")
    """
  }

  private static func taskOutcome(in context: GenerationContext) -> String {
    """
    /// The identifier of a session, without a copy of its configuration for each call of the system.
    private func identifier(of session: URLSession) -> ID {
      lock.withLock { identifiers[ObjectIdentifier(session)] }
        ?? .init(rawValue: session.configuration.identifier ?? "")
    }

    private func transfer(
      _ task: URLSessionTask,
      of identifier: ID
    ) -> \(context.name)TransferTask {
      .init(task, of: identifier)
    }

    /// The folder of downloads, which the system may empty while the app is not running.
    private func folder() throws -> URL {
      let caches = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      let name = "\(context.name)Downloads"
      let folder = caches.appendingPathComponent(name, isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    private func newFile() throws -> URL {
      try folder().appendingPathComponent(UUID().uuidString)
    }

    /// The place of a download until its end comes, also in the next process.
    private func arrival(of task: Int, in identifier: ID) throws -> URL {
      let name = identifier.rawValue.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
      return try folder().appendingPathComponent("arrived-\\(String(name, radix: 16))-\\(task)")
    }

    /// Moves a file out of the folder in which the system removes it.
    private func keep(_ location: URL, of task: Int, in identifier: ID) throws {
      let place = try arrival(of: task, in: identifier)
      try? FileManager.default.removeItem(at: place)
      try FileManager.default.moveItem(at: location, to: place)
    }

    /// The file of a download that is done, under a name of its own.
    private func file(
      of transfer: \(context.name)TransferTask
    ) throws -> URL {
      let place = try arrival(of: transfer.taskIdentifier, in: transfer.session)
      var name = UUID().uuidString
      let suggested = transfer.response?.suggestedFilename ?? ""
      let type = suggested.split(separator: ".").dropFirst().last ?? ""
      if !type.isEmpty, type.allSatisfy({ $0.isLetter || $0.isNumber }) { name += "." + type }
      let file = try folder().appendingPathComponent(name)
      try FileManager.default.moveItem(at: place, to: file)
      return file
    }

    /// The event of a task that is done.
    private func outcome(
      of transfer: \(context.name)TransferTask,
      isDownload: Bool,
      _ error: (any Error)?
    ) -> \(context.name)SessionEvent {
      if let error { return .failed(transfer, .init(error)) }
      if transfer.isRefused, let response = transfer.response {
        return .failed(transfer, .init(response))
      }
      guard isDownload else { return .completed(transfer) }
      do {
        return .downloaded(transfer, try file(of: transfer))
      } catch {
        return .failed(
          transfer, .init(code: .cannotMoveFile, advice: .later, underlying: error))
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
    TransferObserver.writeDelegate(in: context, to: &writer)
  }

  /// The statements that record the end of a transfer. Empty if the app does not record.
  private static func recordedEnd(in context: GenerationContext) -> String {
    guard context.isRecorded else { return "" }
    return """
      var isDone = true
        if case .failed = outcome { isDone = false }
        \(context.name)Record.shared
          .count(identifier, isDone: isDone)
        
      """
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
        let identifier = identifier(of: session)
        let task = downloadTask.taskIdentifier
        if transfer(downloadTask, of: identifier).isRefused {
          // An error page is not a download.
          guard let page = try? Data(contentsOf: location) else { return }
          lock.withLock {
            open[identifier]?.bodies[task, default: .init()].append(page, elsewhere: newFile)
          }
          return
        }
        do {
          \(context.hasQueues ? "if let queued = queues.item(of: downloadTask, in: identifier) {\n      try queued.queue.keep(location, of: queued.id)\n      return\n    }\n    " : "")try keep(location, of: task, in: identifier)
        } catch {
          lock.withLock { open[identifier]?.errors[task] = error }
        }
      }
      """)
    writer.line()
    writer.documentation("Adds a part of the body of a server's answer to an upload.")
    writer.text(
      """
      \(context.access)func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive data: Data
      ) {
        let identifier = identifier(of: session)
        lock.withLock {
          open[identifier]?.bodies[dataTask.taskIdentifier, default: .init()]
            .append(data, elsewhere: newFile)
        }
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
        let identifier = identifier(of: session)
        let number = task.taskIdentifier
        let (body, failure) = lock.withLock {
          // It comes before those that are not done.
          open[identifier]?.unfinished?.removeAll { $0.taskIdentifier == number }
          let body = open[identifier]?.bodies.removeValue(forKey: number)\(context.observed.contains(.progress) ? "\n    open[identifier]?.progress[number] = nil" : "")
          return (body, open[identifier]?.errors.removeValue(forKey: number))
        }
        \(context.hasQueues ? "let queued = queues.item(of: task, in: identifier)\n  " : "")let outcome = outcome(
          of: .init(task, of: identifier, body),\(context.hasQueues ? "\n    isDownload: queued == nil && task" : " isDownload: task") is URLSessionDownloadTask,
          error ?? failure)
        if case .failed(_, let failure) = outcome {
          identifier.log.error(
            "task \\(number) failed with \\(failure.code.rawValue)", failure.underlying)
        } else {
          identifier.log.notice("task \\(number) is done")
        }
        \(recordedEnd(in: context))\(context.hasQueues ? queueEnd + "\n  " : "")report(outcome, of: identifier)
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
        let identifier = identifier(of: session)\(RecorderFile.note("endTransfers()", in: context, depth: 1))
        identifier.log.notice("the system has delivered all events")
        lock.withLock {
          let completions = self.completions.removeValue(forKey: identifier) ?? []
          if let unfinished = open[identifier]?.unfinished {
            open[identifier]?.unfinished = nil
            _ = open[identifier]?.signals.yield(.event(.reconciled(unfinished)))
          }
          _ = open[identifier]?.signals.yield(.finished(completions))
          if completions.isEmpty { ended[identifier] = Date() }
        }\(context.hasQueues ? "\n  queues.giveUpMissing(in: identifier)" : "")
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
        let identifier = identifier(of: session)
        if let error {
          identifier.log.error("the session is invalid", error)
        }
        lock.withLock {
          identifiers[ObjectIdentifier(session)] = nil
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
