// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    /// Whether the items have been compared with the tasks of the session. No item is submitted
    /// before the comparison.
    var isReady: Bool { locked { isMatched } }

    /// Demands a new comparison of the items with the tasks if other processes use the queue:
    /// another process may have received the end of an item, and may have ended before it noted the
    /// end.
    func doubt() {
      locked {
        if isShared { isMatched = false }
      }
    }

    /// The number of tasks that the process has created. It shows whether a list of tasks is older
    /// than the last task.
    var taskCount: Int { locked { created } }

    /// Compares the items with the tasks of a session.
    ///
    /// - Parameter count: The number of tasks that the process had created when it asked for these
    /// tasks; `nil` for a session that has just been created.
    /// - Returns: The items whose ends the handler has not had yet, and whether the ends of other
    /// items may still come; `nil` if the files can't be read now, or if the list lacks newer
    /// tasks.
    func match(
      _ tasks: [URLSessionTask],
      of count: Int?
    ) -> (ended: [String], isWaiting: Bool)? {
      locked {
        if let count, count != created { return nil }
        do {
          try load()
        } catch {
          isMatched = false
          notes.append(("a queue can't be read now", error))
          return nil
        }
        if isOwned { claim(tasks) }
        isMatched = true
        return (inOrder.filter { $0.end != nil }.map(\.id), !missing.isEmpty)
      }
    }

    /// Resumes the tasks of the items, and cancels the tasks of items that the queue no longer has.
    /// The lock is held.
    private func claim(_ tasks: [URLSessionTask]) {
      var listed: Set<String> = []
      for task in tasks {
        guard let id = QueuedItem.id(in: task.taskDescription, of: transfer.name) else { continue }
        if isCurrent(task, of: id) {
          listed.insert(id)
          // An earlier process may have ended before it cancelled or resumed the task.
          if items[id]?.isRecalled == true { task.cancel() } else { task.resume() }
        } else {
          task.cancel()
        }
      }
      let known = missing
      missing = [:]
      for item in items.values where item.end == nil && !listed.contains(item.id) {
        guard let task = item.task else { continue }
        let since = known[item.id].flatMap { $0.task == task ? $0.since : nil }
        missing[item.id] = (task, since ?? Date())
      }
    }

    func isCurrent(_ task: URLSessionTask, of id: String) -> Bool {
      guard let item = items[id] else { return false }
      return item.task == task.taskIdentifier && item.end == nil
    }

    /// Lets items wait again whose tasks are missing in the session and whose ends have not come,
    /// although the session has delivered the ends of all other items.
    ///
    /// - Parameter time: Items are left out if their tasks have been missing only since a later
    /// time.
    /// - Returns: The items that have ended, because their downloaded files are there.
    func giveUpMissing(since time: Date) -> [String] {
      locked {
        var arrived: [String] = []
        for (id, (task, since)) in missing where since <= time {
          guard var item = items[id], item.task == task, item.end == nil else {
            missing[id] = nil
            continue
          }
          let isArrived = hasArrived(item)
          if isArrived {
            item.end = QueuedEnd(isDownload: true)
          } else {
            item.task = nil
            item.isRecalled = nil
          }
          do {
            try keep(item)
            missing[id] = nil
            if isArrived { arrived.append(id) }
          } catch {
            // The item stays missing until its state can be written.
            notes.append(("an item of a queue can't be kept", error))
          }
        }
        return arrived
      }
    }
  }
#endif
