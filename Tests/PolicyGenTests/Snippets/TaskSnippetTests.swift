import Testing

/// The declarations, registration and requests of background tasks.
@Suite struct TaskSnippetTests {
  /// The constraints of a request, and its earliest date.
  @Test func taskDeclaration() throws {
    try expectSnippet(
      .declaration("enum PhotosTasks"), of: "PhotosTasks.swift",
      from: """
        tasks:
          cleanup:
            type: processing
            identifier: com.example.photos.cleanup
            requiresExternalPower: true
            requiresNetworkConnectivity: false
            earliestBegin: 6h
            reschedule: true
          export: { type: continuedProcessing, identifier: com.example.photos.export.*, title: Exporting, subtitle: One moment }
        """,
      is: """
        nonisolated enum PhotosTasks {
          static let cleanup = ScheduledTask.processing(
            "com.example.photos.cleanup",
            requiresExternalPower: true,
            earliestBegin: .after(21_600),
            submittedAt: [.handlerStart])

          static let export = ContinuedTask("com.example.photos.export.*")
        }
        """)
  }

  /// Work whose failures make the next launch wait longer.
  @Test func backoff() throws {
    try expectSnippet(
      .declaration("static let refresh"), of: "PhotosTasks.swift",
      from: """
        tasks:
          refresh:
            type: appRefresh
            identifier: com.example.photos.refresh
            reschedule: true
            earliestBegin: { backoff: { from: 15m, factor: 2, atMost: 4h } }
        """,
      is: """
        static let refresh = ScheduledTask.appRefresh(
          "com.example.photos.refresh",
          earliestBegin: .backoff(from: 900, factor: 2.0, atMost: 14_400),
          submittedAt: [.handlerStart])
        """)
  }

  /// The work of two tasks, one of which requests its next launch.
  @Test func taskStart() throws {
    try expectSnippet(
      .declaration("static func start(_ handler"), of: "PhotosBackground.swift",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh, reschedule: true }
          cleanup: { type: processing, identifier: com.example.photos.cleanup }
        """,
      is: """
        @available(iOSApplicationExtension, unavailable)
        @discardableResult
        static func start(_ handler: any PhotosBackgroundHandler) -> Self {
          process.first {
            var rejected: [String] = []
            TaskRun.register(PhotosTasks.refresh, &rejected) { try await handler.refresh() }
            TaskRun.register(PhotosTasks.cleanup, &rejected) { try await handler.cleanup() }
            TaskMoments.begin([PhotosTasks.refresh])
            return Self(handler: handler, rejected: rejected)
          }
        }
        """)
  }

  /// A task whose date the app gives, on a platform that another task lacks.
  @Test func generatedTask() throws {
    try expectSnippet(
      .declaration("static func start(_ handler"), of: "PhotosBackground.swift",
      from: """
        app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "16.0" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh, reschedule: true, earliestBegin: runtime }
          study: { type: healthResearch, identifier: com.example.photos.study, submittedAt: [launch] }
        """,
      is: """
        @available(iOSApplicationExtension, unavailable)
        @discardableResult
        static func start(_ handler: any PhotosBackgroundHandler) -> Self {
          process.first {
            let date = { @Sendable (task: ScheduledTask) in
              await handler.earliestBeginDate(of: task)
            }
            var rejected: [String] = []
            TaskRun.register(PhotosTasks.refresh.asking(date), &rejected) { try await handler.refresh() }
            if #available(iOS 17.0, *) {
              TaskRun.register(PhotosTasks.study, &rejected) { try await handler.study() }
            }
            TaskMoments.begin([PhotosTasks.refresh.asking(date)])
            if #available(iOS 17.0, *) {
              TaskMoments.begin([PhotosTasks.study])
            }
            return Self(handler: handler, rejected: rejected)
          }
        }
        """)
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
          began: @escaping @Sendable (ContinuedWork) -> Void = { _ in }
        ) async throws {
          try await ContinuedWork.run(
            PhotosTasks.publish, title: title, subtitle: subtitle, began
          ) { work in
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
          func photosBackgroundTasks(_ background: PhotosBackground) -> some Scene {
            backgroundTask(.appRefresh(PhotosTasks.refresh.identifier)) {
              await SceneTask.run(PhotosTasks.refresh) { try await background.handler.refresh() }
            }
          }
        }
        """)
  }

  /// A task that one of the platforms lacks, and the newer call that submits it.
  @Test func tasksFile() throws {
    try expectSnippet(
      .lines(4, "#if"), of: "PhotosTasks.swift",
      from: """
        app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "18.0", macOS: "15.0" }, sdk: "27.0" }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        #if !os(macOS)
          import BackgroundTasks

          /// The background tasks of Photos.
        """)
  }
}
