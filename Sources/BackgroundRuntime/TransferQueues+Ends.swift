// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueues {
    /// Compares the queues with the tasks of a session. For a session that has just been created,
    /// all queues are compared; otherwise the queues that have not been compared yet.
    ///
    /// - Parameter counts: The numbers of tasks that the queues had created when the process asked
    /// for the tasks, in the order of the queues; `nil` for a session that has just been created.
    func match(
      _ tasks: [URLSessionTask],
      of identifier: Session,
      by sessions: Sessions,
      _ counts: [Int]? = nil
    ) {
      var (isWaiting, isReadable) = (false, true)
      for (index, queue) in queues(of: identifier).enumerated() {
        guard counts == nil || !queue.isReady else { continue }
        let count = counts?[index]
        guard let matches = queue.match(tasks, of: count) else {
          // If the list is older than the queue's last task, a newer list is requested at once.
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
      _Concurrency.Task { [weak self] in
        // Pending events come at once. If an end does not come, an earlier process may have ended
        // while it handled the end.
        try? await _Concurrency.Task.sleep(nanoseconds: 30_000_000_000)
        self?.giveUp(in: identifier, since: found)
      }
    }

    /// Submits items again whose tasks have been missing since a time and whose ends have not come.
    func giveUp(in identifier: Session, since time: Date) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      for queue in queues(of: identifier) {
        for id in queue.giveUpMissing(since: time) { tell(queue, id, by: sessions) }
      }
      signal(identifier, to: sessions)
    }
  }
#endif
