internal import PlatformFacts
internal import PolicyModel

/// The file with the queues that keep the items of transfers until they are done.
enum TransferQueue {
  /// The file; `nil` for a policy without queues.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    guard policy.hasQueues else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"])
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
      "Each item has a file of its own, which is written whole before anything happens to the item. So the end of the process at any time loses no item, and submits none twice. Items are submitted in their order, as many at once as the policy says, and the next ones when these are done."
    )
    writer.block(
      "nonisolated \(context.access)final class \(context.name)TransferQueue: @unchecked Sendable"
    ) { writer in
      writer.text(storage(in: context))
      writer.line()
      writer.text(use(in: context))
      writer.line()
      writer.text(files)
      writer.line()
      writer.text(handover)
      writer.line()
      writer.text(ending)
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
    private let transfer: String
    private let folder: URL?
    private let retries: Int
    private let changed: @Sendable (_ isRemoval: Bool) -> Void
    private let lock = NSLock()
    // Guarded by the lock.
    private var items: [String: QueuedItem] = [:]
    private var damaged: [URL] = []
    private var isLoaded = false
    /// Whether the items have been compared with the tasks of the session.
    private var isMatched = false
    /// Items whose tasks the session does not have, by the numbers of these: their ends may come.
    private var missing: [String: Int] = [:]
    /// Items that wait until a person opens the app.
    private var held: Set<String> = []

    fileprivate init(
      _ transfer: String,
      of session: ID,
      in folder: URL?,
      retries: Int,
      changed: @escaping @Sendable (_ isRemoval: Bool) -> Void
    ) {
      self.transfer = transfer
      self.session = session
      self.folder = folder
      self.retries = retries
      self.changed = changed
    }
    """
  }

  /// The functions that the app calls.
  private static func use(in context: GenerationContext) -> String {
    let access = context.access
    return """
      /// The identifiers of the items that are not done, in their order.
      \(access)var ids: [String] {
        lock.withLock {
          try? load()
          return inOrder.map(\\.id)
        }
      }

      /// The files that can't be understood: damaged ones, and those of a newer version of the app.
      ///
      /// They stay as they are, until `removeAll` is called.
      \(access)var unreadable: [URL] {
        lock.withLock {
          try? load()
          return damaged
        }
      }

      /// Adds items, which are kept when this returns.
      ///
      /// An item that the queue has already is not added again. Add the items at each launch if others
      /// may have been lost with the app's own data.
      ///
      /// - Throws: The error of the file system if the items can't be kept; those before it are.
      \(access)func add(_ ids: [String]) throws {
        try lock.withLock {
          try load()
          var number = items.values.map(\\.number).max() ?? 0
          for id in ids where items[id] == nil {
            number += 1
            try keep(QueuedItem(id: id, number: number))
          }
        }
        changed(false)
      }

      /// Removes items, and cancels their transfers; the handler hears no more of them.
      \(access)func remove(_ ids: [String]) {
        lock.withLock {
          try? load()
          for id in ids { forget(id) }
        }
        changed(true)
      }

      /// Removes all items, such as when a person signs out.
      \(access)func removeAll() {
        lock.withLock {
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
  /// The transfers with queues, on background sessions.
  var queuedTransfers: [Policy.Transfer] {
    transfers.filter { $0.queue.value && session(of: $0)?.isBackground == true }
  }

  /// Whether a transfer has a queue.
  var hasQueues: Bool { !queuedTransfers.isEmpty }
}
