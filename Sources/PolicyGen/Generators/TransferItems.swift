internal import PlatformFacts
internal import PolicyModel

/// The types of the items that are uploaded or downloaded.
///
/// The types use `Self.Failure`, because an app may have its own type `Failure`.
enum TransferItems {
  /// Writes the item types for some directions, and their common protocol.
  static func write(
    _ directions: Set<TransferDirection>, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    if directions.contains(.upload) {
      writeUpload(in: context, to: &writer)
      writer.line()
    }
    if directions.contains(.download) {
      writeDownload(in: context, to: &writer)
      writer.line()
    }
    writeProtocol(in: context, to: &writer)
    writer.line()
  }

  private static func writeUpload(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("A file to upload.", PlatformFacts.uploadsFromFiles.sentence)
    writer.type("nonisolated \(access)struct \(name)Upload", inheriting: "\(name)TransferItem") { writer in
      writer.text(
        """
        /// The identifier, which each event of the item has, also after a relaunch.
        \(access)let id: String
        /// The request, without a body.
        \(access)let request: URLRequest
        /// The file that is the body.
        \(access)let file: URL
        \(initializer(ofUpload: context))

        /// A background session ends the app if it can't read the file.
        \(access)var failure: Self.Failure? {
          guard file.isFileURL else { return .init(code: .unsupportedURL, advice: .never) }
          guard FileManager.default.isReadableFile(atPath: file.path) else {
            let isThere = FileManager.default.fileExists(atPath: file.path)
            // The file of a device that is locked can be read later.
            return isThere
              ? .init(code: .noPermissionsToReadFile, advice: .later)
              : .init(code: .fileDoesNotExist, advice: .never)
          }
          return nil
        }
        """)
      guard context.hasQueues, context.resumesUploads else { return }
      writer.line()
      writer.text(
        """
        /// The same upload, which goes on with data if it has none of its own.
        fileprivate func resumed(by data: Data?) -> Self {
          Self(id: id, request: request, file: file, resumeData: resumeData ?? data)
        }
        """)
    }
  }

  private static func initializer(ofUpload context: GenerationContext) -> String {
    let access = context.access
    guard context.resumesUploads else {
      return """

        /// An upload of a file on this device.
        \(access)init(id: String, request: URLRequest, file: URL) {
          self.id = id
          self.request = request
          self.file = file
        }
        """
    }
    return """
      /// The data of a failure with which the upload goes on, if the file is as it was and the system and
      /// the server can; `nil` to begin anew.
      \(access)let resumeData: Data?

      /// An upload of a file on this device.
      \(access)init(
        id: String,
        request: URLRequest,
        file: URL,
        resumeData: Data? = nil
      ) {
        self.id = id
        self.request = request
        self.file = file
        self.resumeData = resumeData
      }
      """
  }

  private static func writeDownload(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("A file to download.")
    writer.type("nonisolated \(access)struct \(name)Download", inheriting: "\(name)TransferItem") { writer in
      writer.text(
        """
        /// The identifier, which each event of the item has, also after a relaunch.
        \(access)let id: String
        /// The request.
        \(access)let request: URLRequest
        /// The bytes that the app expects to receive; `nil` if it doesn't know.
        \(access)let countOfBytesClientExpectsToReceive: Int64?
        /// The data of a failure with which the download goes on; `nil` to begin anew.
        \(access)let resumeData: Data?

        /// A download by a request.
        \(access)init(
          id: String,
          request: URLRequest,
          countOfBytesClientExpectsToReceive: Int64? = nil,
          resumeData: Data? = nil
        ) {
          self.id = id
          self.request = request
          self.countOfBytesClientExpectsToReceive = countOfBytesClientExpectsToReceive
          self.resumeData = resumeData
        }

        /// A download has nothing that can be missing.
        \(access)var failure: Self.Failure? { nil }
        """)
      guard context.hasQueues else { return }
      writer.line()
      writer.text(
        """
        /// The same download, which goes on with data if it has none of its own.
        fileprivate func resumed(by data: Data?) -> Self {
          Self(
            id: id, request: request,
            countOfBytesClientExpectsToReceive: countOfBytesClientExpectsToReceive,
            resumeData: resumeData ?? data)
        }
        """)
    }
  }

  private static func writeProtocol(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("An item of a transfer.")
    writer.type("nonisolated \(access)protocol \(name)TransferItem", inheriting: "Hashable, Sendable") {
      $0.text(
        """
        typealias Failure =
          TransferFailure

        /// The identifier, which each event of the item has, also after a relaunch.
        var id: String { get }
        /// The request.
        var request: URLRequest { get }
        /// The reason why it can't be submitted; `nil` if it can.
        var failure: Failure? { get }
        """)
    }
  }
}
