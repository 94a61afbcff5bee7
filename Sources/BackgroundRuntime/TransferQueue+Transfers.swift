// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    /// Creates the task of an item, and resumes the task after the item's file names its number.
    ///
    /// - Parameter entry: The entry of the item for which the app has made a request. If the app has
    /// removed the item meanwhile, no task is created.
    func hand(_ id: String, _ entry: String, to create: (Data?) -> URLSessionTask?) -> Bool {
      locked {
        guard var item = items[id], item.entry == entry, item.task == nil, item.end == nil else {
          return false
        }
        // Another process may have removed the item while the app made the request.
        if isShared, !isWritten(item) {
          forget([id])
          return false
        }
        // Resume data contains the request with which the transfer began, which the server may no
        // longer accept.
        if isExpired(item) { item.resumeData = nil }
        guard let task = create(item.resumeData) else { return false }
        if item.resumeData == nil { item.requested = Date() }
        task.taskDescription = QueuedItem.description(of: id, in: transfer.name)
        if let earliest = item.earliest, earliest > Date() {
          task.earliestBeginDate = max(earliest, task.earliestBeginDate ?? earliest)
        }
        created += 1
        item.task = task.taskIdentifier
        do {
          try keep(item)
        } catch {
          task.cancel()
          notes.append(("an item of a queue can't be kept", error))
          return false
        }
        postponed[id] = nil
        task.resume()
        return true
      }
    }

    /// Whether the file of an item exists. The lock is held.
    private func isWritten(_ item: QueuedItem) -> Bool {
      guard let file = folder?.appendingPathComponent(item.file) else { return false }
      return FileManager.default.fileExists(atPath: file.path)
    }

    /// Takes items back that wait in the session for a time more than a minute away, so that other
    /// items go first. Such an item would delay the end of all tasks, at which the system wakes the
    /// app.
    ///
    /// An item that is taken back waits again when its task ends, unless the task has succeeded
    /// meanwhile.
    ///
    /// - Returns: Whether an item is taken back, so that its task has to be cancelled.
    func recall() -> Bool {
      locked {
        let soon = Date().addingTimeInterval(60)
        var isAny = false
        for var item in items.values where item.isDelayed(at: soon) {
          item.isRecalled = true
          do {
            try keep(item)
            isAny = true
          } catch {
            notes.append(("an item of a queue can't be kept", error))
          }
        }
        return isAny
      }
    }

    /// Cancels the tasks of items that have been removed or are taken back.
    func cancelStray(_ tasks: [URLSessionTask]) {
      locked {
        guard isOwned, isMatched else { return }
        for task in tasks {
          guard let id = QueuedItem.id(in: task.taskDescription, of: transfer.name) else {
            continue
          }
          if !isCurrent(task, of: id) || items[id]?.isRecalled == true { task.cancel() }
        }
      }
    }

    /// Keeps the downloaded file of an item until the handler has had its event.
    func keep(_ location: URL, of id: String, _ task: Int) throws {
      try locked {
        try load()
        guard let folder, let item = items[id], item.task == task, item.end == nil else { return }
        let place = folder.appendingPathComponent(item.arrival)
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: location, to: place)
      }
    }

    func hasArrived(_ item: QueuedItem) -> Bool {
      guard let folder else { return false }
      return [item.arrival, item.delivery].contains {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
      }
    }

    /// Notes the end of an item's task.
    ///
    /// - Returns: Whether the handler has to have the event of the end. If not, the item waits
    /// again, or the queue does not have the item.
    func end(
      _ id: String,
      _ task: Int,
      _ event: SessionEvent<Session>,
      isDownload: Bool
    ) -> Bool {
      locked {
        let end = QueuedEnd(event, isDownload: isDownload)
        do {
          try load()
        } catch {
          early.append((id, task, end))
          notes.append(("the end of an item is kept until its queue can be read", error))
          return false
        }
        return note(end, of: id, task)
      }
    }

    /// Notes the failure of an item that can't be submitted.
    ///
    /// - Returns: Whether the handler has to have the event of the failure. If not, the queue does not
    /// have the item any more.
    func reject(_ id: String, _ entry: String, _ event: SessionEvent<Session>) -> Bool {
      locked {
        guard items[id]?.entry == entry else { return false }
        return note(QueuedEnd(event, isDownload: false), of: id, nil)
      }
    }

    /// Whether the request of an item's transfer is not valid any more. The lock is held.
    private func isExpired(_ item: QueuedItem) -> Bool {
      guard let requested = item.requested else { return false }
      return Date() >= requested.addingTimeInterval(transfer.validity)
    }

    /// Notes an end in the item's file. The task is `nil` if the item could not be submitted. The lock
    /// is held.
    func note(_ end: QueuedEnd, of id: String, _ task: Int?) -> Bool {
      guard var item = items[id], item.task == task, item.end == nil else { return false }
      var end = end
      if end.isDownload, end.failure == nil, !hasArrived(item) {
        end.failure = .init(.init(code: .cannotMoveFile, advice: .later))
      }
      // A server may answer an expired URL with the status of a wrong URL.
      if end.failure?.advice == .never, isExpired(item), let status = end.response?.statusCode,
        [400, 404, 416].contains(status)
      {
        end.failure?.advice = .withNewRequest
      }
      if end.failure != nil, item.isRecalled == true {
        item.task = nil
      } else if let failure = end.failure, item.waits(after: failure, retries: transfer.retries) {
        if failure.advice == .inForeground { held.insert(id) }
      } else {
        item.end = end
      }
      item.isRecalled = nil
      do {
        try keep(item)
      } catch {
        items[id] = item
        notes.append(("the end of an item of a queue can't be kept", error))
      }
      return item.end != nil
    }

    /// Whether all ends have been noted. An end that came while the files could not be read is
    /// noted first, if the files can be read now.
    var isWritten: Bool {
      locked {
        if !early.isEmpty { try? load() }
        return early.isEmpty
      }
    }

    /// The items whose ends came while the files could not be read, or were noted by another process.
    func takeRecovered() -> [String] {
      locked {
        if isShared, (try? load()) != nil {
          for item in inOrder where item.end != nil && noticed.insert(item.file).inserted {
            recovered.append(item.id)
          }
        }
        defer { recovered = [] }
        return recovered
      }
    }

    /// The event of an item that has ended, for the handler; `nil` if the handler has had it.
    func event(of id: String) -> SessionEvent<Session>? {
      locked {
        guard let item = items[id], let end = item.end else { return nil }
        told.insert(id)
        guard end.isDownload, end.failure == nil else {
          return end.event(of: id, item.task ?? 0, in: session)
        }
        guard let folder, hasArrived(item) else { return nil }
        let place = folder.appendingPathComponent(item.delivery)
        if !FileManager.default.fileExists(atPath: place.path) {
          let arrival = folder.appendingPathComponent(item.arrival)
          do {
            try FileManager.default.moveItem(at: arrival, to: place)
          } catch {
            return .downloaded(end.task(of: id, item.task ?? 0, in: session), arrival)
          }
        }
        return .downloaded(end.task(of: id, item.task ?? 0, in: session), place)
      }
    }

    /// Removes an item that the app does not want to transfer any more.
    func drop(_ id: String, _ entry: String) {
      locked {
        if items[id]?.entry == entry { forget([id]) }
      }
    }

    /// Removes an item after the handler has had the event of its end. An item that the app has added
    /// again meanwhile waits again.
    func finish(_ id: String) {
      locked {
        told.remove(id)
        let isWanted = again.remove(id) != nil
        guard let item = items[id], let end = item.end else { return }
        guard isWanted, let failure = end.failure else { return forget([id]) }
        do {
          try keep(item.added(after: failure))
          noticed.remove(item.file)
        } catch {
          notes.append(("an item of a queue can't be added again", error))
        }
      }
    }
  }
#endif
