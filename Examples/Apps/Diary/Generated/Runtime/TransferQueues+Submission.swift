// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueues {
    /// Submits the next items after a change of a queue, and cancels the tasks of removed items.
    func change(of identifier: Session, isRemoval: Bool) {
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

    /// Submits the next items to a session after the handler has had all earlier events.
    func signal(_ identifier: Session, to sessions: Sessions) {
      let isOpen = sessions.perform(in: identifier) {
        await self.refill(identifier, by: sessions)
      }
      if !isOpen { endSubmission(of: queues(of: identifier)) }
    }

    /// Passes the end of an item to the handler after the handler has had all earlier events.
    func tell(_ queue: Queue, _ id: String, by sessions: Sessions) {
      sessions.perform(in: queue.session) {
        if let event = queue.event(of: id) { await sessions.handle(event, of: queue.session) }
        queue.finish(id)
        await self.refill(queue.session, by: sessions)
      }
    }

    /// Submits the next items to a session. For each session, no call begins before the last call
    /// has ended.
    public func refill(_ identifier: Session) async {
      guard let sessions = lock.withLock({ sessions }) else { return }
      await refill(identifier, by: sessions)
    }

    private func refill(_ identifier: Session, by sessions: Sessions) async {
      guard table.isOwned(identifier),
        let session = sessions.session(identifier)
      else {
        return endSubmission(of: queues(of: identifier))
      }
      let queues = queues(of: identifier)
      if queues.contains(where: { !$0.isReady }) {
        let counts = queues.map(\.taskCount)
        session.getAllTasks { [weak self] tasks in
          self?.match(tasks, of: identifier, by: sessions, counts)
        }
      }
      var submitted = 0
      for queue in queues {
        let callers = queue.isReady ? queue.currentCallers : []
        defer { queue.resume(callers) }
        for id in queue.takeRecovered() { tell(queue, id, by: sessions) }
        var room = queue.transfer.rules.limit - queue.transferred
        var tried: Set<String> = []
        var ids = queue.due(atMost: max(0, room), except: tried)
        if !ids.isEmpty, queue.recall() {
          session.getAllTasks { queue.cancelStray($0) }
        }
        while !ids.isEmpty {
          for id in ids where await hand(id, of: queue, by: sessions) {
            room -= 1
            submitted += 1
          }
          tried.formUnion(ids)
          ids = queue.due(atMost: max(0, room), except: tried)
        }
        if let id = queue.delayed, await hand(id, of: queue, by: sessions) {
          submitted += 1
          table.log(of: identifier).notice("an item of a queue waits in the session")
        }
        if let start = queue.nextStart { refill(identifier, at: start) }
      }
      BackgroundEvents.shared.report(
        .transfersSubmitted(submitted, to: table.log(of: identifier).category))
    }

    func endSubmission(of queues: [Queue]) {
      for queue in queues { queue.resume(queue.currentCallers) }
    }

    /// Submits an item to its session, and returns whether the session has the item then.
    private func hand(_ id: String, of queue: Queue, by sessions: Sessions) async -> Bool {
      let (transfer, identifier) = (queue.transfer, queue.session)
      // While the app makes the item, it may remove the identifier and add it again.
      guard let (entry, lastFailure) = queue.waiting(id) else { return false }
      do {
        guard let item = try await provide(transfer.name, identifier, id, lastFailure) else {
          queue.drop(id, entry)
          return false
        }
        if let failure = item.failure {
          // An item whose file can't be read now is tried again later.
          guard failure.advice == .never else {
            queue.postpone(id, entry)
            return false
          }
          let task = TransferTask(
            session: identifier, id: id, originalURL: item.request.url)
          if queue.reject(id, entry, .failed(task, failure)) { tell(queue, id, by: sessions) }
          return false
        }
        transfer.rules.logMissingFields(of: item.request, to: table.log(of: identifier))
        let changed = sessions.changedConfiguration(of: identifier)
        let isHanded = queue.hand(id, entry) { resumeData in
          sessions.session(identifier).flatMap {
            transfer.rules.task(for: item.resumed(by: resumeData), in: $0, by: changed)
          }
        }
        if !isHanded { queue.postpone(id, entry) }
        return isHanded
      } catch {
        table.log(of: identifier).error("an item of a queue is not submitted now", error)
        queue.postpone(id, entry)
        return false
      }
    }

    /// Submits the next items to a session at a later time, if the process still runs then.
    func refill(_ identifier: Session, at time: Date) {
      let isNew = lock.withLock {
        if let known = starts[identifier], known <= time { return false }
        starts[identifier] = time
        return true
      }
      guard isNew else { return }
      _Concurrency.Task { [weak self] in
        let wait = min(max(0, time.timeIntervalSince(Date())), QueuedItem.longestWait) + 0.1
        try? await _Concurrency.Task.sleep(nanoseconds: UInt64(wait * 1e9))
        self?.begin(identifier, at: time)
      }
    }

    private func begin(_ identifier: Session, at time: Date) {
      let sessions = lock.withLock {
        if starts[identifier] == time { starts[identifier] = nil }
        return self.sessions
      }
      if let sessions { signal(identifier, to: sessions) }
    }
  }
#endif
