import GenerationFixtures
import PolicyGen
import PolicyModel
import Testing

/// The functions that submit transfers.
@Suite struct TransferSnippetTests {
  /// Uploads that are submitted one at a time, and keep off expensive networks.
  @Test func transferSubmissionOfUploads() throws {
    try expectSnippet(
      .declaration("func submitOriginals"), of: "PhotosTransfers.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        transfers:
          originals:
            session: library
            direction: upload
            submit: oneAtATime
            priority: 0.25
            allowsExpensiveNetworkAccess: false
        """,
      is: """
        func submitOriginals(_ uploads: [UploadItem]) -> SubmittedItems<UploadItem> {
          submit(
            uploads,
            to: .library,
            by: .init(limit: 1, allowsExpensiveNetworkAccess: false, priority: 0.25))
        }
        """)
  }

  /// The URLs of the servers. Each string is certain to be a URL, and each URL belongs to the configuration
  /// that runs.
  @Test func transferEndpoints() throws {
    try expectSnippet(
      .declaration("enum PhotosEndpoint"), of: "PhotosSessions.swift",
      from: """
        app:
          name: Photos
          bundleIdentifier: com.example.photos
          deploymentTarget: { iOS: "18.0" }
          configurations: { Debug: { bundleIdentifier: com.example.photos.dev } }
          buildSettings: { SERVER: { Debug: localhost, Release: photos.example.com } }
        sessions:
          library: { identifier: com.example.photos.library }
          preview: { type: default }
        transfers:
          photos: { session: library, endpoint: "https://photos.example.com:8443/a%20b?c=d" }
          URL: { session: library, endpoint: "http://$(SERVER)/all" }
          patterns: { session: library, endpoint: "https://photos.example.com/{id}" }
          previews: { session: preview, endpoint: "https://photos.example.com/previews" }
        """,
      is: """
        nonisolated enum PhotosEndpoint {
          static let photos = URL(string: "https://photos.example.com:8443/a%20b?c=d")!
          static let URL_ = URL(string: PhotosBuildValue.URL_TransferEndpoint)!
        }
        """)
  }

  /// An endpoint is no reason to tell configurations apart.
  @Test func transferEndpointsOfOneBundleIdentifier() throws {
    let policy = """
      schema: 1
      app:
        name: Photos
        bundleIdentifier: com.example.photos
        deploymentTarget: { iOS: "18.0" }
        buildSettings: { SERVER: { Debug: localhost, Release: photos.example.com } }
      sessions:
        library: { identifier: com.example.photos.library }
      transfers:
        photos: { session: library, endpoint: "http://$(SERVER)/all" }
      """
    let reading = PolicyFile.reading(policy, at: "bgpolicy.yaml")
    try #require(reading.diagnostics == [])
    let files = Generator.files(
      for: try #require(reading.policy), provenance: Provenance(policy: "bgpolicy.yaml"))
    #expect(!files.contains { $0.text.contains("PhotosEndpoint") || $0.text.contains("PhotosBuildValue") })
  }

  /// The rules for an item of a queue.
  @Test func transferRules() throws {
    try expectSnippet(
      .declaration("static var thumbnailsQueue"), of: "PhotosQueues.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        transfers:
          thumbnails: { session: library, direction: download, queue: true, resumable: false }
        """,
      is: """
        static var thumbnailsQueue: Self {
          .init("thumbnails", on: { $0 == .library }, by: .init())
        }
        """)
  }

  /// An upload continues with the resume data of its failure, on the systems that can resume uploads.
  @Test(arguments: ["16.0", "17.0"]) func transferItemsThatResume(_ target: String) throws {
    let policy = """
      app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "\(target)" } }
      sessions:
        library: { identifier: com.example.photos.library }
      transfers:
        photos: { session: library, direction: upload, resumable: true }
      """
    try expectSnippet(
      .declaration("func submitPhotos"), of: "PhotosTransfers.swift", from: policy,
      is: """
        @discardableResult
        func submitPhotos(_ uploads: [UploadItem]) -> SubmittedItems<UploadItem> {
          submit(uploads, to: .library, by: .init(isResumed: true))
        }
        """)
    try expectSnippet(
      .declaration("private func resumedTask"), of: "TransferItems.swift", from: policy,
      is: """
        private func resumedTask(
          in session: URLSession, by rules: TransferRules
        ) -> URLSessionUploadTask? {
          guard #available(iOS 17.0, macOS 14.0, watchOS 10.0, tvOS 17.0, visionOS 1.0, *),
            rules.isResumed, let resumeData
          else { return nil }
          return session.uploadTask(withResumeData: resumeData)
        }
        """)
  }

  /// Downloads of one size, which are all submitted at once.
  @Test func transferSubmissionOfDownloads() throws {
    try expectSnippet(
      .declaration("func submitThumbnails"), of: "PhotosTransfers.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        transfers:
          thumbnails: { session: library, direction: download, size: 40kB, earliestBegin: 1h }
        """,
      is: """
        @discardableResult
        func submitThumbnails(_ downloads: [DownloadItem]) -> SubmittedItems<DownloadItem> {
          submit(
            downloads,
            to: .library,
            by: .init(countOfBytesClientExpectsToReceive: 40_000, earliestBegin: 3600, isResumed: true))
        }
        """)
  }
}
