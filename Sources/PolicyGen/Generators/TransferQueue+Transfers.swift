/// The transfers of a queue's items, from their submission to their ends.
extension TransferQueue {
  /// The functions that hand items to the session.
  static let handover = """
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
            .error("an item of a queue can't be kept", error)
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
  static let ending = """
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
            .error("the end of an item of a queue can't be kept", error)
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
