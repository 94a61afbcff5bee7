import Testing

/// The work of background tasks: its caller, its next request, and its arguments.
@Suite struct TaskWorkSnippetTests {
  /// Work whose failures make the next launch wait longer.
  @Test func taskWork() throws {
    try expectSnippet(
      .declaration("static func register(_ handler"), of: "PhotosTasks.swift",
      from: """
        tasks:
          refresh:
            type: appRefresh
            identifier: com.example.photos.refresh
            reschedule: true
            earliestBegin: { backoff: { from: 15m, factor: 2, atMost: 4h } }
        """,
      is: """
        static func register(_ handler: any PhotosBackgroundHandler) -> [PhotosTaskIdentifier] {
          var refused: [PhotosTaskIdentifier] = []
          TaskRun.register(.refresh, &refused) {
            do {
              try await handler.refresh()
              try _Concurrency.Task.checkCancellation()
            } catch {
              TaskBackoff.failed(PhotosTaskIdentifier.refresh.rawValue)
              await TaskScheduling.next(PhotosTaskIdentifier.refresh) {
                try await PhotosTaskSubmission.submitRefresh()
              }
              throw error
            }
            TaskBackoff.succeeded(PhotosTaskIdentifier.refresh.rawValue)
            await TaskScheduling.next(PhotosTaskIdentifier.refresh) {
              try await PhotosTaskSubmission.submitRefresh()
            }
          } next: {
            try await PhotosTaskSubmission.submitRefresh()
          }
          PhotosTaskMoments.begin(handler)
          return refused
        }
        """)
  }

  /// The wait of the next request after failures.
  @Test func taskBackoff() throws {
    try expectSnippet(
      .declaration("static func refresh() -> BGAppRefreshTaskRequest"), of: "PhotosTasks.swift",
      from: """
        tasks:
          refresh:
            type: appRefresh
            identifier: com.example.photos.refresh
            reschedule: true
            earliestBegin: { backoff: { from: 15m, factor: 2, atMost: 4h } }
        """,
      is: """
        static func refresh() -> BGAppRefreshTaskRequest {
          let request = BGAppRefreshTaskRequest(identifier: PhotosTaskIdentifier.refresh.rawValue)
          let wait = TaskBackoff.wait(
            for: PhotosTaskIdentifier.refresh.rawValue, from: 900, factor: 2.0, atMost: 14_400)
          request.earliestBeginDate = Date(timeIntervalSinceNow: wait)
          return request
        }
        """)
  }

  /// A request that is submitted when the app enters the background.
  @Test func taskMoments() throws {
    try expectSnippet(
      .declaration("static func begin("), of: "PhotosTasks.swift",
      from: """
        tasks:
          cleanup: { type: processing, identifier: com.example.photos.cleanup, submittedAt: [enteringBackground] }
        """,
      is: """
        static func begin(_ handler: any PhotosBackgroundHandler) {
          moments.begin(launched: nil) {
            await TaskScheduling.next(PhotosTaskIdentifier.cleanup) {
              try await PhotosTaskSubmission.submitCleanup()
            }
          }
        }
        """)
  }

  /// A task that older systems lack.
  @Test func generatedTask() throws {
    try expectSnippet(
      .declaration("static func register(_ handler"), of: "PhotosTasks.swift",
      from: """
        tasks:
          publish: { type: continuedProcessing, identifier: com.example.photos.publish, title: Publishing, subtitle: One }
        """,
      is: """
        static func register(_ handler: any PhotosBackgroundHandler) -> [PhotosTaskIdentifier] {
          var refused: [PhotosTaskIdentifier] = []
          if #available(iOS 26.0, *) {
            TaskRun.registerContinued(.publish, &refused) { work in
              try await handler.publish(work)
            }
          }
          return refused
        }
        """)
  }

  /// The progress and the title of work that a person started.
  @Test func continuedWork() throws {
    try expectSnippet(
      .lines(1, "typealias PhotosContinuedWork"), of: "PhotosTasks.swift",
      from: """
        tasks:
          publish: { type: continuedProcessing, identifier: com.example.photos.publish, title: Publishing, subtitle: One }
        """,
      is: "typealias PhotosContinuedWork = ContinuedWork<PhotosTaskIdentifier>")
  }

  /// Work that a person starts, in one call.
  @Test func continuedRun() throws {
    try expectSnippet(
      .declaration("func runPublish"), of: "PhotosTasks.swift",
      from: """
        tasks:
          publish: { type: continuedProcessing, identifier: com.example.photos.publish, title: Publishing, subtitle: One }
        """,
      is: """
        func runPublish(
          title: String = "Publishing",
          subtitle: String = "One",
          began: @escaping WorkBegan = { _ in }
        ) async throws {
          var submit: (@Sendable () async throws -> Void)?
          if #available(iOS 26.0, *) {
            submit = {
              try await PhotosTaskSubmission.submitPublish(title: title, subtitle: subtitle)
            }
          }
          try await ContinuedRuns.shared.run(PhotosTaskIdentifier.publish, began, by: submit) { work in
            try await handler.publish(work)
          }
        }
        """)
  }

  /// The work of a task in the handler of the app.
  @Test func taskHandling() throws {
    try expectSnippet(
      .declaration("protocol PhotosBackgroundHandler"), of: "PhotosHandler.swift",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        protocol PhotosBackgroundHandler: AnyObject, Sendable {
          func refresh() async throws
        }
        """)
  }

  /// A task that SwiftUI runs.
  @Test func taskScene() throws {
    try expectSnippet(
      .declaration("extension"), of: "PhotosScene.swift",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh, reschedule: true }
        generate: { style: swiftui }
        """,
      is: """
        extension Scene {
          func photosBackgroundTasks(_ handler: any PhotosBackgroundHandler) -> some Scene {
            PhotosTaskMoments.begin(handler)
            return backgroundTask(.appRefresh(PhotosTaskIdentifier.refresh.rawValue)) {
              await SceneTask.appRefresh(PhotosTaskIdentifier.refresh) {
                try await handler.refresh()
              } next: {
                try await PhotosTaskSubmission.submitRefresh()
              }
            }
          }

          func photosBackgroundTasks(_ background: PhotosBackground) -> some Scene {
            photosBackgroundTasks(background.handler)
          }
        }
        """)
  }
}
