import Testing

/// The queues of the runtime, and the parts of generated code for them.
@Suite struct QueueSnippetTests {
  private static let policy = """
    sessions:
      library: { identifier: com.example.photos.library }
    transfers:
      photos: { session: library, direction: upload, submit: { batch: 9 }, retries: 2, queue: true }
    """

  /// The items of a queue in their order.
  @Test func transferQueue() throws {
    try expectSnippet(
      .declaration("var ids: [String]"), of: "TransferQueue.swift", from: Self.policy,
      is: #"""
        public var ids: [String] {
          locked {
            try? load()
            return inOrder.map(\.id)
          }
        }
        """#)
  }

  /// A file is written whole.
  @Test func transferQueueFiles() throws {
    try expectSnippet(
      .declaration("private func write("), of: "TransferQueue+Files.swift", from: Self.policy,
      is: """
        private func write(_ list: [QueuedItem], to name: String) throws {
          try makeFolder()
          guard let folder else { throw CocoaError(.fileNoSuchFile) }
          let data = try JSONEncoder().encode(list.sorted { $0.number < $1.number })
          let file = folder.appendingPathComponent(name)
          let options: Data.WritingOptions = [
            .atomic, .completeFileProtectionUntilFirstUserAuthentication,
          ]
          try data.write(to: file, options: options)
        }
        """)
  }

  /// The folder is excluded from backups.
  @Test func transferQueueFolder() throws {
    try expectSnippet(
      .declaration("private func makeFolder("), of: "TransferQueue+Files.swift", from: Self.policy,
      is: """
        private func makeFolder() throws {
          guard var folder else { throw CocoaError(.fileNoSuchFile) }
          guard !FileManager.default.fileExists(atPath: folder.path) else { return }
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          var values = URLResourceValues()
          values.isExcludedFromBackup = true
          try? folder.setResourceValues(values)
        }
        """)
  }

  /// A task belongs to an item if the item has the task and has not ended.
  @Test func transferQueueWaiting() throws {
    try expectSnippet(
      .declaration("func isCurrent("), of: "TransferQueue+Matching.swift", from: Self.policy,
      is: """
        func isCurrent(_ task: URLSessionTask, of id: String) -> Bool {
          guard let item = items[id] else { return false }
          return item.task == task.taskIdentifier && item.end == nil
        }
        """)
  }

  /// The file of an item records the task before the task starts.
  @Test func transferQueueTransfers() throws {
    try expectSnippet(
      .declaration("func hand"), of: "TransferQueue+Transfers.swift", from: Self.policy,
      is: #"""
        func hand(_ id: String, _ entry: String, to create: (Data?) -> URLSessionTask?) -> Bool {
          locked {
            guard var item = items[id], item.entry == entry, item.task == nil, item.end == nil else {
              return false
            }
            if isShared, !isWritten(item) {
              forget([id])
              return false
            }
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
        """#)
  }

  /// An item waits after a failure that does not count as a retry; after any other failure, it waits until its retries are used up.
  @Test func queuedItem() throws {
    try expectSnippet(
      .declaration("mutating func waits"), of: "QueuedItem.swift", from: Self.policy,
      is: """
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
        """)
  }

  /// The queue of a transfer, as the app reaches it.
  @Test func queueAccess() throws {
    try expectSnippet(
      .declaration("var photosQueue: PhotosTransferQueue"), of: "PhotosQueues.swift", from: Self.policy,
      is: """
        var photosQueue: PhotosTransferQueue {
          queues.queue(of: .photosQueue, in: .library)
        }
        """)
  }

  /// The rules of the policy for a transfer with a queue.
  @Test func transferQueueOfThePolicy() throws {
    try expectSnippet(
      .declaration("extension QueuedTransfer"), of: "PhotosQueues.swift", from: Self.policy,
      is: """
        nonisolated extension QueuedTransfer<PhotosSessionIdentifier> {
          static var all: [Self] {
            return [
              .photosQueue
            ]
          }

          static var photosQueue: Self {
            .init("photos", on: { $0 == .library }, by: .init(limit: 9), retries: 2)
          }
        }
        """)
  }

  /// The app's own call submits the same number of items as the queue does.
  @Test func transferRulesOfAQueue() throws {
    try expectSnippet(
      .declaration("func submitPhotos"), of: "PhotosTransfers.swift", from: Self.policy,
      is: """
        func submitPhotos(_ uploads: [UploadItem]) -> SubmittedItems<UploadItem> {
          submit(uploads, to: .library, by: QueuedTransfer<Session>.photosQueue.rules)
        }
        """)
  }

  /// The handler makes the items when they are submitted. The name of this method never equals the name of a session's method.
  @Test func backgroundHandlerQueues() throws {
    try expectSnippet(
      .declaration("protocol PhotosBackgroundHandler"), of: "PhotosHandler.swift",
      from: Self.policy.replacing("library:", with: "photosItem:").replacing(
        "session: library", with: "session: photosItem"),
      is: """
        protocol PhotosBackgroundHandler: AnyObject, Sendable {
          func photosItem(_ event: PhotosSessionEvent) async

          func photosItem(_ id: String, after failure: TransferFailure?) async throws -> UploadItem?
        }
        """)
  }
}
