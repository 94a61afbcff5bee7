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

  /// The router has it in debug builds, and takes other configurations.
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
