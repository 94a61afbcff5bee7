internal import PlatformFacts
internal import PolicyModel

/// The class that makes the background sessions and routes their events.
enum SessionRouter {
  /// Writes the class.
  static func write(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(
      "The background sessions of a process of \(target.name).",
      "Make one while the app launches and keep it. \(PlatformFacts.sessionRecreated.sentence) \(PlatformFacts.sessionInOneProcess.sentence)"
    )
    writer.block("\(target.access)final class \(target.name)Sessions: NSObject, @unchecked Sendable") {
      writer in
      writer.text(storage(target))
      writer.line()
      writeInitializer(target, &writer)
      writer.line()
      writeAccess(target, &writer)
      writer.line()
      writeEvents(target, &writer)
      writer.line()
      writeCleanSlate(target, &writer)
      writer.line()
      writer.text(opening(target))
      writer.line()
      writer.text(delivering(target))
    }
    writer.line()
    writer.block("extension \(target.name)Sessions: URLSessionDownloadDelegate") { writer in
      writeDelegate(target, &writer)
    }
  }

  private static func storage(_ target: GenerationTarget) -> String {
    """
    private typealias ID =
      \(target.name)SessionIdentifier
    // Swift's own type, since an app may well have a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private enum Signal {
      case event(\(target.name)SessionEvent)
      case finished([EventsCompletion])
      case late(EventsCompletion)
    }

    private struct OpenSession {
      let session: URLSession
      let signals: AsyncStream<Signal>.Continuation
      /// What has become of the files that have come, by task.
      var files: [Int: Result<URL, any Error>] = [:]
      var isClosing = false
      var isMadeAgain = false
    }

    private let process: \(target.name)Process
    private let handler: any \(target.name)BackgroundHandler
    private let lock = NSLock()
    // Guarded by the lock, as the system calls on queues of its own.
    private var open: [ID: OpenSession] = [:]
    private var completions: [ID: [EventsCompletion]] = [:]
    /// The sessions whose events have ended before anybody waited for them.
    private var ended: Set<ID> = []
    """
  }

  private static func writeInitializer(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(
      "Makes the sessions of a process, and asks for the transfers that are still in them.",
      "- Parameter process: The process that this is; the app may not make an extension's sessions while that may run.",
      "- Parameter handler: Takes the events; it is kept for as long as the process runs.")
    writer.text(
      """
      \(target.access)init(
        of process: \(target.name)Process = .app,
        handler: any \(target.name)BackgroundHandler
      ) {
        self.process = process
        self.handler = handler
        super.init()
        for identifier in ID.owned(by: process) {
          lock.withLock { openSession(identifier) }
        }
      }
      """)
  }

  private static func writeAccess(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(
      "The session of an identifier, to make tasks in.",
      "- Returns: `nil` where the session belongs to another process, or is being made anew.")
    writer.text(
      """
      \(target.access)func session(
        _ identifier: \(target.name)SessionIdentifier
      ) -> URLSession? {
        guard ID.owned(by: process).contains(identifier) else { return nil }
        return lock.withLock {
          open[identifier].flatMap { $0.isClosing ? nil : $0.session }
        }
      }
      """)
  }

  private static func writeEvents(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(
      "Takes over `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.",
      "\(PlatformFacts.eventsCompletion.sentence) Here it also waits until the handler has taken the events. \(PlatformFacts.extensionSessionEvents.sentence)",
      "- Parameter identifier: The session that the system names; that of another owner is not waited for.",
      "- Parameter completionHandler: The system's handler, called once.")
    writer.text(
      """
      @MainActor
      \(target.access)func handleEvents(
        forSession identifier: String,
        completionHandler: @escaping () -> Void
      ) {
        wait(for: .init(rawValue: identifier), EventsCompletion(completionHandler))
      }
      """)
    writer.line()
    writer.documentation(
      "Waits until the events of a session are taken, for SwiftUI's `backgroundTask(.urlSession(…))` and for widgets.",
      "It also returns when its Swift task is cancelled.")
    writer.text(
      """
      \(target.access)func handleEvents(forSession identifier: String) async {
        let (ends, end) = AsyncStream<Never>.makeStream()
        wait(for: .init(rawValue: identifier), EventsCompletion { end.finish() })
        for await _ in ends {}
      }
      """)
  }

  private static func writeCleanSlate(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.line("#if DEBUG")
    writer.indented { writer in
      writer.documentation(
        "Cancels what an earlier build has left in the sessions, and makes them anew.",
        "\(PlatformFacts.cleanSlate.sentence) Until a session has been made anew, `session(_:)` gives none.",
        "- Parameter path: Where the app is installed; nothing happens while that stays the same.",
        "- Parameter defaults: Where the path of the last launch is kept.",
        "- Returns: Whether the path has changed.")
      writer.text(
        """
        @discardableResult
        \(target.access)func startClean(
          whenMovedFrom path: String = Bundle.main.bundlePath,
          defaults: UserDefaults = .standard
        ) -> Bool {
          let key = "bgpolicy.installPath"
          let last = defaults.string(forKey: key)
          defaults.set(path, forKey: key)
          guard let last, last != path else { return false }
          let closing = lock.withLock {
            ID.owned(by: process).compactMap { identifier in
              open[identifier]?.isClosing = true
              open[identifier]?.isMadeAgain = true
              return open[identifier]?.session
            }
          }
          for session in closing {
            session.invalidateAndCancel()
          }
          return true
        }
        """)
    }
    writer.line("#endif")
  }

