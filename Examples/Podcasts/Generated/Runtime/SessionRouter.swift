// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The background sessions of a process.
  ///
  /// Create one router while the app launches, and keep the router: a process has one router for
  /// each session, and a second router does not get the session. After a relaunch, the session
  /// must be created again with the same identifier and the same configuration (Downloading files
  /// in the background). A session may be used by one process at a time: the app and each extension
  /// have their own (App Extension Programming Guide, Performing Uploads and Downloads; URLError
  /// reference).
  ///
  /// If the policy declares a session for each value, a session is created when `session(_:)` is
  /// first called for it or the system first calls the app for it. At each launch, call
  /// `session(_:)` for the sessions whose transfers may not be done.
  nonisolated public final class SessionRouter<Queues: SessionQueuing>: NSObject,
    URLSessionDownloadDelegate, URLSessionDataDelegate, @unchecked Sendable
  {
    /// The identifiers of the sessions.
    public typealias Session = Queues.Session
    /// An event of a session.
    public typealias Event = SessionEvent<Session>
    /// Handles an event of a session. The next event waits until the function returns.
    public typealias Handling = @Sendable (Event, Session) async -> Void
    /// Returns the configuration of a session in a unit test.
    public typealias Configuring = @Sendable (Session) -> URLSessionConfiguration

    /// The queues of the transfers.
    public let queues: Queues
    let table: SessionTable<Session>
    let handling: Handling
    let observation: TransferObservation<Session>
    let folder: DownloadFolder
    let lock = NSLock()
    // Guarded by the lock, as the system uses queues of its own.
    var open: [Session: OpenSession] = [:]
    var identifiers: [ObjectIdentifier: Session] = [:]
    var completions: [Session: [EventsCompletion]] = [:]
    /// The times at which the system had delivered all events of a session for which no completion
    /// handler was stored yet.
    var ended: [Session: Date] = [:]
    /// The sessions with the values that the app has set since the launch; `nil` if the app has set no
    /// value.
    var changed: SessionTable<Session>?
    /// The sessions that another router has, of which the log is told after the unlock.
    var elsewhere: [Session] = []
    #if DEBUG
      /// The tasks that a unit test has ended, kept so that their identities are not used again.
      var overInTest: [ObjectIdentifier: URLSessionTask] = [:]
    #endif

    /// Creates the sessions of a process, and asks for their unfinished transfers.
    ///
    /// - Parameter table: The statements of the policy about the sessions.
    ///
    /// - Parameter queues: The queues of the transfers.
    ///
    /// - Parameter observation: The functions that the app provides for other events of transfers.
    /// They are kept for as long as the process runs.
    ///
    /// - Parameter handling: Handles the events of the sessions. It is kept for as long as the
    /// process runs.
    public init(
      _ table: SessionTable<Session>,
      queues: Queues,
      observation: TransferObservation<Session> = .init(),
      handling: @escaping Handling
    ) {
      self.table = table
      self.queues = queues
      self.observation = observation
      self.handling = handling
      folder = DownloadFolder(name: "\(table.app)Downloads")
      super.init()
      queues.connect(self)
      for identifier in table.owned {
        locked { openSession(identifier) }
      }
    }

    /// The session with an identifier, in which the app can create tasks.
    ///
    /// - Returns: `nil` if the session belongs to another process or another router of this process,
    /// or is being created again.
    public func session(_ identifier: Session) -> URLSession? {
      guard table.isOwned(identifier) else { return nil }
      return locked {
        if table.isCreatedLater(identifier) { openSession(identifier) }
        return open[identifier].flatMap { $0.isClosing ? nil : $0.session }
      }
    }

    /// Whether the router creates tasks in a session: the process owns the session, and no other
    /// router of the process has it.
    func carries(_ identifier: Session) -> Bool {
      table.isOwned(identifier) && SessionClaims.shared.isFree(identifier.rawValue, for: self)
    }

    /// Applies the values that the app decides to the items that are submitted from now on.
    ///
    /// A session copies its configuration when it is created (URLSession reference), and a request
    /// can only be stricter than its session (NSURLSession.h). So a network that the values forbid is
    /// forbidden at once, and a network that they allow is used after the next launch.
    ///
    /// - Parameter table: The sessions with the new values.
    public func apply(_ table: SessionTable<Session>) {
      lock.withLock { changed = table }
    }

    /// The configuration with the values that the app has set since the launch; `nil` if the app has
    /// set no value.
    func changedConfiguration(of identifier: Session) -> URLSessionConfiguration? {
      lock.withLock { changed }?.configuration(identifier)
    }

    /// Whether the policy declares a session, so that `handleEvents` can handle its events.
    ///
    /// The events of any other session belong to another part of the process, such as an SDK.
    public func owns(_ identifier: String) -> Bool {
      table.configuration(Session(rawValue: identifier)) != nil
    }

    // MARK: Delegate

    /// Moves a downloaded file to the folder of downloads or to the folder of its queue.
    ///
    /// The system removes a downloaded file as soon as the delegate method returns (Downloading
    /// files in the background).
    public func urlSession(
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
          open[identifier]?.bodies[task, default: .init()].append(page, elsewhere: folder.newFile)
        }
        return
      }
      do {
        if queues.has(downloadTask, in: identifier) {
          try queues.keep(location, of: downloadTask, in: identifier)
        } else {
          try folder.keep(location, of: task, in: identifier.rawValue)
        }
      } catch {
        lock.withLock { open[identifier]?.errors[task] = error }
      }
    }

    /// Adds a part of the body of a server's answer to an upload.
    public func urlSession(
      _ session: URLSession,
      dataTask: URLSessionDataTask,
      didReceive data: Data
    ) {
      let identifier = identifier(of: session)
      lock.withLock {
        open[identifier]?.bodies[dataTask.taskIdentifier, default: .init()]
          .append(data, elsewhere: folder.newFile)
      }
    }

    /// Reports the outcome of each transfer to the handler, once.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didCompleteWithError error: (any Error)?
    ) {
      finish(task, of: identifier(of: session), error)
    }

    /// Lets the completion handlers of the system be called after the app's handler has handled all
    /// events.
    ///
    /// The handler is called on the main thread, after
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)` (URLSessionDelegate reference;
    /// Downloading files in the background).
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
      let identifier = identifier(of: session)
      BackgroundEvents.shared.report(.eventsDelivered)
      log(of: identifier).notice("the system has delivered all events")
      lock.withLock {
        let completions = self.completions.removeValue(forKey: identifier) ?? []
        reportUnfinished(of: identifier)
        _ = open[identifier]?.signals.yield(.finished(completions))
        if completions.isEmpty { ended[identifier] = Date() }
      }
      queues.giveUpMissing(in: identifier)
    }

    /// Creates the session again if it is needed.
    ///
    /// A session with the same identifier may be created again only after the delegate is notified of
    /// the invalidation (NSURLSession.h).
    public func urlSession(
      _ session: URLSession,
      didBecomeInvalidWithError error: (any Error)?
    ) {
      let identifier = identifier(of: session)
      if let error {
        log(of: identifier).error("the session is invalid", error)
      }
      close(session, of: identifier, isInvalid: error != nil)
    }

    // MARK: Observation

    /// Reports how much of an upload has been sent.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      progressed(task, of: session, expecting: totalBytesExpectedToSend)
    }

    /// Reports how much of a download has been received.
    public func urlSession(
      _ session: URLSession,
      downloadTask: URLSessionDownloadTask,
      didWriteData bytesWritten: Int64,
      totalBytesWritten: Int64,
      totalBytesExpectedToWrite: Int64
    ) {
      progressed(downloadTask, of: session, expecting: totalBytesExpectedToWrite)
    }

    /// Lets the app answer a challenge to a transfer.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    /// Lets the app answer a challenge to the session.
    public func urlSession(
      _ session: URLSession,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let challenged = observation.challenged else {
        return completionHandler(.performDefaultHandling, nil)
      }
      let identifier = identifier(of: session)
      _Concurrency.Task {
        let (disposition, credential) = await challenged(challenge, identifier)
        completionHandler(disposition, credential)
      }
    }

    /// Lets the app replace a request before it begins.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      willBeginDelayedRequest request: URLRequest,
      completionHandler:
        @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
      guard let begins = observation.begins else {
        return completionHandler(.continueLoading, nil)
      }
      let transfer = transfer(task, of: identifier(of: session))
      _Concurrency.Task {
        let (disposition, request) = await begins(transfer, request)
        completionHandler(disposition, request)
      }
    }

    /// Passes the measurements of a transfer to the app.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      let identifier = identifier(of: session)
      if let measured = observation.measured {
        let transfer = transfer(task, of: identifier)
        perform(in: identifier) { await measured(transfer, metrics) }
      }
      guard let begin = metrics.transactionMetrics.first?.requestStartDate else { return }
      BackgroundEvents.shared.report(
        .transferBegan(
          in: log(of: identifier).category, submission: metrics.taskInterval.start, begin: begin))
    }
  }
#endif
