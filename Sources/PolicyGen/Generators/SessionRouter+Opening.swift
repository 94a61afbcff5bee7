internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The code that creates sessions for the first time and again.
extension SessionRouter {
  /// The functions that create a session, and store the completion handlers for the session's events.
  static func opening(takesSettings: Bool, in context: GenerationContext) -> String {
    """
    /// Creates a session if there is none; its events come after those of an earlier one. The lock is
    /// held.
    private func openSession(_ identifier: ID, after earlier: OpenSession? = nil) {
      guard open[identifier] == nil,
        let configuration =\(context.isTestable ? "\n      configuration?(identifier) ??" : "") identifier.configuration\(takesSettings ? "(settings)" : "")
      else { return }
      let signals = earlier?.signals ?? signals(of: identifier)
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      // The delegate's methods wait for the lock.
      identifiers[ObjectIdentifier(session)] = .init(rawValue: configuration.identifier ?? "")
      open[identifier] = OpenSession(session: session, signals: signals)
      session.getAllTasks { tasks in
        identifier.log.notice("created, with \\(tasks.count) unfinished transfers")
        let tasks = tasks.sorted { $0.taskIdentifier < $1.taskIdentifier }
        \(context.hasQueues ? "self.queues.match(tasks, of: identifier, by: self)\n    " : "")self.reconcile(tasks.map { .init($0, of: identifier) }, of: identifier)
      }
    }

    /// Reports the transfers that are not done: after the events for which the system has called the
    /// app, which may report more ends.
    private func reconcile(
      _ unfinished: [\(context.name)TransferTask],
      of identifier: ID
    ) {
      lock.withLock {
        if completions[identifier] == nil {
          _ = open[identifier]?.signals.yield(.event(.reconciled(unfinished)))
        } else {
          open[identifier]?.unfinished = unfinished
        }
      }
    }

    /// The stream of a session's events, whose handling this starts.
    private func signals(of identifier: ID) -> AsyncStream<Signal>.Continuation {
      let (stream, signals) = AsyncStream<Signal>.makeStream()
      SwiftTask { await deliver(stream, of: identifier) }
      return signals
    }

    /// Stores a completion handler until the events of its session are handled.
    private func wait(
      for identifier: ID,
      _ completion: EventsCompletion,
      canBeLate: Bool
    ) {
      let isKnown = lock.withLock {
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
      guard !isKnown else {\(RecorderFile.note("wake(for: identifier)", in: context, depth: 2))
        identifier.log.notice("the system waits until its events are handled")
        SwiftTask {
          try? await SwiftTask.sleep(nanoseconds: \(SwiftText.grouped(SessionRouter.deadline.milliseconds * 1_000_000)))
          await completion.call()
        }
        return
      }
      BackgroundLog.sessions.error("\\(identifier.rawValue) is not a session of the policy")
      SwiftTask { await completion.call() }
    }
    """
  }

  /// Writes the function that cancels the transfers of an earlier build, so that a new build begins without
  /// them.
  static func writeCleanSlate(
    hasFamilies: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let owned = hasFamilies ? "open.keys.filter { $0.isOwned(by: process) }" : "ID.owned(by: process)"
    writer.line("#if DEBUG")
    writer.indented { writer in
      writer.documentation(
        "Cancels the transfers that an earlier build left in the sessions, and creates the sessions again.",
        "\(PlatformFacts.cleanSlate.sentence) Until a session has been created again, `session(_:)` returns `nil`.",
        "- Parameter path: The folder of the installed app; nothing happens while it stays the same.",
        "- Parameter defaults: The store of the path at the last launch.",
        "- Returns: Whether the path has changed.")
      writer.text(
        """
        @discardableResult
        \(context.access)func startClean(
          whenMovedFrom path: String = Bundle.main.bundlePath,
          defaults: UserDefaults = .standard
        ) -> Bool {
          let key = "bgpolicy.\(context.name).installPath"
          let last = defaults.string(forKey: key)
          defaults.set(path, forKey: key)
          guard let last, last != path else { return false }
          let closing = lock.withLock {
            \(owned).compactMap { identifier in
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
}
