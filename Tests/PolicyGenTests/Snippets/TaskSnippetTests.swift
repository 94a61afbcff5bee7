import Testing

/// The identifiers, requests, submission and registration of background tasks.
@Suite struct TaskSnippetTests {
  /// A wildcard makes an identifier for each piece of work.
  @Test func taskIdentifiers() throws {
    try expectSnippet(
      .declaration("static func export(_ suffix"), of: "PhotosTasks.swift",
      from: """
        tasks:
          export: { type: continuedProcessing, identifier: com.example.photos.export.*, title: Exporting, subtitle: One moment }
        """,
      is: """
        static func export(_ suffix: String) -> PhotosContinuedWorkIdentifier? {
          let isAllowed: (Character) -> Bool = { character in
            character.isASCII
              && (character.isLetter || character.isNumber || character == "-" || character == "_")
          }
          guard !suffix.isEmpty, suffix.allSatisfy(isAllowed) else { return nil }
          let task = PhotosTaskIdentifier(rawValue: "com.example.photos.export." + suffix)
          return PhotosContinuedWorkIdentifier(task, suffix)
        }
        """)
  }

  /// The constraints of a request, and its earliest date.
  @Test func taskRequests() throws {
    try expectSnippet(
      .declaration("enum PhotosTaskRequest"), of: "PhotosTasks.swift",
      from: """
        tasks:
          cleanup:
            type: processing
            identifier: com.example.photos.cleanup
            requiresExternalPower: true
            requiresNetworkConnectivity: false
            earliestBegin: 6h
        """,
      is: """
        nonisolated enum PhotosTaskRequest {
          static func cleanup() -> BGProcessingTaskRequest {
            let request = BGProcessingTaskRequest(identifier: PhotosTaskIdentifier.cleanup.rawValue)
            request.earliestBeginDate = Date(timeIntervalSinceNow: 21_600)
            request.requiresExternalPower = true
            request.requiresNetworkConnectivity = false
            return request
          }
        }
        """)
  }

  /// A request that is submitted off the main thread.
  @Test func taskSubmission() throws {
    try expectSnippet(
      .declaration("static func submitRefresh() async"), of: "PhotosTasks.swift",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        static func submitRefresh() async throws(TaskSubmissionError) {
          try check(.refresh)
          do {
            try await submit {
              PhotosTaskRequest.refresh()
            }
          } catch {
            throw TaskSubmissionError(error, limit: 1)
          }
        }
        """)
  }

  /// The work of two tasks, one of which requests its next launch.
  @Test func taskRegistration() throws {
    try expectSnippet(
      .declaration("static func register(_ handler"), of: "PhotosTasks.swift",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh, reschedule: true }
          cleanup: { type: processing, identifier: com.example.photos.cleanup }
        """,
      is: """
        static func register(_ handler: any PhotosBackgroundHandler) -> [PhotosTaskIdentifier] {
          var refused: [PhotosTaskIdentifier] = []
          TaskRun.register(.refresh, &refused) {
            try await handler.refresh()
          } next: {
            try await PhotosTaskSubmission.submitRefresh()
          }
          TaskRun.register(.cleanup, &refused) {
            try await handler.cleanup()
          }
          PhotosTaskMoments.shared.begin(handler)
          return refused
        }
        """)
  }

  /// A task that is completed only once, whichever caller is first.
  @Test func taskRun() throws {
    try expectSnippet(
      .declaration("private func complete("), of: "PhotosTasks.swift",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        private func complete(success: Bool) {
          lock.lock()
          let isFirst = !isCompleted
          isCompleted = true
          let isInTime = !isExpired
          lock.unlock()
          if isFirst { task.setTaskCompleted(success: success && isInTime) }
        }
        """)
  }

  /// A request without a waiting caller, whose failure is logged.
  @Test func taskLog() throws {
    try expectSnippet(
      .declaration("static func next("), of: "PhotosTasks.swift",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh, reschedule: true }
        """,
      is: #"""
        fileprivate static func next(
          _ identifier: PhotosTaskIdentifier,
          _ submit: () async throws -> Void
        ) async {
          do {
            try await submit()
          } catch {
            BackgroundLog.tasks.error("\(identifier.rawValue) is not requested", error)
          }
        }
        """#)
  }

  /// A task that one of the platforms lacks.
  @Test func tasksFile() throws {
    try expectSnippet(
      .lines(4, "import"), of: "PhotosTasks.swift",
      from: """
        app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "18.0", macOS: "15.0" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        import Foundation

        #if !os(macOS)
          import BackgroundTasks
        """)
  }
}
