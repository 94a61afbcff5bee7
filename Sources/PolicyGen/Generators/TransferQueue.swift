internal import PlatformFacts
internal import PolicyModel

/// The file with the queues, which store the items of transfers until the transfers are done.
enum TransferQueue {
  /// The file. `nil` for a policy without queues.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard policy.hasQueues else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"])
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
      "An item waits, is with the session, or has ended and is kept until the handler has had its end. Each item has a file of its own, which is written whole before the item goes from one of these to the next: so the end of the process at any time loses no item, and submits none twice. The session has as many items at once as the policy says; a free place goes to the first item whose time has come. An item that has to wait, such as for a server's `Retry-After`, takes no place. It waits in the session only while that has nothing else: then the system begins it without the app."
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
    private typealias Log =
      \(context.name)Log
    let session: \(context.name)SessionIdentifier
    fileprivate let transfer: String
    private let folder: URL?
    private let retries: Int
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
    private var damaged: [URL] = []
    private var isLoaded = false
    /// Whether the items have been compared with the tasks of the session.
    private var isMatched = false
    /// Items whose tasks the session does not have, by the numbers of these: their ends may come.
    private var missing: [String: Int] = [:]
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
    private var notes: [(text: String, error: (any Error)?)] = []

    fileprivate init(
      _ transfer: String,
      of session: ID,
      in folder: URL?,
      retries: Int,
      isOwned: Bool,
      isShared: Bool,
      changed: @escaping @Sendable (_ isRemoval: Bool) -> Void
    ) {
      self.transfer = transfer
      self.session = session
      self.folder = folder
      self.retries = retries
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
          Log.session(session)
            .error(note.text, note.error)
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
          var number = order.last?.number ?? 0
          for id in ids where items[id] == nil {
            number += 1
            try keep(QueuedItem(id: id, number: number))
            order.append((number, id))
          }
        }
        changed(false)
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
          for id in ids { forget(id) }
        }
        changed(true)
      }

      /// Removes all items as `remove` does, such as when a person signs out.
      \(access)func removeAll() {
        locked {
          try? load()
          for id in items.keys { forget(id) }
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
  var queuedTransfers: [Policy.Transfer] {
    transfers.filter { $0.queue.value && session(of: $0)?.isBackground == true }
  }

  /// Whether at least one transfer has a queue.
  var hasQueues: Bool { !queuedTransfers.isEmpty }
}
