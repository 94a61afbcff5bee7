internal import PolicyModel

/// The code that makes the queues of a process and hands their items to the sessions.
enum QueueAccess {
  /// Writes the class with the queues, and the members of the sessions that return them.
  static func write(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("The queues of a process, each created when it is first needed.")
    writer.block("nonisolated final class \(context.name)Queues: @unchecked Sendable") { writer in
      writer.text(storage(in: context))
      writer.line()
      writer.text(lookup(in: context))
      writer.line()
      writer.text(refill(in: context))
      writer.line()
      writer.text(ends)
      writer.line()
      QueueSettings.write(of: policy, in: context, to: &writer)
    }
    writer.line()
    writer.block("nonisolated extension \(context.name)Sessions") { writer in
      for (index, transfer) in policy.queuedTransfers.enumerated() {
        guard let session = policy.session(of: transfer) else { continue }
        if index > 0 { writer.line() }
        writer.unless(policy.leftOutPlatforms(of: session)) {
          writeMember(for: transfer, on: session, in: context, to: &$0)
        }
      }
    }
  }

  /// The name under which a transfer's items are kept: it has no characters that files or descriptions could not have.
  static func key(of transfer: Policy.Transfer) -> String { SwiftName.of(transfer.name.value) ?? "_" }

  private static func writeMember(
    for transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.documentation(
      "The queue of `\(SwiftText.comment(transfer.name.value))`, whose items the session `\(SwiftText.comment(session.name.value))` transfers in this or a later process."
    )
    let type = "\(context.name)TransferQueue"
    let body: (inout CodeWriter) -> Void = {
      $0.call(
        after: "", to: "queues.queue",
        arguments: ["of: \(SwiftText.literal(key(of: transfer)))", "in: .\(session.reference)"])
    }
    guard let family = session.family else {
      return writer.block("\(context.access)var \(key(of: transfer))Queue: \(type)", body)
    }
    writer.function(
      "\(context.access)func \(key(of: transfer))Queue", parameters: [family.parameter],
      effects: "-> \(type)", body)
  }

  private static func storage(in context: GenerationContext) -> String {
    """
    typealias ID =
      \(context.name)SessionIdentifier
    typealias Queue =
      \(context.name)TransferQueue
    typealias Sessions =
      \(context.name)Sessions
    typealias Event =
      \(context.name)SessionEvent
    private typealias Task =
      \(context.name)TransferTask
    private typealias Log =
      \(context.name)Log
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let item: Sessions.Providing
    private let lock = NSLock()
    // Guarded by the lock.
    private var queues: [String: Queue] = [:]
    private weak var sessions: Sessions?

    init(_ item: @escaping Sessions.Providing) {
      self.item = item
    }

    /// The sessions that transfer the items.
    func connect(_ sessions: Sessions) { lock.withLock { self.sessions = sessions } }
    """
  }

  private static func lookup(in context: GenerationContext) -> String {
    """
    /// The queue of a transfer.
    func queue(of transfer: String, in identifier: ID) -> Queue {
      lock.withLock {
        let hash = identifier.rawValue.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
        let name = "\\(transfer)-\\(String(hash, radix: 16))"
        if let queue = queues[name] { return queue }
        let queue = Queue(
          transfer, of: identifier, in: Self.folder(of: identifier)?.appendingPathComponent(name),
          retries: Self.retries(of: transfer)
        ) { [weak self] isRemoval in
          self?.change(of: identifier, isRemoval: isRemoval)
        }
        queues[name] = queue
        return queue
      }
    }

    /// The queues of a session.
    private func queues(of identifier: ID) -> [Queue] {
      Self.transfers(of: identifier).map { queue(of: $0, in: identifier) }
    }

    /// The item of a task that belongs to a queue; `nil` for any other task.
    func item(of task: URLSessionTask, in identifier: ID) -> (queue: Queue, id: String)? {
      for transfer in Self.transfers(of: identifier) {
        if let id = QueuedItem.id(in: task.taskDescription, of: transfer) {
          return (queue(of: transfer, in: identifier), id)
        }
      }
      return nil
    }

    /// The identifier in the description of a task.
    static func id(in description: String, of identifier: ID) -> String {
      transfers(of: identifier).lazy.compactMap { QueuedItem.id(in: description, of: $0) }.first
        ?? description
    }

    /// Forgets the queues of a session, whose files another process may change.
    func release(_ identifier: ID) {
      lock.withLock {
        queues = queues.filter { $0.value.session != identifier }
      }
    }

    private static func folder(of identifier: ID) -> URL? {
      let manager = FileManager.default
      let name = "\(context.name)Queues"
      guard let group = group(of: identifier) else {
        let support = try? manager.url(
          for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return support?.appendingPathComponent(name)
      }
      let container = manager.containerURL(forSecurityApplicationGroupIdentifier: group)
      return container?.appendingPathComponent(name)
    }
    """
  }

