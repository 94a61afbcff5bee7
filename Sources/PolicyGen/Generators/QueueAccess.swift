internal import PolicyModel

/// The code that creates the queues of a process and submits their items to the sessions.
enum QueueAccess {
  /// Writes the class with the queues, and the members of sessions that return the queues.
  static func write(of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter) {
    writer.documentation("The queues of a process, each created when it is first needed.")
    writer.type(
      "nonisolated \(context.access)final class \(context.name)Queues",
      inheriting: "SessionQueuing, @unchecked Sendable"
    ) { writer in
      writer.text(storage(in: context))
      writer.line()
      writer.text(lookup(in: context))
      writer.line()
      writer.text(refill(in: context))
      writer.line()
      writer.text(ends(in: context))
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

  /// The name under which a transfer's items are stored. All its characters are valid in file names and task
  /// descriptions.
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
    \(context.access)typealias Session =
      \(context.name)SessionIdentifier
    typealias ID = Session
    typealias Queue =
      \(context.name)TransferQueue
    \(context.access)typealias Sessions =
      \(context.name)Sessions
    \(context.access)typealias Event =
      \(context.name)SessionEvent
    /// Returns an item of a transfer's queue, by its identifier and its last failure.
    typealias Providing =
      @Sendable (
        String,
        Session,
        String,
        TransferFailure?
      ) async throws -> (any \(context.name)TransferItem)?
    private typealias Task =
      \(context.name)TransferTask
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let process: \(context.name)Process
    private let item: Providing\(context.isTestable ? "\n/// The folder of a unit test, which leaves nothing to the app; `nil` in the app.\nprivate let testFolder: URL?" : "")
    private let lock = NSLock()
    // Guarded by the lock.
    private var queues: [String: Queue] = [:]
    private weak var sessions: Sessions?
    /// The times at which the next items of sessions can be submitted.
    private var starts: [ID: Date] = [:]
    private var observers: [any NSObjectProtocol] = []

    init(
      of process: \(context.name)Process,\(context.isTestable ? "\n  isTest: Bool," : "")
      _ item: @escaping Providing
    ) {
      self.process = process
      self.item = item\(context.isTestable ? "\n  testFolder =\n    isTest\n    ? FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString) : nil" : "")
    }

    deinit {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    /// The sessions that transfer the items.
    \(context.access)func connect(_ sessions: Sessions) {
      lock.withLock {
        self.sessions = sessions
        #if \(ApplicationTasks.hasApplication)
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

    /// Goes on with the items that waited for a person to open the app, or to unlock the device.
    private func resume(isActive: Bool) {
      let (sessions, queues) = lock.withLock { (self.sessions, Array(self.queues.values)) }
      for queue in queues {
        if isActive { queue.release() }
        queue.doubt()
        _ = queue.isWritten
      }
      guard let sessions else { return }
      for identifier in Set(queues.map(\\.session)) { signal(identifier, to: sessions) }
    }
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
          transfer, of: identifier, in: folder(of: identifier)?.appendingPathComponent(name),
          retries: Self.retries(of: transfer), validity: Self.validity(of: transfer),
          isOwned: identifier.isOwned(by: process), isShared: Self.group(of: identifier) != nil
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

    /// Whether a task belongs to a queue.
    \(context.access)func has(_ task: URLSessionTask, in session: Session) -> Bool {
      item(of: task, in: session) != nil
    }

    /// Keeps the file of a download of an item.
    \(context.access)func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws {
      guard let queued = item(of: task, in: session) else { return }
      try queued.queue.keep(location, of: queued.id)
    }

    /// The identifier of an item in the description of a task.
    \(context.access)func id(in description: String, of identifier: Session) -> String {
      Self.transfers(of: identifier).lazy.compactMap { QueuedItem.id(in: description, of: $0) }.first
        ?? description
    }

    /// Forgets the queues of a session, whose files another process may change; one that has ends which
    /// it could not write stays.
    \(context.access)func release(_ identifier: Session) {
      lock.withLock {
        queues = queues.filter { $0.value.session != identifier || !$0.value.isWritten }
      }
    }

    private func folder(of identifier: ID) -> URL? {\(context.isTestable ? "\n  if let testFolder { return testFolder }" : "")
      let manager = FileManager.default
      let name = "\(context.name)Queues"
      guard let group = Self.group(of: identifier) else {
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
      else {
        return endSubmission(of: queues(of: identifier))
      }
      let queues = queues(of: identifier)
      for queue in queues { queue.doubt() }
      if isRemoval {
        session.getAllTasks { tasks in
          for queue in queues { queue.cancelStray(tasks) }
        }
      }
      signal(identifier, to: sessions)
    }

    /// Hands the next items of a session over, after the events that have come until now.
    private func signal(_ identifier: ID, to sessions: Sessions) {
      sessions.perform(in: identifier) { await self.refill(identifier, by: sessions) }
    }

    /// Tells the handler of the end of an item, after the events that have come until now.
    private func tell(_ queue: Queue, _ id: String, by sessions: Sessions) {
      sessions.perform(in: queue.session) {
        if let event = queue.event(of: id) { await sessions.handle(event, of: queue.session) }
        queue.finish(id)
        await self.refill(queue.session, by: sessions)
      }
    }

    /// Hands the next items of a session over; called once at a time for a session.
    \(context.access)func refill(_ identifier: Session) async {
      guard let sessions = lock.withLock({ sessions }) else { return }
      await refill(identifier, by: sessions)
    }

    private func refill(_ identifier: ID, by sessions: Sessions) async {
      guard identifier.isOwned(by: process),
        let session = sessions.session(identifier)
      else {
        return endSubmission(of: queues(of: identifier))
      }
      let queues = queues(of: identifier)
      if queues.contains(where: { !$0.isReady }) {
        let counts = queues.map(\\.taskCount)
        session.getAllTasks { [weak self] tasks in
          self?.match(tasks, of: identifier, by: sessions, counts)
        }
      }\(context.isRecorded ? "\n  var submitted = 0" : "")
      for queue in queues {
        let callers = queue.isReady ? queue.takeCallers() : []
        defer { for caller in callers { caller.resume() } }
        for id in queue.takeRecovered() { tell(queue, id, by: sessions) }
        var room = Self.limit(of: queue.transfer) - queue.transferred
        var tried: Set<String> = []
        var ids = queue.due(atMost: max(0, room), except: tried)
        if !ids.isEmpty, queue.recall() {
          session.getAllTasks { queue.cancelStray($0) }
        }
        while !ids.isEmpty {
          for id in ids where await hand(id, of: queue, by: sessions) {
            room -= 1\(context.isRecorded ? "\n        submitted += 1" : "")
          }
          tried.formUnion(ids)
          ids = queue.due(atMost: max(0, room), except: tried)
        }
        if let id = queue.delayed, await hand(id, of: queue, by: sessions) {\(context.isRecorded ? "\n      submitted += 1" : "")
          identifier.log.notice("an item of a queue waits in the session")
        }
        if let start = queue.nextStart { refill(identifier, at: start) }
      }\(context.isRecorded ? "\n  BackgroundEvents.shared.report(\n    .transfersSubmitted(submitted, to: identifier.log.category))" : "")
    }

    private func endSubmission(of queues: [Queue]) {
      for caller in queues.flatMap({ $0.takeCallers() }) { caller.resume() }
    }

    /// Hands an item over; `false` if the session does not have it then.
    private func hand(_ id: String, of queue: Queue, by sessions: Sessions) async -> Bool {
      let (transfer, identifier) = (queue.transfer, queue.session)
      do {
        guard let item = try await item(transfer, identifier, id, queue.failure(of: id))
        else {
          queue.drop(id)
          return false
        }
        if let failure = item.failure {
          // A file that can't be read now waits for the next time.
          guard failure.advice == .never else {
            queue.postpone(id)
            return false
          }
          let task = Task(
            session: identifier, id: id, originalURL: item.request.url)
          if queue.end(id, nil, .failed(task, failure), isDownload: false) {
            tell(queue, id, by: sessions)
          } else {
            queue.postpone(id)
          }
          return false
        }
        let isHanded = queue.hand(id) { resumeData in
          sessions.session(identifier).flatMap {
            sessions.task(for: item, of: transfer, in: $0, resumeData)
          }
        }
        if !isHanded { queue.postpone(id) }
        return isHanded
      } catch {
        identifier.log.error("an item of a queue is not submitted now", error)
        queue.postpone(id)
        return false
      }
    }

    /// Hands the next items over at a time, if the process still runs then.
    private func refill(_ identifier: ID, at time: Date) {
      let isNew = lock.withLock {
        if let known = starts[identifier], known <= time { return false }
        starts[identifier] = time
        return true
      }
      guard isNew else { return }
      SwiftTask { [weak self] in
        let wait = min(max(0, time.timeIntervalSince(Date())), \(QueuedItem.longestWait)) + 0.1
        try? await SwiftTask.sleep(nanoseconds: UInt64(wait * 1e9))
        self?.begin(identifier, at: time)
      }
    }

    private func begin(_ identifier: ID, at time: Date) {
      let sessions = lock.withLock {
        if starts[identifier] == time { starts[identifier] = nil }
        return self.sessions
      }
      if let sessions { signal(identifier, to: sessions) }
    }
    """
  }

  private static func ends(in context: GenerationContext) -> String {
    """
    /// Compares the queues with the tasks of a session that has just been created.
    \(context.access)func match(_ tasks: [URLSessionTask], of identifier: Session) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      match(tasks, of: identifier, by: sessions)
    }

    /// Compares the queues with the tasks of a session that has just been created, or those queues
    /// that have not been compared yet.
    ///
    /// - Parameter counts: The numbers of tasks that the queues had when the process asked for the tasks;
    ///   `nil` for a session that has just been created.
    private func match(
      _ tasks: [URLSessionTask],
      of identifier: ID,
      by sessions: Sessions,
      _ counts: [Int]? = nil
    ) {
      var (isWaiting, isReadable) = (false, true)
      for (index, queue) in queues(of: identifier).enumerated() {
        guard counts == nil || !queue.isReady else { continue }
        let count = counts?[index]
        guard let matches = queue.match(tasks, of: count) else {
          // The list may be older than a task; then the next one is asked for at once.
          guard count == nil || count == queue.taskCount else { continue }
          isReadable = false
          endSubmission(of: [queue])
          continue
        }
        for id in matches.ended { tell(queue, id, by: sessions) }
        isWaiting = isWaiting || matches.isWaiting
      }
      if isReadable {
        signal(identifier, to: sessions)
      } else {
        refill(identifier, at: Date().addingTimeInterval(60))
      }
      guard isWaiting else { return }
      let found = Date()
      SwiftTask { [weak self] in
        // Pending events come at once; the process may have ended during one.
        try? await SwiftTask.sleep(nanoseconds: 30_000_000_000)
        self?.giveUp(in: identifier, since: found)
      }
    }

    /// Submits the items again whose ends have not come, although all ends have.
    \(context.access)func giveUpMissing(in identifier: Session) {
      giveUp(in: identifier, since: .distantFuture)
    }

    private func giveUp(in identifier: ID, since time: Date) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      for queue in queues(of: identifier) {
        for id in queue.giveUpMissing(since: time) { tell(queue, id, by: sessions) }
      }
      signal(identifier, to: sessions)
    }

    /// Notes the end of an item's task; the place that is free goes to the next one.
    \(context.access)func end(_ task: URLSessionTask, _ event: Event, in session: Session) {
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
    """
  }
}
