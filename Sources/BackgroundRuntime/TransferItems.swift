// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// An item of a transfer.
  nonisolated public protocol TransferItem: Hashable, Sendable {
    /// The identifier, which all events of the item contain, also after a relaunch.
    var id: String { get }
    /// The request.
    var request: URLRequest { get }
    /// The reason why the item can't be submitted; `nil` if it can be submitted.
    var failure: TransferFailure? { get }
    /// The same item, which resumes with the data if it has no resume data of its own.
    func resumed(by data: Data?) -> Self
    /// Creates the task of the item.
    ///
    /// - Parameter request: The item's request with the changes that the policy makes.
    ///
    /// - Parameter session: The session that transfers the item.
    ///
    /// - Parameter rules: The statements of the policy about each item.
    func task(
      for request: URLRequest, in session: URLSession, by rules: TransferRules
    ) -> URLSessionTask
  }

  /// A file to upload.
  ///
  /// Uploads from data or from a stream fail when the app exits, so a background session uploads only
  /// files (Downloading files in the background).
  nonisolated public struct UploadItem: TransferItem {
    /// The identifier, which all events of the item contain, also after a relaunch.
    public let id: String
    /// The request, without a body.
    public let request: URLRequest
    /// The file that is the body.
    public let file: URL
    /// The resume data of a failure, or `nil` to begin anew. The upload resumes if the policy
    /// resumes uploads, the file is unchanged, and the system and the server can resume uploads.
    public let resumeData: Data?

    /// An upload of a file on this device.
    public init(id: String, request: URLRequest, file: URL, resumeData: Data? = nil) {
      self.id = id
      self.request = request
      self.file = file
      self.resumeData = resumeData
    }

    /// A background session ends the app if it can't read the file.
    public var failure: TransferFailure? {
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

    /// The same upload, which resumes with the data if it has no resume data of its own.
    public func resumed(by data: Data?) -> Self {
      Self(id: id, request: request, file: file, resumeData: resumeData ?? data)
    }

    /// Creates the task of the upload.
    public func task(
      for request: URLRequest, in session: URLSession, by rules: TransferRules
    ) -> URLSessionTask {
      let task =
        resumedTask(in: session, by: rules)
        ?? session.uploadTask(with: request, fromFile: file)
      if let bytes = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize {
        task.countOfBytesClientExpectsToSend = Int64(bytes)
      }
      return task
    }

    private func resumedTask(
      in session: URLSession, by rules: TransferRules
    ) -> URLSessionUploadTask? {
      guard #available(iOS 17.0, macOS 14.0, watchOS 10.0, tvOS 17.0, visionOS 1.0, *),
        rules.isResumed, let resumeData
      else { return nil }
      return session.uploadTask(withResumeData: resumeData)
    }
  }

  /// A file to download.
  nonisolated public struct DownloadItem: TransferItem {
    /// The identifier, which all events of the item contain, also after a relaunch.
    public let id: String
    /// The request.
    public let request: URLRequest
    /// The number of bytes that the app expects to receive; `nil` if the app doesn't know the
    /// number.
    public let countOfBytesClientExpectsToReceive: Int64?
    /// The resume data of a failure, or `nil` to begin anew. The download resumes if the policy
    /// resumes downloads.
    public let resumeData: Data?

    /// A download by a request.
    public init(
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

    /// No failure, because a download needs no file that could be missing.
    public var failure: TransferFailure? { nil }

    /// The same download, which resumes with the data if it has no resume data of its own.
    public func resumed(by data: Data?) -> Self {
      Self(
        id: id, request: request,
        countOfBytesClientExpectsToReceive: countOfBytesClientExpectsToReceive,
        resumeData: resumeData ?? data)
    }

    /// Creates the task of the download.
    public func task(
      for request: URLRequest, in session: URLSession, by rules: TransferRules
    ) -> URLSessionTask {
      let data = rules.isResumed ? resumeData : nil
      let task =
        data.map { session.downloadTask(withResumeData: $0) }
        ?? session.downloadTask(with: request)
      let bytes = countOfBytesClientExpectsToReceive ?? rules.countOfBytesClientExpectsToReceive
      if let bytes { task.countOfBytesClientExpectsToReceive = bytes }
      return task
    }
  }

  /// The result of a submission. Each item is in exactly one of the three lists.
  ///
  /// Each resume of the app in the background makes the wait before its next transfer longer
  /// (Quinn, NSURLSession's Resume Rate Limiter, Apple Developer Forums; Downloading files in the
  /// background). The system schedules by the number of bytes that the app expects
  /// (NSURLSession.h). An upload whose file can't be read is rejected. A background session raises
  /// an exception if it can't read the file of an upload (TrustKit, issue 351; AWS SDK for iOS,
  /// issue 1994).
  nonisolated public struct SubmittedItems<Item: TransferItem>: Sendable {
    /// The items that the session has.
    public let submitted: [Item]
    /// The items that could not be submitted, each of which also has an event `failed`.
    public let rejected: [(item: Item, failure: TransferFailure)]
    /// The items that the app has to submit later.
    public let rest: [Item]

    /// A result, as tests make it.
    public init(
      submitted: [Item],
      rejected: [(item: Item, failure: TransferFailure)] = [],
      rest: [Item] = []
    ) {
      self.submitted = submitted
      self.rejected = rejected
      self.rest = rest
    }
  }

  nonisolated extension SessionRouter {
    /// Submits items to a session, at most the number that the policy allows at once. If an item
    /// can't be submitted, the next item takes its place. The items of earlier calls don't count.
    ///
    /// - Parameter items: The items, in the order of their submission.
    ///
    /// - Parameter identifier: The identifier of the session.
    ///
    /// - Parameter rules: The statements of the policy about each item.
    public func submit<Item: TransferItem>(
      _ items: [Item],
      to identifier: Session,
      by rules: TransferRules
    ) -> SubmittedItems<Item> {
      guard let session = session(identifier) else {
        log(of: identifier).error(
          "\(items.count) items are not submitted: this process does not have the session now")
        return .init(submitted: [], rest: items)
      }
      let changed = changedConfiguration(of: identifier)
      var submitted: [Item] = []
      var rejected: [(item: Item, failure: TransferFailure)] = []
      var rest = items[...]
      while submitted.count < rules.limit, let item = rest.popFirst() {
        if let failure = item.failure {
          rejected.append((item, failure))
          let task = TransferTask(session: identifier, id: item.id, originalURL: item.request.url)
          report(.failed(task, failure), of: identifier)
          continue
        }
        rules.logMissingFields(of: item.request, to: log(of: identifier))
        let task = rules.task(for: item, in: session, by: changed)
        task.taskDescription = item.id
        task.resume()
        submitted.append(item)
      }
      BackgroundEvents.shared.report(
        .transfersSubmitted(submitted.count, to: log(of: identifier).category))
      return .init(submitted: submitted, rejected: rejected, rest: Array(rest))
    }
  }
#endif
