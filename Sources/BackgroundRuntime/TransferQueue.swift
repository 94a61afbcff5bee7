// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The items of a transfer that are not done. The next process of the app has the same items.
  ///
  /// An item waits, or is with the session, which may have to give the item back, or has ended and is
  /// kept until the handler has had the event of its end. Items that are added together share a file.
  /// The file is replaced as a whole before the state of an item changes, so that no item is lost
  /// or submitted twice when the process ends at any time. The policy says how many items the
  /// session has at once. If the session has fewer items, the queue submits the first item whose
  /// time has come. An item that has to wait, such as for a server's `Retry-After`, does not count.
  /// It waits in the session only if the session has no other items: then the system begins its
  /// transfer without the app.
  nonisolated public final class TransferQueue<Session: SessionIdentifying>: @unchecked Sendable {
    let session: Session
    let transfer: QueuedTransfer<Session>
    let folder: URL?
    /// Whether the process owns the session. A process that does not own the session leaves the
    /// session's tasks to the owner.
    let isOwned: Bool
    /// Whether other processes write the files, too, so that this process reads the files again
    /// before it compares, adds or removes items, or notes an end.
    let isShared: Bool
    private let log: BackgroundLog
    private let changed: @Sendable (_ isRemoval: Bool) -> Void
    private let lock = NSLock()
    // Guarded by the lock.
    var items: [String: QueuedItem] = [:]
    /// The items in their order. Some entries belong to items that are removed or have another
    /// number now.
    var order: [(number: Int, id: String)] = []
    /// The items of each file.
    var files: [String: Set<String>] = [:]
    var damaged: [URL] = []
    var isLoaded = false
    /// Whether the items have been compared with the tasks of the session.
    var isMatched = false
    /// Items whose tasks the session does not have, and the times since which this is known. The
    /// ends of the items may still come.
    var missing: [String: (task: Int, since: Date)] = [:]
    /// The number of tasks that the process has created.
    var created = 0
    /// Items that wait until a person opens the app.
    var held: Set<String> = []
    /// Items that could not be submitted, with the number of tries and the time of the next try.
    var postponed: [String: (count: Int, until: Date)] = [:]
    /// Ends that came while the files could not be read.
    var early: [(id: String, task: Int?, end: QueuedEnd)] = []
    /// Items whose ends came while the files could not be read, or were noted by another process,
    /// and whose events the handler has not had yet.
    var recovered: [String] = []
    /// The files whose ends, noted by other processes, have been passed on to the handler.
    var noticed: Set<String> = []
    /// Items whose ends are being reported to the handler.
    var told: Set<String> = []
    /// Items that the app has added again while the handler was told of their failures.
    var again: Set<String> = []
    /// The callers that wait until the next items are submitted.
    var callers: [UUID: CheckedContinuation<Void, Never>] = [:]
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

    /// Runs a body with the lock. The notes that the body makes are logged after the unlock,
    /// because the log's receiver may use the queue.
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

    /// The files that can't be understood, because they are damaged or a newer version of the app
    /// has written them.
    ///
    /// The files stay as they are until `removeAll` is called.
    public var unreadable: [URL] {
      locked {
        try? load()
        return damaged
      }
    }

    /// Adds items. The items are written to files when the function returns.
    ///
    /// An item that the queue already has is not added again. Add all items of the app's own data
    /// at each launch if the queue may have lost some. An item that the handler adds while it has the
    /// event `failed` of the item begins anew after a minute, or after the wait that the server asks for.
    ///
    /// - Throws: The error of the file system if some items can't be written. The items before them
    /// are written. In a process that does not own the session, and so can't submit items, the
    /// error is `CocoaError.featureUnsupported`.
    public func add(_ ids: [String]) throws {
      try locked {
        guard isOwned else { throw CocoaError(.featureUnsupported) }
        try load()
        again.formUnion(ids.filter { told.contains($0) && items[$0]?.end?.failure != nil })
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

    /// Adds items as `add` does, and returns when the queue has submitted as many items as the
    /// policy allows at once.
    ///
    /// An extension calls this before it ends its request, because the system may suspend it
    /// afterwards. The session's transfers go on meanwhile. In the handler's method for an event of
    /// the queue's own session, the function returns at once, and the queue submits the items when
    /// the method has returned. The function also returns when its Swift task is cancelled; the items
    /// stay in the queue.
    ///
    /// - Returns: The items that still wait, because the session has enough items or the handler
    /// could not return them.
    public func submit(_ ids: [String]) async throws -> [String] {
      try add(ids)
      // An event that waited for the submission, which comes after the event, would wait forever.
      if SessionDelivery.session != session.rawValue { await submission() }
      return locked {
        ids.filter { id in items[id].map { $0.task == nil && $0.end == nil } ?? false }
      }
    }

    /// Waits until the queue has submitted its items, or the Swift task is cancelled.
    private func submission() async {
      let key = UUID()
      await withTaskCancellationHandler {
        await withCheckedContinuation { caller in
          let isCancelled = locked {
            if !_Concurrency.Task.isCancelled { callers[key] = caller }
            return callers[key] == nil
          }
          if isCancelled { caller.resume() }
          changed(false)
        }
      } onCancel: {
        locked { callers.removeValue(forKey: key) }?.resume()
      }
    }

    /// Submits the items that wait because the handler could not return them, such as after a person
    /// has signed in again.
    public func submit() {
      locked { postponed = [:] }
      changed(false)
    }

    /// Removes items, and cancels their transfers. The handler gets no more events of the items.
    ///
    /// A process that does not own the session leaves the transfers to the owner, which cancels
    /// them when it runs the next time. Until then they go on.
    public func remove(_ ids: [String]) {
      locked {
        try? load()
        forget(ids)
        again.subtract(ids)
      }
      changed(true)
    }

    /// Removes all items as `remove` does, such as when a person signs out. The items are also removed
    /// if their files can't be read, such as before the device is unlocked for the first time.
    public func removeAll() {
      locked {
        do {
          if let folder, FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
          }
        } catch {
          notes.append(("items of a queue can't be removed now", error))
        }
        // The next use reads what is left.
        isLoaded = false
        items = [:]
        order = []
        files = [:]
        damaged = []
        postponed = [:]
        early = []
        recovered = []
        again = []
      }
      changed(true)
    }
  }
#endif
