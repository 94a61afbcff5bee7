// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// The queues of a process. Each queue is created when it is first needed.
  nonisolated public final class TransferQueues<Session: SessionIdentifying>: SessionQueuing,
    @unchecked Sendable
  {
    /// Returns the item of a transfer's queue that has an identifier, after its last failure; `nil`
    /// if the app does not want to transfer the item any more.
    public typealias Providing =
      @Sendable (
        _ transfer: String, _ session: Session, _ id: String, _ failure: TransferFailure?
      ) async throws -> (any TransferItem)?
    typealias Queue = TransferQueue<Session>
    typealias Sessions = SessionRouter<TransferQueues>

    let table: SessionTable<Session>
    let provide: Providing
    private let transfers: [QueuedTransfer<Session>]
    /// The temporary folder of a unit test's queues, which the app does not read; `nil` in the app.
    private let testFolder: URL?
    let lock = NSLock()
    // Guarded by the lock.
    private var queues: [String: Queue] = [:]
    private(set) weak var sessions: Sessions?
    /// The times at which the next items of sessions can be submitted.
    var starts: [Session: Date] = [:]
    private var observers: [any NSObjectProtocol] = []

    /// The queues of a process.
    ///
    /// - Parameter transfers: The transfers with queues.
    ///
    /// - Parameter table: The statements of the policy about the sessions.
    ///
    /// - Parameter isTest: Whether a unit test uses the queues, so that the app must not transfer
    /// their items later.
    ///
    /// - Parameter provide: Returns an item.
    public init(
      _ transfers: [QueuedTransfer<Session>],
      of table: SessionTable<Session>,
      isTest: Bool = false,
      _ provide: @escaping Providing
    ) {
      self.transfers = transfers
      self.table = table
      self.provide = provide
      testFolder =
        isTest
        ? FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString) : nil
    }

    deinit {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    /// Keeps the router of the sessions that transfer the items, and observes the moments at which
    /// items can go on.
    public func connect(_ sessions: SessionRouter<TransferQueues>) {
      lock.withLock {
        self.sessions = sessions
        #if canImport(UIKit) && !os(watchOS)
          let moments: [(Notification.Name, Bool)] = [
            (UIApplication.didBecomeActiveNotification, true),
            (UIApplication.protectedDataDidBecomeAvailableNotification, false),
          ]
          observers = moments.map { name, isActive in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
              [weak self] _ in
              self?.resume(isActive: isActive)
            }
          }
        #endif
      }
    }

    /// Submits the items that waited until a person opened the app or unlocked the device.
    private func resume(isActive: Bool) {
      let (sessions, queues) = lock.withLock { (self.sessions, Array(self.queues.values)) }
      for queue in queues {
        if isActive { queue.release() }
        queue.doubt()
        _ = queue.isWritten
      }
      guard let sessions else { return }
      for identifier in Set(queues.map(\.session)) { signal(identifier, to: sessions) }
    }

    /// The queue of a transfer.
    public func queue(
      of transfer: QueuedTransfer<Session>, in identifier: Session
    ) -> TransferQueue<Session> {
      lock.withLock {
        let hash = identifier.rawValue.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
        let name = "\(transfer.name)-\(String(hash, radix: 16))"
        if let queue = queues[name] { return queue }
        let queue = Queue(
          transfer, of: identifier, in: folder(of: transfer)?.appendingPathComponent(name),
          isOwned: sessions?.carries(identifier) ?? table.isOwned(identifier),
          log: table.log(of: identifier)
        ) { [weak self] isRemoval in
          self?.change(of: identifier, isRemoval: isRemoval)
        }
        queues[name] = queue
        return queue
      }
    }

    /// The transfers with queues that a session transfers.
    private func transfers(of identifier: Session) -> [QueuedTransfer<Session>] {
      transfers.filter { $0.isCarried(identifier) }
    }

    /// The queues of a session.
    func queues(of identifier: Session) -> [TransferQueue<Session>] {
      transfers(of: identifier).map { queue(of: $0, in: identifier) }
    }

    /// The item of a task that belongs to a queue; `nil` for any other task.
    func item(of task: URLSessionTask, in identifier: Session) -> (queue: Queue, id: String)? {
      for transfer in transfers(of: identifier) {
        if let id = QueuedItem.id(in: task.taskDescription, of: transfer.name) {
          return (queue(of: transfer, in: identifier), id)
        }
      }
      return nil
    }

    /// Whether a task belongs to a queue.
    public func has(_ task: URLSessionTask, in session: Session) -> Bool {
      item(of: task, in: session) != nil
    }

    /// Keeps the file of a download of an item.
    public func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws {
      guard let queued = item(of: task, in: session) else { return }
      try queued.queue.keep(location, of: queued.id, task.taskIdentifier)
    }

    /// The identifier of the item whose task has a description.
    public func id(in description: String, of identifier: Session) -> String {
      let names = transfers(of: identifier).lazy.map(\.name)
      return names.compactMap { QueuedItem.id(in: description, of: $0) }.first ?? description
    }

    /// Forgets the queues of a session, because another process may change their files. A queue
    /// with ends that it could not write stays.
    public func release(_ identifier: Session) {
      // No lock is held while a queue reads its files, because the log's receiver may use the queues.
      let written = lock.withLock { queues }.filter { name, queue in
        queue.session == identifier && queue.isWritten
      }
      lock.withLock {
        for name in written.keys { queues[name] = nil }
      }
    }

    /// Compares the queues with the tasks of a session that has just been created.
    public func match(_ tasks: [URLSessionTask], of identifier: Session) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      match(tasks, of: identifier, by: sessions)
    }

    /// Submits items again whose ends have not come, although the system has delivered all ends.
    public func giveUpMissing(in identifier: Session) {
      giveUp(in: identifier, since: .distantFuture)
    }

    /// Notes the end of an item's task, and submits the next item.
    public func end(_ task: URLSessionTask, _ event: SessionEvent<Session>, in session: Session) {
      guard let (queue, id) = item(of: task, in: session),
        let sessions = lock.withLock({ sessions })
      else { return }
      let isDownload = task is URLSessionDownloadTask
      if queue.end(id, task.taskIdentifier, event, isDownload: isDownload) {
        tell(queue, id, by: sessions)
      } else {
        signal(queue.session, to: sessions)
      }
    }

    private func folder(of transfer: QueuedTransfer<Session>) -> URL? {
      if let testFolder { return testFolder }
      let manager = FileManager.default
      let name = "\(table.app)Queues"
      guard let group = transfer.group else {
        let support = try? manager.url(
          for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return support?.appendingPathComponent(name)
      }
      let container = manager.containerURL(forSecurityApplicationGroupIdentifier: group)
      return container?.appendingPathComponent(name)
    }
  }
#endif
