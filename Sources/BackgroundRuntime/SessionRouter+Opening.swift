// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The background sessions of this process, each of which has one router.
  ///
  /// A session with the same identifier may be created again only after the delegate is notified of
  /// the invalidation (NSURLSession.h).
  nonisolated final class SessionClaims: @unchecked Sendable {
    /// The sessions of this process.
    static let shared = SessionClaims()

    private struct Claim {
      weak var router: AnyObject?
    }

    private let lock = NSLock()
    private var claims: [String: Claim] = [:]

    private init() {}

    /// Whether a router has the session, or no other router has it.
    func isFree(_ identifier: String, for router: AnyObject) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return claims[identifier]?.router.map { $0 === router } ?? true
    }

    /// Gives a session to a router, and returns `false` if another router has the session.
    func claim(_ identifier: String, for router: AnyObject) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      if let other = claims[identifier]?.router, other !== router { return false }
      claims[identifier] = Claim(router: router)
      return true
    }

    /// Lets another router have a session that is closed.
    func release(_ identifier: String, of router: AnyObject) {
      lock.lock()
      defer { lock.unlock() }
      if claims[identifier]?.router === router { claims[identifier] = nil }
    }
  }

  nonisolated extension SessionRouter {
    /// An element of a session's stream. It is handled after the elements before it.
    enum Signal {
      case event(Event)
      case finished([EventsCompletion])
      case late(EventsCompletion)
      case work(@Sendable () async -> Void)
    }

    /// A session that exists.
    struct OpenSession {
      let session: URLSession
      let signals: AsyncStream<Signal>.Continuation
      /// The errors of moving downloaded files, by the numbers of tasks.
      var errors: [Int: any Error] = [:]
      /// The bodies of answers, by the numbers of tasks.
      var bodies: [Int: ReceivedBody] = [:]
      /// The times at which the progress of tasks was last reported, by the numbers of tasks.
      var progress: [Int: Date] = [:]
      /// The tasks whose progress the app's handler has not had yet, by their numbers.
      var progressing: Set<Int> = []
      /// The unfinished transfers, until they are reported.
      var unfinished: [TransferTask<Session>]?
      var isClosing = false
      var isMadeAgain = false
    }

    /// Runs a body with the lock. The log is told after the unlock, because the log's receiver may use the
    /// sessions.
    func locked<Value>(_ body: () -> Value) -> Value {
      let (result, elsewhere) = lock.withLock {
        let result = body()
        defer { self.elsewhere = [] }
        return (result, self.elsewhere)
      }
      for identifier in elsewhere {
        log(of: identifier).error("another router of this process has the session")
      }
      return result
    }

    /// Creates a session unless it exists, in this router or in another router of the process. The
    /// events of the new session come after the events of an earlier session with the same
    /// identifier. The lock is held.
    func openSession(_ identifier: Session, after earlier: OpenSession? = nil) {
      guard open[identifier] == nil,
        let configuration = table.configuration(identifier)
      else { return }
      if let name = configuration.identifier, !SessionClaims.shared.claim(name, for: self) {
        elsewhere.append(identifier)
        return
      }
      let signals = earlier?.signals ?? signals(of: identifier)
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      // The system may already call methods of the delegate, but they wait for the lock, and so
      // find the identifier.
      identifiers[ObjectIdentifier(session)] = .init(rawValue: configuration.identifier ?? "")
      open[identifier] = OpenSession(session: session, signals: signals)
      session.getAllTasks { tasks in
        self.log(of: identifier).notice("created, with \(tasks.count) unfinished transfers")
        let tasks = tasks.sorted { $0.taskIdentifier < $1.taskIdentifier }
        self.queues.match(tasks, of: identifier)
        self.reconcile(tasks.map { self.transfer($0, of: identifier) }, of: identifier)
      }
    }

    /// Reports the transfers that are not done. If the system calls the app for events of the session,
    /// the report follows the events, because they may end more transfers.
    ///
    /// The system calls the app after the launch, when the session has long been created. So the report
    /// waits for a second in which the main thread is free.
    private func reconcile(_ unfinished: [TransferTask<Session>], of identifier: Session) {
      lock.withLock { open[identifier]?.unfinished = unfinished }
      _Concurrency.Task {
        await MainActor.run {}
        try? await _Concurrency.Task.sleep(nanoseconds: 1_000_000_000)
        lock.withLock {
          guard completions[identifier] == nil else { return }
          reportUnfinished(of: identifier)
        }
      }
    }

    /// Reports the transfers that are not done, unless they are reported already. The lock is held.
    func reportUnfinished(of identifier: Session) {
      guard let unfinished = open[identifier]?.unfinished else { return }
      open[identifier]?.unfinished = nil
      _ = open[identifier]?.signals.yield(.event(.reconciled(unfinished)))
    }

    /// Makes the stream of a session's events, and starts to handle them.
    private func signals(of identifier: Session) -> AsyncStream<Signal>.Continuation {
      let (stream, signals) = AsyncStream<Signal>.makeStream()
      _Concurrency.Task { await deliver(stream, of: identifier) }
      return signals
    }

    /// Removes a session that is invalid, and creates it again if it is needed.
    func close(_ session: URLSession, of identifier: Session, isInvalid: Bool) {
      locked {
        identifiers[ObjectIdentifier(session)] = nil
        guard let closed = open[identifier], closed.session === session else { return }
        open[identifier] = nil
        if isInvalid {
          // A new session would be invalid, too, and so would never call the completion handlers.
          let completions = self.completions.removeValue(forKey: identifier) ?? []
          closed.signals.yield(.finished(completions))
        } else if closed.isMadeAgain || completions[identifier] != nil {
          openSession(identifier, after: closed)
          return
        }
        SessionClaims.shared.release(identifier.rawValue, of: self)
        closed.signals.finish()
      }
    }
  }
#endif
