// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The statements of a policy about the background sessions of a process.
  nonisolated public struct SessionTable<Session: SessionIdentifying>: Sendable {
    /// A session, or several sessions whose identifiers differ only in a value.
    private struct Declaration: Sendable {
      let name: String
      let isOwned: Bool
      /// The identifier; `nil` for several sessions, each of which is created when it is first needed.
      let identifier: Session?
      let isDeclared: @Sendable (Session) -> Bool
      let configuration: @Sendable (Session) -> URLSessionConfiguration?
    }

    /// The app's name, for the names of its folders.
    let app: String
    private var sessions: [Declaration] = []
    /// Returns the configuration of a session in a unit test; `nil` in the app.
    private var testConfiguration: (@Sendable (Session) -> URLSessionConfiguration)?

    /// A table without sessions, for an app.
    public init(app: String) { self.app = app }

    /// Adds a session.
    ///
    /// - Parameter identifier: The identifier of the session.
    ///
    /// - Parameter name: The name in the policy.
    ///
    /// - Parameter isOwned: Whether the process owns the session.
    ///
    /// - Parameter configuration: Returns a new configuration.
    public mutating func add(
      _ identifier: Session,
      named name: String,
      isOwned: Bool,
      configuration: @escaping @Sendable () -> URLSessionConfiguration
    ) {
      sessions.append(
        Declaration(
          name: name, isOwned: isOwned, identifier: identifier,
          isDeclared: { $0 == identifier }, configuration: { _ in configuration() }))
    }

    /// Adds several sessions, each of which is created when it is first needed.
    ///
    /// - Parameter value: The value in an identifier; `nil` if another session has the identifier.
    ///
    /// - Parameter name: The name in the policy.
    ///
    /// - Parameter isOwned: Whether the process owns the sessions.
    ///
    /// - Parameter configuration: Returns a new configuration for a value.
    public mutating func add(
      forEach value: @escaping @Sendable (Session) -> String?,
      named name: String,
      isOwned: Bool,
      configuration: @escaping @Sendable (String) -> URLSessionConfiguration
    ) {
      sessions.append(
        Declaration(
          name: name, isOwned: isOwned, identifier: nil,
          isDeclared: { value($0) != nil }, configuration: { value($0).map(configuration) }))
    }

    /// The same table with the configurations of a unit test.
    public func configured(
      by configuration: (@Sendable (Session) -> URLSessionConfiguration)?
    ) -> Self {
      var table = self
      table.testConfiguration = configuration
      return table
    }

    /// The sessions of the process, which are created at launch.
    var owned: [Session] { sessions.filter(\.isOwned).compactMap(\.identifier) }

    private func declaration(of identifier: Session) -> Declaration? {
      sessions.first { $0.isDeclared(identifier) }
    }

    /// Whether the process owns a session.
    func isOwned(_ identifier: Session) -> Bool {
      declaration(of: identifier)?.isOwned ?? false
    }

    /// Whether a session is created when it is first needed.
    func isCreatedLater(_ identifier: Session) -> Bool {
      declaration(of: identifier).map { $0.identifier == nil } ?? false
    }

    /// The configuration of a session; `nil` if the policy does not declare it.
    func configuration(_ identifier: Session) -> URLSessionConfiguration? {
      guard let declaration = declaration(of: identifier) else { return nil }
      return testConfiguration?(identifier) ?? declaration.configuration(identifier)
    }

    /// The log of a session, whose category is the session's name in the policy.
    func log(of identifier: Session) -> BackgroundLog {
      declaration(of: identifier).map { BackgroundLog(category: $0.name) } ?? .sessions
    }
  }

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
