import Testing

/// The configurations of sessions, their events and the class that owns them.
@Suite struct SessionSnippetTests {
  /// The configuration of a background session.
  @Test func sessionConfigurations() throws {
    try expectSnippet(
      .declaration("enum PhotosSessionConfiguration"), of: "PhotosSessions.swift",
      from: """
        sessions:
          library:
            identifier: com.example.photos.library
            timeoutIntervalForResource: 12h
            networkServiceType: background
            urlCache: null
        """,
      is: """
        nonisolated enum PhotosSessionConfiguration {
          static var library: URLSessionConfiguration {
            let configuration = URLSessionConfiguration.background(
              withIdentifier: PhotosSessionIdentifier.library.rawValue)
            configuration.sessionSendsLaunchEvents = true
            configuration.timeoutIntervalForResource = 43_200
            configuration.networkServiceType = .background
            configuration.urlCache = nil
            return configuration
          }
        }
        """)
  }

  /// A property that only newer systems have, and a property that newer SDKs deprecate.
  @Test func sessionAssignment() throws {
    try expectSnippet(
      .declaration("static var library"), of: "PhotosSessions.swift",
      from: """
        sessions:
          library:
            identifier: com.example.photos.library
            enablesEarlyData: false
            httpShouldUsePipelining: true
        """,
      is: """
        static var library: URLSessionConfiguration {
          let configuration = URLSessionConfiguration.background(
            withIdentifier: PhotosSessionIdentifier.library.rawValue)
          configuration.sessionSendsLaunchEvents = true
          (configuration as any DeprecatedSessionConfiguration).httpShouldUsePipelining = true
          if #available(iOS 26.0, *) {
            configuration.enablesEarlyData = false
          }
          return configuration
        }
        """)
  }

  /// A network that the app decides about at run time.
  @Test func sessionSettings() throws {
    try expectSnippet(
      .declaration("struct PhotosSessionSettings"), of: "PhotosSessions.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library, allowsCellularAccess: { runtime: false } }
        """,
      is: """
        nonisolated struct PhotosSessionSettings: Hashable, Sendable {
          var libraryAllowsCellularAccess = false

          init() {}
        }
        """)
  }

  /// The identifier of a session that exists once for each account.
  @Test func sessionFamilyCode() throws {
    try expectSnippet(
      .declaration("static func library(account"), of: "PhotosSessions.swift",
      from: """
        sessions:
          library:
            identifier: com.example.photos.{account}
            instances: { per: account, atMost: 3 }
        """,
      is: """
        static func library(account: String) -> PhotosSessionIdentifier {
          let prefix = "com.example.photos."
          return PhotosSessionIdentifier(rawValue: prefix + encoded(account))
        }
        """)
  }

  /// The sessions of the app and of its extension.
  @Test func sessionEvents() throws {
    try expectSnippet(
      .declaration("static func owned("), of: "PhotosSessionEvents.swift",
      from: """
        targets:
          share: { type: extension, bundleIdentifier: com.example.photos.share, appGroups: [group.com.example.photos] }
        sessions:
          library: { identifier: com.example.photos.library }
          shared:
            identifier: com.example.photos.shared
            target: share
            sharedContainerIdentifier: group.com.example.photos
        """,
      is: """
        fileprivate static func owned(
          by process: PhotosProcess
        ) -> [Self] {
          switch process {
          case .app:
            return [
              .library
            ]
          case .share:
            return [
              .shared
            ]
          }
        }
        """)
  }

  /// The events of a transfer.
  @Test func sessionEventTypes() throws {
    try expectSnippet(
      .declaration("enum PhotosSessionEvent"), of: "PhotosSessionEvents.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        """,
      is: """
        nonisolated enum PhotosSessionEvent: Sendable {
          case reconciled([PhotosTransferTask])

          case downloaded(
            PhotosTransferTask,
            URL
          )

          case completed(PhotosTransferTask)

          case failed(
            PhotosTransferTask,
            TransferFailure
          )

          case delivered
        }
        """)
  }

  /// The session in which the app makes its tasks.
  @Test func sessionRouter() throws {
    try expectSnippet(
      .declaration("func session("), of: "PhotosSessionEvents.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        """,
      is: """
        func session(
          _ identifier: PhotosSessionIdentifier
        ) -> URLSession? {
          guard identifier.isOwned(by: process) else { return nil }
          return lock.withLock {
            open[identifier].flatMap { $0.isClosing ? nil : $0.session }
          }
        }
        """)
  }

  /// A session that is made with the settings of the app.
  @Test func sessionRouterOpening() throws {
    try expectSnippet(
      .declaration("private func openSession("), of: "PhotosSessionEvents.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library, allowsCellularAccess: runtime }
        """,
      is: #"""
        private func openSession(_ identifier: ID, after earlier: OpenSession? = nil) {
          guard open[identifier] == nil,
            let configuration = identifier.configuration(settings)
          else { return }
          let signals = earlier?.signals ?? signals(of: identifier)
          let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          identifiers[ObjectIdentifier(session)] = .init(rawValue: configuration.identifier ?? "")
          open[identifier] = OpenSession(session: session, signals: signals)
          session.getAllTasks { tasks in
            identifier.log.notice("created, with \(tasks.count) unfinished transfers")
            let tasks = tasks.sorted { $0.taskIdentifier < $1.taskIdentifier }
            self.reconcile(tasks.map { .init($0, of: identifier) }, of: identifier)
          }
        }
        """#)
  }

  /// Events in the order in which they came, then the completion handlers of the system.
  @Test func sessionRouterDelivery() throws {
    try expectSnippet(
      .declaration("private func deliver("), of: "PhotosSessionEvents.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        """,
      is: """
        private func deliver(
          _ signals: AsyncStream<Signal>,
          of identifier: ID
        ) async {
          for await signal in signals {
            switch signal {
            case .event(let event):
              await handling(event, identifier)
            case .finished(let completions):
              await handling(.delivered, identifier)
              release(identifier)
              for completion in completions {
                await completion.call()
              }
            case .late(let completion):
              release(identifier)
              await completion.call()
            }
          }
        }
        """)
  }

  /// The events of a session in the handler of the app.
  @Test func backgroundHandlerSessions() throws {
    try expectSnippet(
      .declaration("protocol PhotosBackgroundHandler"), of: "PhotosHandler.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        """,
      is: """
        protocol PhotosBackgroundHandler: AnyObject, Sendable {
          func library(_ event: PhotosSessionEvent) async
        }
        """)
  }
}
