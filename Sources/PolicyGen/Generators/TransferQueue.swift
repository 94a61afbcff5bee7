internal import PlatformFacts
internal import PolicyModel

/// The file with the queues, which store the items of transfers until the transfers are done.
enum TransferQueue {
  /// The file. `nil` for a policy without queues.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard policy.hasQueues else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    writer.conditional(ApplicationTasks.hasApplication) { $0.line("import UIKit") }
    writer.line()
    writeQueue(in: context, to: &writer)
    writer.line()
    QueuedItem.write(in: context, to: &writer)
    writer.line()
    QueueAccess.write(of: policy, in: context, to: &writer)
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Queues.swift"), text: writer.text)
  }

  private static func writeQueue(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation(
      "The items of a transfer that are not done, also after the process has ended.",
      "An item waits, is with the session, or has ended and is kept until the handler has had its end. Its file, which new items share, is written whole before the item goes from one of these to the next: so the end of the process at any time loses no item, and submits none twice. The session has as many items at once as the policy says; a free place goes to the first item whose time has come. An item that has to wait, such as for a server's `Retry-After`, takes no place. It waits in the session only while that has nothing else: then the system begins it without the app."
    )
    writer.block(
      "nonisolated \(context.access)final class \(context.name)TransferQueue: @unchecked Sendable"
    ) { writer in
      for (index, part) in [
        storage(in: context), use(in: context), files, matching, waiting, handover, ending,
      ].enumerated() {
        if index > 0 { writer.line() }
        writer.text(part)
      }
    }
  }

  private static func storage(in context: GenerationContext) -> String {
    """
    fileprivate typealias Event =
      \(context.name)SessionEvent
    fileprivate typealias ID =
      \(context.name)SessionIdentifier
    let session: \(context.name)SessionIdentifier
    fileprivate let transfer: String
    private let folder: URL?
    private let retries: Int
    /// The seconds for which a request is valid.
    private let validity: TimeInterval
    /// Whether the process owns the session; any other leaves the session's tasks to the owner.
    private let isOwned: Bool
    /// Whether other processes write the files, too, so that they are read before each use.
    private let isShared: Bool
    private let changed: @Sendable (_ isRemoval: Bool) -> Void
    private let lock = NSLock()
    // Guarded by the lock.
    private var items: [String: QueuedItem] = [:]
    /// The items in their order, among them some that are gone or have another number now.
    private var order: [(number: Int, id: String)] = []
    /// The items of each file.
    private var files: [String: Set<String>] = [:]
    private var damaged: [URL] = []
    private var isLoaded = false
    /// Whether the items have been compared with the tasks of the session.
    private var isMatched = false
    /// Items whose tasks the session does not have, and since when that is known: their ends may come.
    private var missing: [String: (task: Int, since: Date)] = [:]
    /// The number of tasks that the process has created.
    private var created = 0
    /// Items that wait until a person opens the app.
    private var held: Set<String> = []
    /// Items that could not be submitted: how often, and when they are tried again.
    private var postponed: [String: (count: Int, until: Date)] = [:]
    /// Ends that came while the files could not be read.
    private var early: [(id: String, task: Int?, end: QueuedEnd)] = []
    /// Items whose ends of that time the handler has still to have.
    private var recovered: [String] = []
    /// The files with ends of other processes that the handler has had.
    private var noticed: Set<String> = []
    /// The callers that wait until the next items are submitted.
    private var callers: [CheckedContinuation<Void, Never>] = []
    private var notes: [(text: String, error: (any Error)?)] = []

    fileprivate init(
      _ transfer: String,
      of session: ID,
      in folder: URL?,
      retries: Int,
      validity: TimeInterval,
      isOwned: Bool,
      isShared: Bool,
      changed: @escaping @Sendable (_ isRemoval: Bool) -> Void
    ) {
      self.transfer = transfer
      self.session = session
      self.folder = folder
      self.retries = retries
      self.validity = validity
      self.isOwned = isOwned
      self.isShared = isShared
      self.changed = changed
    }

    /// Runs a body with the lock. What it notes is logged afterwards, since the log's receiver may use
    /// the queue.
    private func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
      lock.lock()
      defer {
        let notes = self.notes
        self.notes = []
        lock.unlock()
        for note in notes {
          session.log.error(note.text, note.error)
        }
      }
      return try body()
    }
    """
  }

  /// The functions that the app calls.
  private static func use(in context: GenerationContext) -> String {
    let access = context.access
    return """
      /// The identifiers of the items that are not done, in their order.
      \(access)var ids: [String] {
        locked {
          try? load()
          return inOrder.map(\\.id)
        }
      }

      /// The files that can't be understood: damaged ones, and those of a newer version of the app.
      ///
      /// They stay as they are, until `removeAll` is called.
      \(access)var unreadable: [URL] {
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
      \(access)func add(_ ids: [String]) throws {
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
      \(access)func submit(_ ids: [String]) async throws -> [String] {
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
      \(access)func submit() {
        locked { postponed = [:] }
        changed(false)
      }

      /// Removes items, and cancels their transfers; the handler hears no more of them.
      ///
      /// A process that does not own the session leaves the transfers to the owner, which cancels them
      /// when it begins the next time.
      \(access)func remove(_ ids: [String]) {
        locked {
          try? load()
          forget(ids)
        }
        changed(true)
      }

      /// Removes all items as `remove` does, such as when a person signs out.
      \(access)func removeAll() {
        locked {
          try? load()
          forget(Array(items.keys))
          for file in damaged { try? FileManager.default.removeItem(at: file) }
          damaged = []
        }
        changed(true)
      }
      """
  }
}

extension Policy {
  /// The transfers that have a queue and run on a background session.
  var queuedTransfers: [Policy.Transfer] { backgroundTransfers.filter(\.queue.value) }

  /// Whether at least one transfer has a queue.
  var hasQueues: Bool { !queuedTransfers.isEmpty }
}