  private static func refill(in context: GenerationContext) -> String {
    """
    private func change(of identifier: ID, isRemoval: Bool) {
      guard let sessions = lock.withLock({ sessions }),
        let session = sessions.session(identifier)
      else { return }
      if isRemoval {
        let queues = queues(of: identifier)
        session.getAllTasks { tasks in
          for queue in queues { queue.cancelStray(tasks) }
        }
      }
      sessions.refill(identifier)
    }

    /// Hands the next items of a session's queues over; called once at a time for a session.
    func refill(_ identifier: ID, by sessions: Sessions) async {
      for transfer in Self.transfers(of: identifier) {
        let queue = queue(of: transfer, in: identifier)
        var room = Self.limit(of: transfer) - queue.pending\(context.isRecorded ? "\n    let most = room" : "")
        for id in queue.waiting {
          guard room > 0, sessions.session(identifier) != nil else { break }
          do {
            guard let item = try await item(transfer, identifier, id) else {
              queue.drop(id)
              continue
            }
            if let failure = item.failure {
              // A file that can't be read now waits for the next time.
              guard failure.advice == .never else { continue }
              let task = Task(
                session: identifier, id: id, originalURL: item.request.url)
              if queue.end(id, nil, .failed(task, failure), isDownload: false) {
                sessions.tell(queue, id)
              }
              continue
            }
            guard let session = sessions.session(identifier) else { break }
            let isHanded = queue.hand(id) { resumeData in
              sessions.task(for: item, of: transfer, in: session, resumeData)
            }
            if isHanded { room -= 1 }
          } catch {
            Log.session(identifier)
              .error("an item of a queue is not submitted now", error)
          }
        }\(RecorderFile.note("submit(most - room, to: identifier)", in: context, depth: 2))
      }
    }
    """
  }

  private static let ends = """
    /// Compares the queues with the tasks of a session that has just been created.
    func match(_ tasks: [URLSessionTask], of identifier: ID, by sessions: Sessions) {
      var isWaiting = false
      for queue in queues(of: identifier) {
        let matches = queue.match(tasks)
        for id in matches.ended { sessions.tell(queue, id) }
        isWaiting = isWaiting || matches.isWaiting
      }
      sessions.refill(identifier)
      guard isWaiting else { return }
      SwiftTask { [weak self] in
        // Pending events come at once; the process may have ended during one.
        try? await SwiftTask.sleep(nanoseconds: 30_000_000_000)
        self?.giveUpMissing(in: identifier)
      }
    }

    /// Submits the items again whose ends have not come, although all ends have.
    func giveUpMissing(in identifier: ID) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      for queue in queues(of: identifier) {
        for id in queue.giveUpMissing() { sessions.tell(queue, id) }
      }
      sessions.refill(identifier)
    }

    /// The event of an item that has ended; `nil` if the handler has had it.
    func event(of id: String, in queue: Queue) -> Event? { queue.event(of: id) }

    /// Removes an item that the handler has had; returns whether the next ones can follow.
    func finish(_ id: String, in queue: Queue) -> Bool {
      queue.finish(id)
      return queue.isIdle
    }

    /// Notes the end of a queue's item.
    func end(
      _ item: (queue: Queue, id: String),
      _ task: URLSessionTask,
      _ event: Event,
      by sessions: Sessions
    ) {
      let isDownload = task is URLSessionDownloadTask
      let (queue, id) = item
      if queue.end(id, task.taskIdentifier, event, isDownload: isDownload) {
        sessions.tell(queue, id)
      } else if queue.isIdle {
        sessions.refill(queue.session)
      }
    }
    """
}
