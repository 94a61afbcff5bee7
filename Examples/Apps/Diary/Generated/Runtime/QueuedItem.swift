// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// An item of a queue.
  nonisolated struct QueuedItem: Codable {
    /// The version of the format.
    static let version = 1
    /// The longest wait that a server can ask for, in seconds.
    static let longestWait: TimeInterval = 24 * 3_600

    var version = Self.version
    let id: String
    /// Its place in the order.
    let number: Int
    /// The file that has it, and others that were added with it.
    var file: String
    /// Whether its file has a list; an earlier version of the app wrote a file for each item.
    var isListed: Bool? = true
    /// The number of its task; `nil` while it waits.
    var task: Int?
    var failures = 0
    /// The last failure, without the data with which the transfer goes on.
    var failure: QueuedEnd.Failure?
    /// The time before which it is not to be transferred.
    var earliest: Date?
    /// Whether its task, which waits for a later time, is being cancelled for the sake of others.
    var isRecalled: Bool?
    /// The time at which the handler made the request of its transfer.
    var requested: Date?
    /// The data with which a transfer goes on, by the request of that time.
    var resumeData: Data?
    /// Its end, until the handler has had it.
    var end: QueuedEnd?

    /// An item that waits.
    init(id: String, number: Int, file: String) {
      self.id = id
      self.number = number
      self.file = file
    }

    /// The items in the data of a file; `nil` if a file of this version has other data.
    static func list(in data: Data) -> [QueuedItem]? {
      let decoder = JSONDecoder()
      let one = { (try? decoder.decode(QueuedItem.self, from: data)).map { [$0] } }
      guard let list = (try? decoder.decode([QueuedItem].self, from: data)) ?? one(),
        list.allSatisfy({ $0.version == version })
      else { return nil }
      return list
    }

    /// The name of its downloaded file, until the handler has had it.
    var arrival: String {
      file + (isListed == true ? ".\(number)" : "") + ".arrived"
    }

    /// The description of its task.
    static func description(of id: String, in transfer: String) -> String {
      "bgpolicy/\(transfer)/\(id)"
    }

    /// The identifier in the description of a task of a queue; `nil` in any other.
    static func id(in description: String?, of transfer: String) -> String? {
      let start = Self.description(of: "", in: transfer).utf8
      guard let text = description?.utf8, text.starts(with: start) else { return nil }
      return String(decoding: text.dropFirst(start.count), as: UTF8.self)
    }

    /// The seconds until a next try: a minute, and twice as many each time, up to an hour.
    static func wait(before count: Int) -> TimeInterval {
      min(60 * pow(2, Double(count - 1)), 3_600)
    }

    /// Whether the session has it.
    var isWithSession: Bool { task != nil && end == nil }

    /// Whether it waits in the session for a later time.
    func isDelayed(at time: Date) -> Bool {
      isWithSession && earliest.map { $0 > time } ?? false
    }

    /// Lets it wait after a failure, if it may be submitted again.
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
        // The network may be back, and a new token may be accepted, at once.
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
