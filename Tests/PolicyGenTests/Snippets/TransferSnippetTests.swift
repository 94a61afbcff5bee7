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
        ) -> ArraySlice<PhotosUpload> {
          guard let session = session(.library) else {
            return uploads[...]
          }
          let submitted = uploads.prefix(1)
          for item in submitted {
            guard FileManager.default.isReadableFile(atPath: item.file.path) else {
              PhotosLog.session(.library)
                .error("left out, as it can't be read: \(item.file.lastPathComponent)")
              continue
            }
            var request = item.request
            request.allowsExpensiveNetworkAccess = false
            let task = session.uploadTask(with: request, fromFile: item.file)
            task.taskDescription = item.taskDescription
            if let bytes = try? item.file.resourceValues(forKeys: [.fileSizeKey]).fileSize {
              task.countOfBytesClientExpectsToSend = Int64(bytes)
            }
            task.priority = 0.25
            task.resume()
          }
          return uploads.dropFirst(submitted.count)
        }
        """#)
  }

  /// Downloads of one size, of which all are submitted at once.
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
        ) -> ArraySlice<PhotosDownload> {
          guard let session = session(.library) else {
            return downloads[...]
          }
          let submitted = downloads[...]
          for item in submitted {
            let task = session.downloadTask(with: item.request)
            task.taskDescription = item.taskDescription
            task.countOfBytesClientExpectsToReceive = item.countOfBytesClientExpectsToReceive ?? 40_000
            task.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            task.resume()
          }
          return downloads.dropFirst(submitted.count)
        }
        """)
  }
}
