import Testing

/// Generated files that have no suite of their own: the handler, property lists, log, project files and the test kit.
@Suite struct FileSnippetTests {
  /// One method for each task, push and session.
  @Test func backgroundHandler() throws {
    try expectSnippet(
      .declaration("protocol PhotosBackgroundHandler"), of: "PhotosHandler.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        pushes:
          changes: { perDay: 3 }
        generate: { access: public }
        """,
      is: """
        public protocol PhotosBackgroundHandler: AnyObject, Sendable {
          func refresh() async throws

          func changes(_ push: SilentPush) async throws -> PushResult

          func library(_ event: PhotosSessionEvent) async
        }
        """)
  }

  /// The single call that starts everything.
  @Test func backgroundStart() throws {
    try expectSnippet(
      .declaration("static func start("), of: "PhotosBackground.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library, allowsCellularAccess: runtime }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        @available(iOSApplicationExtension, unavailable)
        @discardableResult
        static func start(
          _ handler: any PhotosBackgroundHandler,
          settings: PhotosSessionSettings = .init()
        ) -> Self {
          process.first {
            let sessions = PhotosSessions(handler: handler, settings: settings)
            var rejected: [String] = []
            TaskRun.register(PhotosTasks.refresh, &rejected) { try await handler.refresh() }
            return Self(handler: handler, sessions: sessions, rejected: rejected)
          }
        }
        """)
  }

  /// The handler of a process has only the methods of the process's own sessions.
  @Test func sessionDispatch() throws {
    try expectSnippet(
      .declaration("protocol PhotosShareBackgroundHandler"), of: "PhotosShareHandler.swift",
      from: """
        targets:
          share: { type: extension, bundleIdentifier: com.example.photos.share }
        sessions:
          library: { identifier: com.example.photos.library }
          shared: { identifier: com.example.photos.shared, target: share }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        protocol PhotosShareBackgroundHandler: AnyObject, Sendable {
          func shared(_ event: PhotosSessionEvent) async
        }
        """)
  }

  /// Work that a background task of UIKit keeps alive.
  @Test func applicationTasks() throws {
    try expectSnippet(
      .declaration("static func save("), of: "PhotosBackgroundTasks.swift",
      from: """
        backgroundTasks:
          save: {}
        """,
      is: """
        @MainActor
        static func save(_ work: @escaping @Sendable () async throws -> Void) async throws {
          try await BackgroundAssertion().run("save", work)
        }
        """)
  }

  /// The events of a session that a widget owns, which the system passes to the widget.
  @Test func widgetEvents() throws {
    try expectSnippet(
      .declaration("extension WidgetConfiguration"), of: "PhotosWidgetEvents.swift",
      from: """
        targets:
          widget: { type: widget, bundleIdentifier: com.example.photos.widget }
        sessions:
          pictures: { identifier: com.example.photos.pictures, target: widget }
        """,
      is: """
        extension WidgetConfiguration {
          func photosWidgetBackgroundEvents(
            _ background: PhotosWidgetBackground
          ) -> some WidgetConfiguration {
            onBackgroundURLSessionEvents(
              matching: { @Sendable identifier in background.owns(identifier) }
            ) { @Sendable identifier, completion in
              nonisolated(unsafe) let completion = completion
              _Concurrency.Task { @MainActor in
                background.handleEvents(
                  forSession: identifier, completionHandler: completion)
              }
            }
          }
        }
        """)
  }

  /// Several kinds of work may have the same name; their methods still differ.
  @Test func backgroundHandlerNames() throws {
    try expectSnippet(
      .declaration("protocol PhotosBackgroundHandler"), of: "PhotosHandler.swift",
      from: """
        sessions:
          changes: { identifier: com.example.photos.changes }
        tasks:
          changes: { type: appRefresh, identifier: com.example.photos.refresh }
        pushes:
          changes: { perDay: 3, match: { kind: changes } }
          otherPush: { perDay: 3, match: { kind: other } }
        """,
      is: """
        protocol PhotosBackgroundHandler: AnyObject, Sendable {
          func changes() async throws

          func changes(_ push: SilentPush) async throws -> PushResult

          func otherPush_(_ push: SilentPush) async throws -> PushResult

          func otherPush(_ push: SilentPush) async throws -> PushResult

          func changes(_ event: PhotosSessionEvent) async
        }
        """)
  }

