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
          .init(prefix: "com.example.photos.export.", suffix: suffix)
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
          try await TaskScheduling.submit(limit: 1) {
            PhotosTaskRequest.refresh()
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
          PhotosTaskMoments.begin(handler)
          return refused
        }
        """)
  }

  /// A task of the type that a person starts.
  @Test func taskRun() throws {
    try expectSnippet(
      .declaration("static func registerContinued<"), of: "ContinuedWork.swift",
      from: """
        app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "26.0" }, sdk: "26.0" }
        tasks:
          publish: { type: continuedProcessing, identifier: com.example.photos.publish, title: Publishing, subtitle: One }
        """,
      is: """
        @available(iOS 26.0, *)
        @available(iOSApplicationExtension, unavailable)
        public static func registerContinued<ID: RawRepresentable<String> & Sendable>(
          _ identifier: ID,
          _ refused: inout [ID],
          asksForGPU: Bool = false,
          work: @escaping @Sendable (ContinuedWork<ID>) async throws -> Void
        ) {
          let isPermitted = RegisteredTasks.shared.register(identifier.rawValue) { task in
            guard let continued = task as? BGContinuedProcessingTask else {
              task.setTaskCompleted(success: false)
              return
            }
            let run = TaskRun(task)
            let piece = ContinuedWork(
              continued, of: identifier,
              mayUseGPU: asksForGPU && BGTaskScheduler.supportedResources.contains(.gpu))
            ContinuedRuns.shared.begin(piece) { run.expire() }
            run.run {
              do {
                try await work(piece)
              } catch {
                ContinuedRuns.shared.end(piece, error)
                throw error
              }
              ContinuedRuns.shared.end(piece, nil)
            }
          }
          if !isPermitted { refused.append(identifier) }
        }
        """)
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
