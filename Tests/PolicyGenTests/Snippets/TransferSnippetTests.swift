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
      is: #"""
        func submitOriginals(
          _ uploads: [PhotosUpload]
        ) -> PhotosSubmission<PhotosUpload> {
          submit(uploads, to: .library, atMost: 1) { item, session in
            var request = item.request
            request.allowsExpensiveNetworkAccess = false
            let task = session.uploadTask(with: request, fromFile: item.file)
            if let bytes = try? item.file.resourceValues(forKeys: [.fileSizeKey]).fileSize {
              task.countOfBytesClientExpectsToSend = Int64(bytes)
            }
            task.priority = 0.25
            return task
          }
        }
        """#)
  }

  /// The task of an item of a queue.
  @Test func transferCreation() throws {
    try expectSnippet(
      .declaration("private func thumbnailsTask"), of: "PhotosTransfers.swift",
      from: """
        sessions:
          library: { identifier: com.example.photos.library }
        transfers:
          thumbnails: { session: library, direction: download, queue: true, resumable: false }
        """,
      is: """
        private func thumbnailsTask(
          _ item: PhotosDownload,
          in session: URLSession
        ) -> URLSessionTask {
          let task = session.downloadTask(with: item.request)
          if let bytes = item.countOfBytesClientExpectsToReceive {
            task.countOfBytesClientExpectsToReceive = bytes
          }
          return task
        }
        """)
  }

  /// An upload continues with the resume data of its failure, on the systems that can resume uploads.
  @Test(arguments: [
    (
      "16.0",
      """
      var resumed: URLSessionUploadTask?
          if #available(iOS 17.0, *) {
            resumed = item.resumeData.map { session.uploadTask(withResumeData: $0) }
          }
          let task = resumed ?? session.uploadTask(with: item.request, fromFile: item.file)
      """
    ),
    (
      "17.0",
      """
      let task =
            item.resumeData.map { session.uploadTask(withResumeData: $0) }
            ?? session.uploadTask(with: item.request, fromFile: item.file)
      """
    ),
  ]) func transferItemsThatResume(_ target: String, _ creation: String) throws {
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
        func submitPhotos(
          _ uploads: [PhotosUpload]
        ) -> PhotosSubmission<PhotosUpload> {
          submit(uploads, to: .library, atMost: .max) { item, session in
            \(creation)
            if let bytes = try? item.file.resourceValues(forKeys: [.fileSizeKey]).fileSize {
              task.countOfBytesClientExpectsToSend = Int64(bytes)
            }
            return task
          }
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
        func submitThumbnails(
          _ downloads: [PhotosDownload]
        ) -> PhotosSubmission<PhotosDownload> {
          submit(downloads, to: .library, atMost: .max) { item, session in
            let task =
              item.resumeData.map { session.downloadTask(withResumeData: $0) }
              ?? session.downloadTask(with: item.request)
            task.countOfBytesClientExpectsToReceive = item.countOfBytesClientExpectsToReceive ?? 40_000
            task.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            return task
          }
        }
        """)
  }
}