  /// An identifier that differs between build configurations.
  @Test func buildConfigurationFile() throws {
    try expectSnippet(
      .declaration("enum PhotosBuildValue"), of: "PhotosBuildConfiguration.swift",
      from: """
        app:
          name: Photos
          bundleIdentifier: com.example.photos
          deploymentTarget: { iOS: "18.0" }
          configurations:
            Debug: { bundleIdentifier: com.example.photos.debug }
        sessions:
          library: { identifier: $(PRODUCT_BUNDLE_IDENTIFIER).library }
        """,
      is: """
        nonisolated enum PhotosBuildValue {
          static var librarySessionIdentifier: String {
            switch PhotosBuildConfiguration.current {
            case .other:
              return "com.example.photos.library"
            case .debug:
              return "com.example.photos.debug.library"
            }
          }
        }
        """)
  }

  /// The identifiers and modes of a task and a push.
  @Test func infoPlistFragment() throws {
    try expectSnippet(
      .propertyList, of: "PhotosInfo.plist",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        pushes:
          changes: { perDay: 3 }
        """,
      is: """
        <dict>
          <key>BGTaskSchedulerPermittedIdentifiers</key>
          <array>
            <string>com.example.photos.refresh</string>
          </array>
          <key>UIBackgroundModes</key>
          <array>
            <string>fetch</string>
            <string>remote-notification</string>
          </array>
        </dict>
        """)
  }

  /// The app group of a session that an extension owns.
  @Test func entitlementsFragments() throws {
    try expectSnippet(
      .propertyList, of: "Photos-share.entitlements",
      from: """
        targets:
          share: { type: extension, bundleIdentifier: com.example.photos.share }
        sessions:
          shared:
            identifier: com.example.photos.shared
            target: share
            sharedContainerIdentifier: group.com.example.photos
        """,
      is: """
        <dict>
          <key>com.apple.security.application-groups</key>
          <array>
            <string>group.com.example.photos</string>
          </array>
        </dict>
        """)
  }

  /// The properties of an app for XcodeGen.
  @Test func xcodeGenFragment() throws {
    try expectSnippet(
      .rest("targets:"), of: "Photos.xcodegen.yml",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        generate: { projectSpec: xcodegen, swiftLanguageMode: 6 }
        """,
      is: """
        targets:
          Photos:
            info:
              properties:
                BGTaskSchedulerPermittedIdentifiers:
                  - com.example.photos.refresh
                UIBackgroundModes:
                  - fetch
            settings:
              base:
                SWIFT_VERSION: "6.0"
        """)
  }

  /// The properties of an app for Tuist.
  @Test func tuistSnippet() throws {
    try expectSnippet(
      .declaration("enum PhotosPropertyLists"), of: "PhotosTuist.swift.txt",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        generate: { projectSpec: tuist }
        """,
      is: """
        public enum PhotosPropertyLists {
          public static let infoPlist: [String: Plist.Value] = [
            "BGTaskSchedulerPermittedIdentifiers": [
              "com.example.photos.refresh"
            ],
            "UIBackgroundModes": [
              "fetch"
            ],
          ]

          public static let entitlements: [String: Plist.Value] = [:]
        }
        """)
  }

  /// The command that launches a task.
  @Test func simulationCommands() throws {
    try expectSnippet(
      .lines(1, "bg-launch-refresh '"), of: "PhotosSimulate.lldb",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        command regex -h "Launches refresh, appRefresh" bg-launch-refresh 's/^$/expression -l objc -- (void)[[BGTaskScheduler sharedScheduler] _simulateLaunchForTaskWithIdentifier:@"com.example.photos.refresh"]/'
        """)
  }

  /// A step of the test plan.
  @Test func testPlan() throws {
    try expectSnippet(
      .lines(3, "- [ ] **Launch.**"), of: "PhotosTestPlan.md",
      from: """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.photos.refresh }
        """,
      is: """
        - [ ] **Launch.** Run the app from Xcode, pause it when it has submitted the request, `bg-launch-refresh` in LLDB, and continue.
          - Expect: The handler of `refresh` runs, and calls `setTaskCompleted(success: true)`.
          - Source: Starting and Terminating Tasks During Development (2025-04-13); BGTask.h (26.1 SDK) [documented]
        """)
  }
}
