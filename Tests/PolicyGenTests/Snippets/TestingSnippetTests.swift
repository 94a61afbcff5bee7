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
      .declaration("extension PhotosTransferObserver"), of: "PhotosSessionEvents.swift", from: policy,
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

  /// A line of the record, and the call that writes it.
  @Test func recorderFile() throws {
    let policy = Self.policy.replacing("testing", with: "recorder")
    try expectSnippet(
      .declaration("func begin"), of: "PhotosRecord.swift", from: policy,
      is: """
        func begin(_ type: String, _ identifier: String) {
          note("wake task \\(type) \\(name(identifier, type))")
        }
        """)
  }

  /// In tests, the router delivers events on demand, and takes other configurations.
  @Test func sessionRouterTesting() throws {
    try expectSnippet(
      .declaration("func deliverInTest"), of: "PhotosSessionEvents.swift", from: Self.policy,
      is: """
        func deliverInTest(
          _ identifier: PhotosSessionIdentifier
        ) async {
          lock.withLock { _ = open[identifier]?.signals.yield(.finished([])) }
          await settle(identifier)
        }
        """)
    try expectSnippet(
      .declaration("convenience init"), of: "PhotosHandler.swift", from: Self.policy,
      is: """
        convenience init(handler: any PhotosBackgroundHandler, configuration: Configuring? = nil) {
          self.init(of: .app, configuration: configuration) { event, identifier in
            await handler.take(event, of: identifier)
          }
        }
        """)
  }
}
