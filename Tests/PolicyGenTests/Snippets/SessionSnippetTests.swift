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
      .declaration("extension SessionTable"), of: "PhotosSessions.swift",
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
        nonisolated extension SessionTable<PhotosSessionIdentifier> {
          static func of(target: String) -> Self {
            var table = Self(app: "Photos")
            table.add(.library, named: "library", isOwned: target == "app") {
              PhotosSessionConfiguration.library
            }
            table.add(.shared, named: "shared", isOwned: target == "share") {
              PhotosSessionConfiguration.shared
            }
            return table
          }
        }
        """)
  }

  /// The table that the router has of sessions with settings that the app decides at run time.
  @Test func sessionEventsTable() throws {
    try expectSnippet(
      .declaration("extension SessionTable"), of: "PhotosSessions.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library, allowsCellularAccess: runtime }
          albums: { identifier: "com.example.photos.{account}", instances: { per: account, atMost: 3 } }
        """,
      is: """
        nonisolated extension SessionTable<PhotosSessionIdentifier> {
          static func of(target: String, _ settings: PhotosSessionSettings) -> Self {
            var table = Self(app: "Photos")
            table.add(.library, named: "library", isOwned: target == "app") {
              PhotosSessionConfiguration.library(settings: settings)
            }
            table.add(forEach: { $0.albumsAccount }, named: "albums", isOwned: target == "app") { account in
              PhotosSessionConfiguration.albums(account: account)
            }
            return table
          }
        }
        """)
  }

  /// The methods of the app's handler for the events of a session.
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
