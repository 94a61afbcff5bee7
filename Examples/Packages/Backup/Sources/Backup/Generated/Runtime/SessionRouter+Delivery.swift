// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The delivery of a session's events to the app's handler.
  nonisolated enum SessionDelivery {
    /// The identifier of the session whose events the current Swift task delivers.
    @TaskLocal static var session: String?
  }

  nonisolated extension SessionRouter {
    /// Implements `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// The handler is called on the main thread, after
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)` (URLSessionDelegate reference;
    /// Downloading files in the background). The handler is called after the app has handled the
    /// events, but at the latest after 25s, because the system waits only for some tens of seconds.
    /// The system launches the containing app for the session of an extension that is not running
    /// (App Extension Programming Guide, Performing Uploads and Downloads).
    ///
    /// - Parameter identifier: The session that the system names; for a session of another owner,
    /// the completion handler is called at once.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once.
    @MainActor
    public func handleEvents(
      forSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      wait(for: .init(rawValue: identifier), EventsCompletion(completionHandler), canBeLate: false)
    }

    /// Waits until the events of a session are handled, for SwiftUI's
    /// `backgroundTask(.urlSession(…))` and for widgets.
    ///
    /// The function also returns when its Swift task is cancelled.
    public func handleEvents(forSession identifier: String) async {
      let (ends, end) = AsyncStream<Never>.makeStream()
      wait(for: .init(rawValue: identifier), EventsCompletion { end.finish() }, canBeLate: true)
      for await _ in ends {}
    }

    /// Does some work after the app has handled all earlier events of a session.
    ///
    /// - Returns: Whether the session is open. If not, the work is not done.
    @discardableResult
    public func perform(
      in identifier: Session, _ work: @escaping @Sendable () async -> Void
    ) -> Bool {
      lock.withLock { open[identifier]?.signals.yield(.work(work)) } != nil
    }

    /// Passes an event of a session to the app's handler at once.
    public func handle(_ event: Event, of identifier: Session) async {
      await handling(event, identifier)
    }

    /// Stores a completion handler until the events of its session are handled.
    private func wait(for identifier: Session, _ completion: EventsCompletion, canBeLate: Bool) {
      let isKnown = locked {
        openSession(identifier)
        guard let known = open[identifier] else { return false }
        let end = ended.removeValue(forKey: identifier)
        // SwiftUI's actions begin some time after the system calls the app.
        if canBeLate, let end, Date().timeIntervalSince(end) < 10 {
          known.signals.yield(.late(completion))
        } else {
          completions[identifier, default: []].append(completion)
        }
        return true
      }
      guard !isKnown else {
        let log = table.log(of: identifier)
        BackgroundEvents.shared.report(.sessionCalled(log.category))
        log.notice("the system waits until its events are handled")
        _Concurrency.Task {
          try? await _Concurrency.Task.sleep(nanoseconds: 25_000_000_000)
          await completion.call()
        }
        return
      }
      if table.configuration(identifier) == nil {
        BackgroundLog.sessions.error("\(identifier.rawValue) is not a session of the policy")
      }
      _Concurrency.Task { await completion.call() }
    }

    /// Passes the events of a session to the app's handler, one after the other.
    func deliver(_ signals: AsyncStream<Signal>, of identifier: Session) async {
      await SessionDelivery.$session.withValue(identifier.rawValue) {
        for await signal in signals {
          await deliver(signal, of: identifier)
        }
      }
    }

    private func deliver(_ signal: Signal, of identifier: Session) async {
      switch signal {
      case .event(let event):
        if case .reconciled = event { folder.sweep() }
        await handling(event, identifier)
      case .finished(let completions):
        await handling(.delivered, identifier)
        await queues.refill(identifier)
        release(identifier)
        for completion in completions {
          await completion.call()
        }
      case .late(let completion):
        release(identifier)
        await completion.call()
      case .work(let work):
        await work()
      }
    }

    /// Invalidates a session that another process owns, after its events are handled, so that the
    /// owner can use the session again.
    private func release(_ identifier: Session) {
      guard !table.isOwned(identifier) else { return }
      let session = lock.withLock {
        open[identifier]?.isClosing = true
        return open[identifier]?.session
      }
      queues.release(identifier)
      session?.finishTasksAndInvalidate()
    }

    /// Adds an event to the stream of a session.
    func report(_ event: Event, of identifier: Session) {
      lock.withLock {
        // Events from now on belong to a later time in the background.
        ended.removeValue(forKey: identifier)
        _ = open[identifier]?.signals.yield(.event(event))
      }
    }

    /// The log of a session.
    func log(of identifier: Session) -> BackgroundLog { table.log(of: identifier) }

    /// The identifier of a session. It is kept because `URLSession.configuration` makes a copy at
    /// each call.
    func identifier(of session: URLSession) -> Session {
      lock.withLock { identifiers[ObjectIdentifier(session)] }
        ?? .init(rawValue: session.configuration.identifier ?? "")
    }

    /// The transfer of a task.
    func transfer(
      _ task: URLSessionTask, of identifier: Session, _ body: ReceivedBody? = nil
    ) -> TransferTask<Session> {
      let id = queues.id(in: task.taskDescription ?? "", of: identifier)
      return TransferTask(task, of: identifier, id: id, body)
    }

    /// Reports the end of a task.
    func finish(_ task: URLSessionTask, of identifier: Session, _ error: (any Error)?) {
      let number = task.taskIdentifier
      let (body, failure) = lock.withLock {
        // The event of the end comes before the list of unfinished transfers, which must not
        // contain the transfer any more.
        open[identifier]?.unfinished?.removeAll { $0.taskIdentifier == number }
        let body = open[identifier]?.bodies.removeValue(forKey: number)
        open[identifier]?.progress[number] = nil
        return (body, open[identifier]?.errors.removeValue(forKey: number))
      }
      let isQueued = queues.has(task, in: identifier)
      let outcome = outcome(
        of: transfer(task, of: identifier, body),
        isDownload: !isQueued && task is URLSessionDownloadTask, error ?? failure)
      let log = table.log(of: identifier)
      var isDone = true
      if case .failed(_, let failure) = outcome {
        isDone = false
        log.error("task \(number) failed with \(failure.code.rawValue)", failure.underlying)
      } else {
        log.notice("task \(number) is done")
      }
      BackgroundEvents.shared.report(.transferEnded(in: log.category, isDone: isDone))
      if isQueued {
        lock.withLock { _ = ended.removeValue(forKey: identifier) }
        queues.end(task, outcome, in: identifier)
      } else {
        report(outcome, of: identifier)
      }
    }

    /// The event of a task that is done.
    func outcome(
      of transfer: TransferTask<Session>, isDownload: Bool, _ error: (any Error)?
    ) -> Event {
      if let error { return .failed(transfer, .init(error)) }
      if transfer.isRefused, let response = transfer.response {
        return .failed(transfer, .init(response))
      }
      guard isDownload else { return .completed(transfer) }
      do {
        let file = try folder.file(
          of: transfer.taskIdentifier, in: transfer.session.rawValue, transfer.response)
        return .downloaded(transfer, file)
      } catch {
        return .failed(
          transfer, .init(code: .cannotMoveFile, advice: .later, underlying: error))
      }
    }

    /// Reports the progress of a task, at most twice a second, after the app has handled all earlier
    /// events. While an earlier progress of the task waits for the handler, newer progress is left out.
    func progressed(_ task: URLSessionTask, of session: URLSession, expecting bytes: Int64) {
      guard let progressed = observation.progressed else { return }
      let now = Date()
      let identifier = identifier(of: session)
      let number = task.taskIdentifier
      let isDue = lock.withLock {
        let last = open[identifier]?.progress[number] ?? .distantPast
        guard abs(now.timeIntervalSince(last)) >= 0.5,
          open[identifier]?.progressing.insert(number).inserted == true
        else { return false }
        open[identifier]?.progress[number] = now
        return true
      }
      guard isDue else { return }
      let transfer = transfer(task, of: identifier)
      perform(in: identifier) {
        self.lock.withLock { _ = self.open[identifier]?.progressing.remove(number) }
        await progressed(transfer, bytes > 0 ? bytes : nil)
      }
    }
  }
#endif
