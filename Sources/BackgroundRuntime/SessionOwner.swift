// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  /// An app or extension that owns background sessions, and that the system calls for their events.
  nonisolated public protocol SessionOwner {
    /// The queues of the process.
    associatedtype Queues: SessionQueuing
    /// The sessions of the process, to which the app submits transfers.
    var sessions: SessionRouter<Queues> { get }
  }

  nonisolated extension SessionOwner {
    /// Whether the policy declares a session. Other sessions belong to other parts of the process,
    /// such as an SDK.
    public func owns(_ identifier: String) -> Bool { sessions.owns(identifier) }

    /// Implements `application(_:handleEventsForBackgroundURLSession:completionHandler:)` of an app
    /// delegate, and `onBackgroundURLSessionEvents` of widgets.
    ///
    /// - Parameter identifier: The identifier of the session with events.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once on the main
    /// thread.
    @MainActor
    public func handleEvents(
      forSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      sessions.handleEvents(forSession: identifier, completionHandler: completionHandler)
    }

    /// Waits until the events of a session are handled, for SwiftUI's `backgroundTask(.urlSession(…))`:
    /// the app may be suspended when the action returns (Scene.backgroundTask reference).
    public func handleEvents(forSession identifier: String) async {
      await sessions.handleEvents(forSession: identifier)
    }
  }
#endif
