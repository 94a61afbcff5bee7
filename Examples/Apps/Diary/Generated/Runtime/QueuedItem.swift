// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// An item of a transfer's queue, as a file keeps it.
  nonisolated struct QueuedItem: Codable {
    /// The version of the format.
    static let version = 1
    /// The longest wait that a server can ask for, in seconds.
    static let longestWait: TimeInterval = 24 * 3_600

    var version = Self.version
    let id: String
    /// The place of the item in the order of the queue.
    let number: Int
    /// The name of the file that keeps the item and the items that were added together with it.
    var file: String
    /// Whether the item's file contains a list of items. An earlier version of the app wrote a file
    /// for each item.
    var isListed: Bool? = true
    /// The number of the item's task; `nil` while the item waits.
    var task: Int?
    var failures = 0
    /// The last failure of the item, without the resume data.
    var failure: QueuedEnd.Failure?
    /// The time before which the item must not be transferred.
    var earliest: Date?
    /// Whether the item's task, which waits in the session for a later time, is cancelled so that
    /// other items can go first.
    var isRecalled: Bool?
    /// The time at which the handler made the request of the item's transfer.
    var requested: Date?
    /// The data of a failed transfer with which the next transfer resumes. It contains the request
    /// that was made at `requested`.
    var resumeData: Data?
    /// The end of the item, until the handler has had its event.
    var end: QueuedEnd?

    /// A new item, which waits.
    init(id: String, number: Int, file: String) {
      self.id = id
      self.number = number
      self.file = file
    }

    /// The items in the data of a file; `nil` if the data are damaged or have the format of another
    /// version.
    static func list(in data: Data) -> [QueuedItem]? {
      let decoder = JSONDecoder()
      let one = { (try? decoder.decode(QueuedItem.self, from: data)).map { [$0] } }
      guard let list = (try? decoder.decode([QueuedItem].self, from: data)) ?? one(),
        list.allSatisfy({ $0.version == version })
      else { return nil }
      return list
    }

    /// The value that tells the item from a later item with the same identifier, which the app has added
    /// after it removed this item.
    var entry: String { "\(file) \(number)" }

    /// The name of the item's downloaded file, until the handler has had its event.
    var arrival: String {
      file + (isListed == true ? ".\(number)" : "") + ".arrived"
    }

    /// The name of the item's downloaded file for the handler, with the extension of the server's name.
    var delivery: String { arrival + (end?.response?.pathExtension.map { ".\($0)" } ?? "") }

    /// The description of an item's task.
    static func description(of id: String, in transfer: String) -> String {
      "bgpolicy/\(transfer)/\(id)"
    }

    /// The identifier of the item in the description of a task of a transfer's queue; `nil` for the
    /// descriptions of other tasks.
    static func id(in description: String?, of transfer: String) -> String? {
      let start = Self.description(of: "", in: transfer).utf8
      guard let text = description?.utf8, text.starts(with: start) else { return nil }
      return String(decoding: text.dropFirst(start.count), as: UTF8.self)
    }

    /// The seconds until the next try: 60 after the first failure, and twice as many after each
    /// further failure, up to an hour.
    static func wait(before count: Int) -> TimeInterval {
      min(60 * pow(2, Double(count - 1)), 3_600)
    }

    /// Whether the session has a task of the item that has not ended.
    var isWithSession: Bool { task != nil && end == nil }

    /// Whether the item waits in the session for a later time.
    func isDelayed(at time: Date) -> Bool {
      isWithSession && earliest.map { $0 > time } ?? false
    }

    /// The item as the app adds it again after a failure. It waits as long as the server asks, and for a
    /// minute at least, so that a request that always fails is not sent without a pause.
    func added(after failure: QueuedEnd.Failure) -> QueuedItem {
      var item = QueuedItem(id: id, number: number, file: file)
      item.isListed = isListed
      item.failure = failure
      item.failure?.resumeData = nil
      let wait = max(failure.retryAfter ?? 0, Self.wait(before: 1))
      item.earliest = Date().addingTimeInterval(min(wait, Self.longestWait))
      item.resumeData = failure.resumeData
      item.requested = requested
      return item
    }

    /// Lets the item wait after a failure, if it may be submitted again. Returns whether the item
    /// waits.
    mutating func waits(after failure: QueuedEnd.Failure, retries: Int) -> Bool {
      var wait = failure.retryAfter
      switch failure.advice {
      case .never:
        return false
      case .whenOpened, .inForeground:
        break
      case .again, .withNewRequest, .later:
        guard failures < retries else { return false }
        failures += 1
        // The next try may succeed at once: the network may be back, or the server may accept a new
        // token.
        let tries = failure.advice == .later ? failures : failures - 1
        if wait == nil, tries > 0 { wait = Self.wait(before: tries) }
      }
      self.failure = failure
      self.failure?.resumeData = nil
      task = nil
      earliest = wait.map { Date().addingTimeInterval(min($0, Self.longestWait)) }
      resumeData = failure.resumeData
      return true
    }
  }
#endif
