// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The queues of a process, whose items its sessions transfer.
  nonisolated public protocol SessionQueuing<Session>: AnyObject, Sendable {
    /// The identifiers of the sessions.
    associatedtype Session: SessionIdentifying

    /// Keeps the router of the sessions that transfer the items. It is called before the sessions
    /// are created.
    func connect(_ sessions: SessionRouter<Self>)
    /// The identifier of the item whose task has a description.
    func id(in description: String, of session: Session) -> String
    /// Compares the queues with the tasks of a session that has just been created.
    func match(_ tasks: [URLSessionTask], of session: Session)
    /// Whether a task belongs to a queue.
    func has(_ task: URLSessionTask, in session: Session) -> Bool
    /// Keeps the file of a download of an item.
    func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws
    /// Notes the end of an item's task.
    func end(_ task: URLSessionTask, _ event: SessionEvent<Session>, in session: Session)
    /// Submits the next items to a session. For each session, no call begins before the last call
    /// has ended.
    func refill(_ session: Session) async
    /// Stops waiting for the ends of items that the session has not delivered, although it has
    /// delivered all its events.
    func giveUpMissing(in session: Session)
    /// Forgets the queues of a session, because another process may change their files.
    func release(_ session: Session)
  }

  /// The absence of queues, for a policy without queues.
  nonisolated public final class NoQueuing<Session: SessionIdentifying>: SessionQueuing {
    /// The absence of queues.
    public init() {}

    public func connect(_ sessions: SessionRouter<NoQueuing>) {}
    public func id(in description: String, of session: Session) -> String { description }
    public func match(_ tasks: [URLSessionTask], of session: Session) {}
    public func has(_ task: URLSessionTask, in session: Session) -> Bool { false }
    public func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws {}
    public func end(_ task: URLSessionTask, _ event: SessionEvent<Session>, in session: Session) {}
    public func refill(_ session: Session) async {}
    public func giveUpMissing(in session: Session) {}
    public func release(_ session: Session) {}
  }
#endif