  private static func opening(_ target: GenerationTarget) -> String {
    """
    /// Makes a session, unless it is there; the lock is held.
    private func openSession(_ identifier: ID) {
      guard open[identifier] == nil,
        let configuration = identifier.configuration
      else { return }
      let (stream, signals) = AsyncStream<Signal>.makeStream()
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      open[identifier] = OpenSession(session: session, signals: signals)
      session.getAllTasks { tasks in
        let tasks = tasks.sorted { $0.taskIdentifier < $1.taskIdentifier }
        signals.yield(.event(.reconciled(tasks.map { .init($0, of: identifier) })))
      }
      SwiftTask { await deliver(stream, of: identifier) }
    }

    /// Keeps a completion handler until the events of its session are taken.
    private func wait(
      for identifier: ID,
      _ completion: EventsCompletion
    ) {
      let isKnown = lock.withLock {
        openSession(identifier)
        guard let known = open[identifier] else { return false }
        if ended.remove(identifier) == nil {
          completions[identifier, default: []].append(completion)
        } else {
          // SwiftUI's actions begin some time after the system has called the app.
          known.signals.yield(.late(completion))
        }
        return true
      }
      guard !isKnown else { return }
      \(target.name)Log(category: "sessions")
        .error("\\(identifier.rawValue) is no session of the policy")
      SwiftTask { await completion.call() }
    }
    """
  }

  private static func delivering(_ target: GenerationTarget) -> String {
    """
    /// Hands the events of a session over, one after the other.
    private func deliver(
      _ signals: AsyncStream<Signal>,
      of identifier: ID
    ) async {
      for await signal in signals {
        switch signal {
        case .event(let event):
          await handler.take(event, of: identifier)
        case .finished(let completions):
          await handler.take(.delivered, of: identifier)
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
      guard !ID.owned(by: process).contains(identifier) else { return }
      let session = lock.withLock {
        open[identifier]?.isClosing = true
        return open[identifier]?.session
      }
      session?.finishTasksAndInvalidate()
    }

    private func yield(
      _ event: \(target.name)SessionEvent,
      to identifier: ID
    ) {
      lock.withLock {
        // What comes now is of a later time in the background.
        ended.remove(identifier)
        _ = open[identifier]?.signals.yield(.event(event))
      }
    }

    private func transfer(
      _ task: URLSessionTask,
      of session: URLSession
    ) -> \(target.name)TransferTask {
      .init(task, of: session.policyIdentifier)
    }

    /// Moves a file from where the system removes it.
    private func keep(_ location: URL) throws -> URL {
      let caches = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      let name = "\(target.name)Downloads"
      let folder = caches.appendingPathComponent(name, isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let place = folder.appendingPathComponent(UUID().uuidString)
      try FileManager.default.moveItem(at: location, to: place)
      return place
    }

    /// What has become of a task that is over.
    private func outcome(
      of transfer: \(target.name)TransferTask,
      _ file: Result<URL, any Error>?,
      _ error: (any Error)?
    ) -> \(target.name)SessionEvent {
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

  private static func writeDelegate(_ target: GenerationTarget, _ writer: inout CodeWriter) {
    writer.documentation(
      "Moves a downloaded file before it returns.", PlatformFacts.downloadIsTemporary.sentence)
    writer.text(
      """
      \(target.access)func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
      ) {
        let identifier = session.policyIdentifier
        // An error page is no file.
        guard !transfer(downloadTask, of: session).isRefused else { return }
        let file = Result { try keep(location) }
        lock.withLock { open[identifier]?.files[downloadTask.taskIdentifier] = file }
      }
      """)
    writer.line()
    writer.documentation("Tells the handler what has become of a transfer, once for each.")
    writer.text(
      """
      \(target.access)func urlSession(
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
          \(target.name)Log.session(identifier)
            .error("task \\(task.taskIdentifier) failed with \\(failure.code.rawValue)")
        }
        yield(outcome, to: identifier)
      }
      """)
    writer.line()
    writer.documentation(
      "Has the system's completion handlers called when the handler has taken all events.",
      PlatformFacts.eventsCompletion.sentence)
    writer.text(
      """
      \(target.access)func urlSessionDidFinishEvents(
        forBackgroundURLSession session: URLSession
      ) {
        let identifier = session.policyIdentifier
        lock.withLock {
          let completions = self.completions.removeValue(forKey: identifier) ?? []
          _ = open[identifier]?.signals.yield(.finished(completions))
          if completions.isEmpty { ended.insert(identifier) }
        }
      }
      """)
    writer.line()
    writer.documentation(
      "Makes a session anew where one is wanted.", PlatformFacts.sessionInvalidation.sentence)
    writer.text(
      """
      \(target.access)func urlSession(
        _ session: URLSession,
        didBecomeInvalidWithError error: (any Error)?
      ) {
        let identifier = session.policyIdentifier
        if let error {
          \(target.name)Log.session(identifier)
            .error("session invalid: \\(error.localizedDescription)")
        }
        lock.withLock {
          guard let closed = open[identifier], closed.session === session else { return }
          open[identifier] = nil
          if error != nil {
            // The same would happen again, and nobody else will call them.
            let completions = self.completions.removeValue(forKey: identifier) ?? []
            closed.signals.yield(.finished(completions))
          } else if closed.isMadeAgain || completions[identifier] != nil {
            openSession(identifier)
          }
          closed.signals.finish()
        }
      }
      """)
  }

  /// What the router stands on, the same for every policy.
  static let completion = """
    /// A completion handler of the system's, which is called once, on the main thread.
    private final class EventsCompletion: @unchecked Sendable {
      private let lock = NSLock()
      private var handler: (() -> Void)?

      init(_ handler: @escaping () -> Void) {
        self.handler = handler
      }

      @MainActor
      func call() {
        let handler = lock.withLock {
          defer { self.handler = nil }
          return self.handler
        }
        handler?()
      }
    }
    """
}
