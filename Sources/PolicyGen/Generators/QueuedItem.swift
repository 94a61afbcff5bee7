internal import Quantities

/// The items of queues in the format of their files.
enum QueuedItem {
  /// The longest wait that a server can ask for, in seconds.
  static let longestWait = SwiftText.seconds(TimeSpan(milliseconds: TimeSpan.millisecondsPerDay))

  /// Writes the types.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    writer.text(item(in: context))
    writer.line()
    writer.text(end(in: context))
  }

  private static func item(in context: GenerationContext) -> String {
    """
    /// An item of a queue.
    nonisolated private struct QueuedItem: Codable {
      /// The version of the format.
      static let version = 1

      var version = Self.version
      let id: String
      /// Its place in the order.
      let number: Int
      /// The file that has it, and others that were added with it.
      var file: String
      /// Whether its file has a list; an earlier version of the app wrote a file for each item.
      fileprivate var isListed: Bool? = true
      /// The number of its task; `nil` while it waits.
      var task: Int?
      var failures = 0
      /// The last failure, without the data with which the transfer goes on.
      fileprivate var failure: QueuedEnd.Failure?
      /// The time before which it is not to be transferred.
      var earliest: Date?
      /// Whether its task, which waits for a later time, is being cancelled for the sake of others.
      var isRecalled: Bool?
      /// The time at which the handler made the request of its transfer.
      var requested: Date?
      /// The data with which a transfer goes on, by the request of that time.
      var resumeData: Data?
      /// Its end, until the handler has had it.
      fileprivate var end: QueuedEnd?

      fileprivate init(id: String, number: Int, file: String) {
        self.id = id
        self.number = number
        self.file = file
      }

      /// The items in the data of a file; `nil` if a file of this version has other data.
      fileprivate static func list(in data: Data) -> [QueuedItem]? {
        let decoder = JSONDecoder()
        let one = { (try? decoder.decode(QueuedItem.self, from: data)).map { [$0] } }
        guard let list = (try? decoder.decode([QueuedItem].self, from: data)) ?? one(),
          list.allSatisfy({ $0.version == version })
        else { return nil }
        return list
      }

      /// The name of its downloaded file, until the handler has had it.
      fileprivate var arrival: String {
        file + (isListed == true ? ".\\(number)" : "") + ".arrived"
      }

      /// The description of its task.
      fileprivate static func description(of id: String, in transfer: String) -> String {
        "bgpolicy/\\(transfer)/\\(id)"
      }

      /// The identifier in the description of a task of a queue; `nil` in any other.
      fileprivate static func id(in description: String?, of transfer: String) -> String? {
        let start = Self.description(of: "", in: transfer).utf8
        guard let text = description?.utf8, text.starts(with: start) else { return nil }
        return String(decoding: text.dropFirst(start.count), as: UTF8.self)
      }

      /// The seconds until a next try: a minute, and twice as many each time, up to an hour.
      fileprivate static func wait(before count: Int) -> TimeInterval {
        min(60 * pow(2, Double(count - 1)), 3_600)
      }

      /// Whether the session has it.
      fileprivate var isWithSession: Bool { task != nil && end == nil }

      /// Whether it waits in the session for a later time.
      fileprivate func isDelayed(at time: Date) -> Bool {
        isWithSession && earliest.map { $0 > time } ?? false
      }

      /// Lets it wait after a failure, if it may be submitted again.
      fileprivate mutating func waits(after failure: QueuedEnd.Failure, retries: Int) -> Bool {
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
        earliest = wait.map { Date().addingTimeInterval(min($0, \(longestWait))) }
        resumeData = failure.resumeData
        return true
      }
    }
    """
  }

  private static func end(in context: GenerationContext) -> String {
    let name = context.name
    return """
      /// The end of an item, until the handler has had it.
      nonisolated private struct QueuedEnd: Codable {
        typealias Item =
          \(name)TransferTask
        typealias Response =
          TransferResponse
        typealias Event =
          \(name)SessionEvent
        typealias ID =
          \(name)SessionIdentifier

        var isDownload: Bool
        var originalURL: URL?
        var response: Response?
        var sent: Int64 = 0
        var received: Int64 = 0
        var failure: Failure?

        /// The reason of a failure.
        struct Failure: Codable {
          typealias Full =
            TransferFailure
          typealias Advice =
            RetryAdvice

          var code: Int
          var reason: Int?
          var advice: Advice
          var retryAfter: TimeInterval?
          var resumeData: Data?

          init(_ failure: Full) {
            code = failure.code.rawValue
            reason = failure.reason?.rawValue
            advice = failure.advice
            retryAfter = failure.retryAfter
            resumeData = failure.resumeData
          }

          var full: Full {
            Full(
              code: Optional(code).flatMap(URLError.Code.init(rawValue:)) ?? .unknown,
              reason: reason.flatMap(URLError.BackgroundTaskCancelledReason.init(rawValue:)),
              resumeData: resumeData, advice: advice, retryAfter: retryAfter)
          }
        }

        /// The end of an item whose transfer the session no longer has.
        init(isDownload: Bool) { self.isDownload = isDownload }

        init(_ event: Event, isDownload: Bool) {
          self.init(isDownload: isDownload)
          switch event {
          case .completed(let task), .downloaded(let task, _):
            note(task)
          case .failed(let task, let failure):
            note(task)
            self.failure = Failure(failure)
          case .reconciled, .delivered:
            break
          }
        }

        private mutating func note(_ task: Item) {
          originalURL = task.originalURL.flatMap(Self.withoutSecrets)
          response = task.response.map(Self.withoutSecrets)
          sent = task.countOfBytesSent
          received = task.countOfBytesReceived
        }

        /// A URL without what may be a secret: the query of a presigned one, and a password.
        private static func withoutSecrets(_ url: URL) -> URL? {
          var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
          parts?.query = nil
          parts?.fragment = nil
          parts?.user = nil
          parts?.password = nil
          return parts?.url
        }

        /// An answer without what may be a secret, such as cookies: only header fields about the content
        /// are left.
        private static func withoutSecrets(_ response: Response) -> Response {
          let kept = ["content-", "date", "etag", "last-modified", "retry-after"]
          return Response(
            statusCode: response.statusCode,
            headerFields: response.headerFields.filter { field in
              kept.contains { field.key.lowercased().hasPrefix($0) }
            },
            mimeType: response.mimeType, suggestedFilename: response.suggestedFilename,
            body: response.body, bodyFile: response.bodyFile)
        }

        func task(of id: String, _ number: Int, in session: ID) -> Item {
          Item(
            session: session, taskIdentifier: number, id: id, originalURL: originalURL,
            response: response, countOfBytesSent: sent, countOfBytesReceived: received)
        }

        func event(of id: String, _ number: Int, in session: ID) -> Event {
          let task = task(of: id, number, in: session)
          guard let failure else { return .completed(task) }
          return .failed(task, failure.full)
        }
      }
      """
  }
}
