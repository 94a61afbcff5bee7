import Testing

/// The parts of generated code with which an app tests its handler.
@Suite struct TestingSnippetTests {
  private static let policy = """
    sessions:
      library: { identifier: com.example.photos.library }
    tasks:
      refresh: { type: appRefresh, identifier: com.example.photos.refresh }
    generate: { testing: true }
    """

  /// A method for each task.
  @Test func testingFile() throws {
    try expectSnippet(
      .declaration("func refresh"), of: "PhotosBackgroundTesting.swift", from: Self.policy,
      is: """
        func refresh(expiringAfter seconds: TimeInterval? = nil) async -> Bool {
          await run(seconds) {
            try await handler.refresh()
          }
        }
        """)
  }

  /// A method with a default, and the delegate's method that calls it.
  @Test func transferObserver() throws {
    let policy = Self.policy.replacing("testing: true", with: "observers: [progress, challenges]")
    try expectSnippet(
      .declaration("extension PhotosTransferObserver"), of: "PhotosSessions.swift", from: policy,
      is: """
        extension PhotosTransferObserver {
          func progressed(
            _ task: PhotosTransferTask,
            expecting bytes: Int64?
          ) async {}

          func answer(
            _ challenge: URLAuthenticationChallenge,
            in session: PhotosSessionIdentifier
          ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            (.performDefaultHandling, nil)
          }
        }
        """)
  }

  /// The recorder of the app.
  @Test func recorderFile() throws {
    let policy = Self.policy.replacing("testing", with: "recorder")
    try expectSnippet(
      .declaration("enum PhotosRecord"), of: "PhotosRecord.swift", from: policy,
      is: """
        nonisolated enum PhotosRecord {
          static let shared = BackgroundRecorder(app: "Photos", bundleIdentifier: "com.example.photos")
        }
        """)
  }

  /// In tests, the sessions have other configurations.
  @Test func sessionDispatchInTests() throws {
    try expectSnippet(
      .declaration("convenience init"), of: "PhotosHandler.swift", from: Self.policy,
      is: """
        convenience init(handler: any PhotosBackgroundHandler, configuration: Configuring? = nil) {
          self.init(
            .of(target: "app").configured(by: configuration), queues: .init()
          ) { event, identifier in
            switch identifier {
            case .library: await handler.library(event)
            default: break
            }
          }
        }
        """)
  }
}
