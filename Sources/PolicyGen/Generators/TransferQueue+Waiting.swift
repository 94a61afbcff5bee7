/// The items of a queue that wait, and those that the session has had since an earlier process.
extension TransferQueue {
  /// The functions that compare the items with the tasks of the session.
  static let matching = """
    /// Whether the items have been compared with the tasks of the session; before, none is submitted.
    fileprivate var isReady: Bool { locked { isMatched } }

    /// Lets the items be compared with the tasks again, if another process may have had an end meanwhile
    /// that it could not note before the process ended.
    fileprivate func doubt() {
      locked {
        if isShared { isMatched = false }
      }
    }

    /// The number of tasks that the process has created, so that a list of tasks is told from an older one.
    fileprivate var taskCount: Int { locked { created } }

    /// Compares the items with the tasks of a session.
    ///
    /// - Parameter count: The number of tasks that the process had created when it asked for these tasks;
    ///   `nil` for a session that has just been created.
    /// - Returns: The items whose ends the handler has still to have, and whether some ends may
    /// come; `nil` if the files can't be read now, or if the tasks are not all.
    fileprivate func match(
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
        return (inOrder.filter { $0.end != nil }.map(\\.id), !missing.isEmpty)
      }
    }

    /// Resumes the tasks of the items, and cancels those of items that are gone. The lock is held.
    private func claim(_ tasks: [URLSessionTask]) {
      var listed: Set<String> = []
      for task in tasks {
        guard let id = QueuedItem.id(in: task.taskDescription, of: transfer) else { continue }
        if isCurrent(task, of: id) {
          listed.insert(id)
          // The process may have ended before it did this.
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

    private func isCurrent(_ task: URLSessionTask, of id: String) -> Bool {
      guard let item = items[id] else { return false }
      return item.task == task.taskIdentifier && item.end == nil
    }

    /// Submits the items again whose ends have not come, although all others have.
    ///
    /// - Parameter time: Leaves out those that are missing only since a later time.
    /// - Returns: The items that have a file, and so have ended.
    fileprivate func giveUpMissing(since time: Date) -> [String] {
      locked {
        var arrived: [String] = []
        for (id, (task, since)) in missing where since <= time {
          missing[id] = nil
          guard var item = items[id], item.task == task, item.end == nil else { continue }
          if hasArrived(item) {
            item.end = QueuedEnd(isDownload: true)
            arrived.append(id)
          } else {
            item.task = nil
            item.isRecalled = nil
          }
          try? keep(item)
        }
        return arrived
      }
    }
    """

  /// The functions that return the items to be submitted.
  static let waiting = """
    /// The number of items that the session transfers; one that waits there for its time takes no place.
    fileprivate var transferred: Int {
      let now = Date()
      return locked { items.values.count { $0.isWithSession && !$0.isDelayed(at: now) } }
    }

    /// The first items whose time has come; none before the items are compared with the tasks.
    fileprivate func due(
      atMost count: Int,
      except tried: Set<String>
    ) -> [String] {
      let now = Date()
      return locked {
        guard isOwned, isMatched else { return [] }
        var ids: [String] = []
        for (number, id) in order {
          guard ids.count < count else { break }
          guard let item = items[id], item.number == number, !tried.contains(id),
            let start = start(of: item), start <= now
          else { continue }
          ids.append(id)
        }
        return ids
      }
    }

    /// The time at which a waiting item can be submitted; `nil` if it does not wait for a time.
    private func start(of item: QueuedItem) -> Date? {
      guard item.task == nil, item.end == nil, !held.contains(item.id) else { return nil }
      return max(item.earliest ?? .distantPast, postponed[item.id]?.until ?? .distantPast)
    }

    /// The next time at which an item can be submitted; `nil` if none waits for one.
    fileprivate var nextStart: Date? {
      let now = Date()
      return locked {
        guard isOwned, isMatched else { return nil }
        return items.values.compactMap { start(of: $0) }.filter { $0 > now }.min()
      }
    }

    /// The item to wait in the session for its time: the first one, if the session has nothing else.
    ///
    /// The system begins it without the app, and wakes the app at its end. An item whose request was refused
    /// is not made before its time, since the app may have the same token still.
    fileprivate var delayed: String? {
      locked {
        guard isOwned, isMatched, !items.values.contains(where: \\.isWithSession) else { return nil }
        let waiting = items.values.filter {
          start(of: $0) != nil && postponed[$0.id] == nil && $0.failure?.advice != .withNewRequest
        }
        return waiting.min {
          ($0.earliest ?? .distantPast, $0.number) < ($1.earliest ?? .distantPast, $1.number)
        }?.id
      }
    }

    /// The last failure of an item's transfer; `nil` if it has none.
    fileprivate func failure(of id: String) -> QueuedEnd.Failure.Full? {
      locked { items[id]?.failure?.full }
    }

    /// Tries an item again later that can't be submitted now: after a minute, and ever more up to an
    /// hour.
    fileprivate func postpone(_ id: String) {
      locked {
        let count = (postponed[id]?.count ?? 0) + 1
        postponed[id] = (count, Date().addingTimeInterval(QueuedItem.wait(before: count)))
      }
    }

    /// The callers that wait until the items are submitted that the queue has now.
    fileprivate func takeCallers() -> [CheckedContinuation<Void, Never>] {
      locked {
        defer { callers = [] }
        return callers
      }
    }

    /// Lets the items go on that wait until a person opens the app.
    fileprivate func release() { locked { held = [] } }
    """
}
