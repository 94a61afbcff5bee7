// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The items of a transfer that are not done, also after the process has ended.
  ///
  /// An item waits, is with the session, or has ended and is kept until the handler has had its end.
  /// Its file, which new items share, is written whole before the item goes from one of these to the
  /// next: so the end of the process at any time loses no item, and submits none twice. The session
  /// has as many items at once as the policy says; a free place goes to the first item whose time has
  /// come. An item that has to wait, such as for a server's `Retry-After`, takes no place. It waits in
  /// the session only while that has nothing else: then the system begins it without the app.
  nonisolated public final class TransferQueue<Session: SessionIdentifying>: @unchecked Sendable {
    let session: Session
    let transfer: QueuedTransfer<Session>
    let folder: URL?
    /// Whether the process owns the session; any other leaves the session's tasks to the owner.
    let isOwned: Bool
    /// Whether other processes write the files, too, so that they are read before each use.
    let isShared: Bool
    private let log: BackgroundLog
    private let changed: @Sendable (_ isRemoval: Bool) -> Void
    private let lock = NSLock()
    // Guarded by the lock.
    var items: [String: QueuedItem] = [:]
    /// The items in their order, among them some that are gone or have another number now.
    var order: [(number: Int, id: String)] = []
    /// The items of each file.
    var files: [String: Set<String>] = [:]
    var damaged: [URL] = []
    var isLoaded = false
    /// Whether the items have been compared with the tasks of the session.
    var isMatched = false
    /// Items whose tasks the session does not have, and since when that is known: their ends may come.
    var missing: [String: (task: Int, since: Date)] = [:]
    /// The number of tasks that the process has created.
    var created = 0
    /// Items that wait until a person opens the app.
    var held: Set<String> = []
    /// Items that could not be submitted: how often, and when they are tried again.
    var postponed: [String: (count: Int, until: Date)] = [:]
    /// Ends that came while the files could not be read.
    var early: [(id: String, task: Int?, end: QueuedEnd)] = []
    /// Items whose ends of that time the handler has still to have.
    var recovered: [String] = []
    /// The files with ends of other processes that the handler has had.
    var noticed: Set<String> = []
    /// The callers that wait until the next items are submitted.
    var callers: [CheckedContinuation<Void, Never>] = []
    var notes: [(text: String, error: (any Error)?)] = []

    init(
      _ transfer: QueuedTransfer<Session>,
      of session: Session,
      in folder: URL?,
      isOwned: Bool,
      log: BackgroundLog,
      changed: @escaping @Sendable (_ isRemoval: Bool) -> Void
    ) {
      self.transfer = transfer
      self.session = session
      self.folder = folder
      self.isOwned = isOwned
      isShared = transfer.group != nil
      self.log = log
      self.changed = changed
    }

    /// Runs a body with the lock. What it notes is logged afterwards, since the log's receiver may use
    /// the queue.
    func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
      lock.lock()
      defer {
        let notes = self.notes
        self.notes = []
        lock.unlock()
        for note in notes {
          log.error(note.text, note.error)
        }
      }
      return try body()
    }

    /// The identifiers of the items that are not done, in their order.
    public var ids: [String] {
      locked {
        try? load()
        return inOrder.map(\.id)
      }
    }

    /// The files that can't be understood: damaged ones, and those of a newer version of the app.
    ///
    /// They stay as they are, until `removeAll` is called.
    public var unreadable: [URL] {
      locked {
        try? load()
        return damaged
      }
    }

    /// Adds items, which are kept when this returns.
    ///
    /// An item that the queue has already is not added again. Add the items at each launch if others
    /// may have been lost with the app's own data.
    ///
    /// - Throws: The error of the file system if the items can't be kept; those before it are. In a
    ///   process that does not own the session, `CocoaError.featureUnsupported`: it can't submit them.
    public func add(_ ids: [String]) throws {
      try locked {
        guard isOwned else { throw CocoaError(.featureUnsupported) }
        try load()
        var known: Set<String> = []
        let new = ids.filter { items[$0] == nil && known.insert($0).inserted }
        // Other processes change single items.
        let size = isShared ? 1 : 100
        for start in stride(from: 0, to: new.count, by: size) {
          try keep(new[start..<min(start + size, new.count)])
        }
      }
      changed(false)
    }

    /// Adds items as `add` does, and returns when the session has those for which it has a place.
    ///
    /// An extension does this before it ends its request: it may be suspended then, and the system goes
    /// on with what the session has.
    ///
    /// - Returns: Those of the items that wait: for a place, or since the handler could not return them.
    public func submit(_ ids: [String]) async throws -> [String] {
      try add(ids)
      await withCheckedContinuation { caller in
        locked { callers.append(caller) }
        changed(false)
      }
      return locked {
        ids.filter { id in items[id].map { $0.task == nil && $0.end == nil } ?? false }
      }
    }

    /// Submits the items that wait because the handler could not return them, such as after a person
    /// has signed in again.
    public func submit() {
      locked { postponed = [:] }
      changed(false)
    }

    /// Removes items, and cancels their transfers; the handler hears no more of them.
    ///
    /// A process that does not own the session leaves the transfers to the owner, which cancels them
    /// when it begins the next time.
    public func remove(_ ids: [String]) {
      locked {
        try? load()
        forget(ids)
      }
      changed(true)
    }

    /// Removes all items as `remove` does, such as when a person signs out.
    public func removeAll() {
      locked {
        try? load()
        forget(Array(items.keys))
        for file in damaged { try? FileManager.default.removeItem(at: file) }
        damaged = []
      }
      changed(true)
    }
  }
#endif
