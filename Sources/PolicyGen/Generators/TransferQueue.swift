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

  /// The reading and writing of files.
  private static let files = """
    private var inOrder: [QueuedItem] {
      items.values.sorted { ($0.number, $0.id) < ($1.number, $1.id) }
    }

    /// Reads the files, once; those of a device that is locked are read later. The lock is held.
    private func load() throws {
      guard !isLoaded, let folder else { return }
      guard FileManager.default.fileExists(atPath: folder.path) else {
        isLoaded = true
        return
      }
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      var contents: [(file: URL, data: Data)] = []
      for file in files where file.pathExtension == "item" {
        contents.append((file, try Data(contentsOf: file)))
      }
      for (file, data) in contents {
        guard var item = try? JSONDecoder().decode(QueuedItem.self, from: data),
          item.version == QueuedItem.version
        else {
          damaged.append(file)
          continue
        }
        item.file = file.lastPathComponent
        // Two processes may have added it; a transfer may have begun by one file only.
        if let other = items[item.id], item.task == nil || other.task != nil {
          try? FileManager.default.removeItem(at: file)
          continue
        }
        items[item.id] = item
      }
      isLoaded = true
      let known = Set(items.values.map(\\.arrival))
      for file in files where file.pathExtension == "arrived" {
        if !known.contains(file.lastPathComponent) { try? FileManager.default.removeItem(at: file) }
      }
      guard !damaged.isEmpty else { return }
      Log.session(session)
        .error("\\(damaged.count) files of a queue can't be understood")
    }

    /// Writes the file of an item whole. The lock is held.
    private func keep(_ item: QueuedItem) throws {
      guard let folder else { throw CocoaError(.fileNoSuchFile) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let data = try JSONEncoder().encode(item)
      let file = folder.appendingPathComponent(item.file)
      // The app may run on a device that is locked.
      let options: Data.WritingOptions = [
        .atomic, .completeFileProtectionUntilFirstUserAuthentication,
      ]
      try data.write(to: file, options: options)
      items[item.id] = item
    }

    /// Removes the files of an item. The lock is held.
    private func forget(_ id: String) {
      guard let item = items.removeValue(forKey: id), let folder else { return }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(item.file))
      let arrival = folder.appendingPathComponent(item.arrival)
      guard FileManager.default.fileExists(atPath: arrival.path) else { return }
      try? FileManager.default.removeItem(at: arrival)
    }
    """

  /// The functions that hand items to the session.
  private static let handover = """
    /// Whether none of the items is with the session.
    fileprivate var isIdle: Bool { pending == 0 }

    /// The number of items that the session has.
    fileprivate var pending: Int {
      lock.withLock { items.values.filter { $0.task != nil && $0.end == nil }.count }
    }

    /// The items to be submitted; none before they have been compared with the tasks of the session.
    fileprivate var waiting: [String] {
      lock.withLock {
        guard isMatched else { return [] }
        return inOrder.filter { $0.task == nil && $0.end == nil && !held.contains($0.id) }.map(\\.id)
      }
    }

    /// Creates the task of an item; it is resumed when the item's file names it.
    fileprivate func hand(_ id: String, to create: (Data?) -> URLSessionTask?) -> Bool {
      lock.withLock {
        guard var item = items[id], item.task == nil, item.end == nil,
          let task = create(item.resumeData)
        else { return false }
        task.taskDescription = QueuedItem.description(of: id, in: transfer)
        if let earliest = item.earliest {
          task.earliestBeginDate = max(earliest, task.earliestBeginDate ?? earliest)
        }
        item.task = task.taskIdentifier
        do {
          try keep(item)
        } catch {
          task.cancel()
          Log.session(session)
            .error("an item of a queue can't be kept: \\(error)")
          return false
        }
        task.resume()
        return true
      }
    }

    /// Compares the items with the tasks of a session that has just been created.
    ///
    /// - Returns: The items whose ends the handler has still to have, and whether some ends may
    /// come.
    fileprivate func match(_ tasks: [URLSessionTask]) -> (ended: [String], isWaiting: Bool) {
      lock.withLock {
        try? load()
        var listed: Set<String> = []
        for task in tasks {
          guard let id = QueuedItem.id(in: task.taskDescription, of: transfer) else { continue }
          if isCurrent(task, of: id) {
            listed.insert(id)
            // The process may have ended before it did this.
            task.resume()
          } else {
            task.cancel()
          }
        }
        missing = [:]
        for item in items.values where item.end == nil && !listed.contains(item.id) {
          missing[item.id] = item.task
        }
        isMatched = true
        return (inOrder.filter { $0.end != nil }.map(\\.id), !missing.isEmpty)
      }
    }

    /// Cancels the tasks of items that have been removed.
    fileprivate func cancelStray(_ tasks: [URLSessionTask]) {
      lock.withLock {
        for task in tasks {
          guard let id = QueuedItem.id(in: task.taskDescription, of: transfer) else { continue }
          if !isCurrent(task, of: id) { task.cancel() }
        }
      }
    }

    private func isCurrent(_ task: URLSessionTask, of id: String) -> Bool {
      guard let item = items[id] else { return false }
      return item.task == task.taskIdentifier && item.end == nil
    }

    /// Submits the items again whose ends have not come, although all others have.
    ///
    /// - Returns: The items that have a file, and so have ended.
    fileprivate func giveUpMissing() -> [String] {
      lock.withLock {
        var arrived: [String] = []
        for (id, task) in missing {
          guard var item = items[id], item.task == task, item.end == nil else { continue }
          if hasArrived(item) {
            item.end = QueuedEnd(isDownload: true)
            arrived.append(id)
          } else {
            item.task = nil
          }
          try? keep(item)
        }
        missing = [:]
        return arrived
      }
    }
    """

  /// The functions that note the ends of transfers.
  private static let ending = """
    /// Keeps a downloaded file until the handler has had it.
    func keep(_ location: URL, of id: String) throws {
      try lock.withLock {
        guard let folder, let item = items[id], item.end == nil else { return }
        let place = folder.appendingPathComponent(item.arrival)
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: location, to: place)
      }
    }

    private func hasArrived(_ item: QueuedItem) -> Bool {
      guard let place = folder?.appendingPathComponent(item.arrival) else { return false }
      return FileManager.default.fileExists(atPath: place.path)
    }

    /// Notes the end of an item, whose task is `nil` if it could not be submitted.
    ///
    /// - Returns: Whether the handler is to have it; if not, the item waits again, or is none of the
    /// queue's.
    fileprivate func end(
      _ id: String,
      _ task: Int?,
      _ event: Event,
      isDownload: Bool
    ) -> Bool {
      lock.withLock {
        guard var item = items[id], item.task == task, item.end == nil else { return false }
        var end = QueuedEnd(event, isDownload: isDownload)
        if isDownload, end.failure == nil, !hasArrived(item) {
          end.failure = .init(.init(code: .cannotMoveFile, advice: .later))
        }
        if let failure = end.failure, item.waits(after: failure, retries: retries) {
          if failure.advice == .inForeground { held.insert(id) }
        } else {
          item.end = end
        }
        do {
          try keep(item)
        } catch {
          items[id] = item
          Log.session(session)
            .error("the end of an item of a queue can't be kept: \\(error)")
        }
        return item.end != nil
      }
    }

    /// The event of an item that has ended; `nil` if the handler has had it.
    fileprivate func event(of id: String) -> Event? {
      lock.withLock {
        guard let item = items[id], let end = item.end else { return nil }
        guard end.isDownload, end.failure == nil else {
          return end.event(of: id, item.task ?? 0, in: session)
        }
        guard hasArrived(item), let place = folder?.appendingPathComponent(item.arrival) else {
          return nil
        }
        return .downloaded(end.task(of: id, item.task ?? 0, in: session), place)
      }
    }

    /// Removes an item that is not wanted any more.
    fileprivate func drop(_ id: String) { lock.withLock { forget(id) } }

    /// Removes an item that the handler has had.
    fileprivate func finish(_ id: String) {
      lock.withLock {
        if items[id]?.end != nil { forget(id) }
      }
    }
    """
}

extension Policy {
  /// The transfers with queues, on background sessions.
  var queuedTransfers: [Policy.Transfer] {
    transfers.filter { $0.queue.value && session(of: $0)?.isBackground == true }
  }

  /// Whether a transfer has a queue.
  var hasQueues: Bool { !queuedTransfers.isEmpty }
}
