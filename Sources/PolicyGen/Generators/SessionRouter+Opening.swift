internal import PlatformFacts
internal import PolicyModel

/// How the sessions are made, and made anew.
extension SessionRouter {
  /// What makes a session, and keeps the handlers that wait for its events.
  static func opening(takesSettings: Bool, _ target: GenerationContext) -> String {
    """
    /// Makes a session, unless it is there, whose events come behind those of an earlier one; the lock
    /// is held.
    private func openSession(_ identifier: ID, after earlier: OpenSession? = nil) {
      guard open[identifier] == nil,
        let configuration = identifier.configuration\(takesSettings ? "(settings)" : "")
      else { return }
      let signals = earlier?.signals ?? signals(of: identifier)
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      open[identifier] = OpenSession(session: session, signals: signals)
      session.getAllTasks { tasks in
        \(target.name)Log.session(identifier)
          .notice("made, with \\(tasks.count) transfers that are not over")
        let tasks = tasks.sorted { $0.taskIdentifier < $1.taskIdentifier }
        signals.yield(.event(.reconciled(tasks.map { .init($0, of: identifier) })))
      }
    }

    /// What takes the events of a session, and has them handed over.
    private func signals(of identifier: ID) -> AsyncStream<Signal>.Continuation {
      let (stream, signals) = AsyncStream<Signal>.makeStream()
      SwiftTask { await deliver(stream, of: identifier) }
      return signals
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
      guard !isKnown else {
        \(target.name)Log.session(identifier)
          .notice("the system waits until its events are taken")
        return
      }
      \(target.name)Log(category: "sessions")
        .error("\\(identifier.rawValue) is no session of the policy")
      SwiftTask { await completion.call() }
    }
    """
  }

  /// Writes what has a new build begin without the transfers of an old one.
  static func writeCleanSlate(
    hasFamilies: Bool, _ target: GenerationContext, _ writer: inout CodeWriter
  ) {
    let owned = hasFamilies ? "open.keys.filter { $0.isOwned(by: process) }" : "ID.owned(by: process)"
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
          let key = "bgpolicy.\(target.name).installPath"
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
