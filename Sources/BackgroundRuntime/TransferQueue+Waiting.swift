// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    /// The number of items that the session transfers. An item that waits in the session for a
    /// later time does not count.
    var transferred: Int {
      let now = Date()
      return locked { items.values.count { $0.isWithSession && !$0.isDelayed(at: now) } }
    }

    /// The first items whose time has come. The list is empty before the items are compared with
    /// the tasks.
    func due(
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

    /// The time at which a waiting item can be submitted; `nil` if the item does not wait for a
    /// time.
    private func start(of item: QueuedItem) -> Date? {
      guard item.task == nil, item.end == nil, !held.contains(item.id) else { return nil }
      return max(item.earliest ?? .distantPast, postponed[item.id]?.until ?? .distantPast)
    }

    /// The next time at which an item can be submitted; `nil` if no item waits for a time.
    var nextStart: Date? {
      let now = Date()
      return locked {
        guard isOwned, isMatched else { return nil }
        return items.values.compactMap { start(of: $0) }.filter { $0 > now }.min()
      }
    }

    /// The item that should wait in the session for its time: the item whose time comes first, if
    /// the session has no other items.
    ///
    /// The system begins the item's transfer without the app, and wakes the app at the end. An item
    /// whose request the server refused is not chosen: the app should make the new request only at
    /// the item's time, because it may still have the old token now.
    var delayed: String? {
      locked {
        guard isOwned, isMatched, !items.values.contains(where: \.isWithSession) else { return nil }
        let waiting = items.values.filter {
          start(of: $0) != nil && postponed[$0.id] == nil && $0.failure?.advice != .withNewRequest
        }
        return waiting.min {
          ($0.earliest ?? .distantPast, $0.number) < ($1.earliest ?? .distantPast, $1.number)
        }?.id
      }
    }

    /// The entry of an item that waits, and the last failure of its transfer, if a transfer has failed;
    /// `nil` if the item does not wait.
    func waiting(_ id: String) -> (entry: String, failure: TransferFailure?)? {
      locked {
        guard let item = items[id], item.task == nil, item.end == nil else { return nil }
        return (item.entry, item.failure?.full)
      }
    }

    /// Tries an item that can't be submitted now again later: after a minute at first, and after a
    /// wait that doubles up to an hour each further time.
    func postpone(_ id: String, _ entry: String) {
      locked {
        guard items[id]?.entry == entry else { return }
        let count = (postponed[id]?.count ?? 0) + 1
        postponed[id] = (count, Date().addingTimeInterval(QueuedItem.wait(before: count)))
      }
    }

    /// The callers that wait until the queue has submitted its current items.
    var currentCallers: [UUID] { locked { Array(callers.keys) } }

    /// Lets callers go on that still wait.
    func resume(_ keys: [UUID]) {
      for caller in locked({ keys.compactMap { callers.removeValue(forKey: $0) } }) {
        caller.resume()
      }
    }

    /// Allows the submission of the items that wait until a person opens the app.
    func release() { locked { held = [] } }
  }
#endif
