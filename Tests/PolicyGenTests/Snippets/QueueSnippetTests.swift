import Testing

/// The parts of generated queues.
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
      .declaration("var ids: [String]"), of: "PhotosQueues.swift", from: Self.policy,
      is: #"""
        var ids: [String] {
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
      .declaration("private func write("), of: "PhotosQueues.swift", from: Self.policy,
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
      .declaration("private func makeFolder("), of: "PhotosQueues.swift", from: Self.policy,
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
      .declaration("private func isCurrent("), of: "PhotosQueues.swift", from: Self.policy,
      is: """
        private func isCurrent(_ task: URLSessionTask, of id: String) -> Bool {
          guard let item = items[id] else { return false }
          return item.task == task.taskIdentifier && item.end == nil
        }
        """)
  }

  /// The file of an item records the task before the task starts.
  @Test func transferQueueTransfers() throws {
    try expectSnippet(
      .declaration("fileprivate func hand"), of: "PhotosQueues.swift", from: Self.policy,
      is: #"""
        fileprivate func hand(_ id: String, to create: (Data?) -> URLSessionTask?) -> Bool {
          locked {
            guard var item = items[id], item.task == nil, item.end == nil else { return false }
            if let requested = item.requested, Date() >= requested.addingTimeInterval(validity) {
              item.resumeData = nil
            }
            guard let task = create(item.resumeData) else { return false }
            if item.resumeData == nil { item.requested = Date() }
            task.taskDescription = QueuedItem.description(of: id, in: transfer)
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
      .declaration("fileprivate mutating func waits"), of: "PhotosQueues.swift", from: Self.policy,
      is: """
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
            let tries = failure.advice == .later ? failures : failures - 1
            if wait == nil, tries > 0 { wait = Self.wait(before: tries) }
          }
          self.failure = failure
          self.failure?.resumeData = nil
          task = nil
          earliest = wait.map { Date().addingTimeInterval(min($0, 86_400)) }
          resumeData = failure.resumeData
          return true
        }
        """)
  }

  /// The queue of a transfer, as the app reaches it.
  @Test func queueAccess() throws {
    try expectSnippet(
      .declaration("var photosQueue"), of: "PhotosQueues.swift", from: Self.policy,
      is: """
        var photosQueue: PhotosTransferQueue {
          queues.queue(of: "photos", in: .library)
        }
        """)
  }

  /// The number of items that a session has at once.
  @Test func queueSettings() throws {
    try expectSnippet(
      .declaration("static func limit"), of: "PhotosQueues.swift", from: Self.policy,
      is: """
        private static func limit(of transfer: String) -> Int {
          switch transfer {
          case "photos": 9
          default: 0
          }
        }
        """)
  }

  /// The handler makes the items when they are submitted. The name of the method differs from the names of sessions' methods, whatever a
  /// session is called.
  @Test func backgroundHandlerQueues() throws {
    try expectSnippet(
      .declaration("protocol PhotosBackgroundHandler"), of: "PhotosHandler.swift",
      from: Self.policy.replacing("library:", with: "photosItem:").replacing(
        "session: library", with: "session: photosItem"),
      is: """
        protocol PhotosBackgroundHandler: AnyObject, Sendable {
          func photosItem(_ event: PhotosSessionEvent) async

          func photosItem(_ id: String, after failure: TransferFailure?) async throws -> PhotosUpload?
        }
        """)
  }
}
