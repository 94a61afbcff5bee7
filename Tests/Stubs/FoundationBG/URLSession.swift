import FakeDevice
import Foundation

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void)
}

public final class URLAuthenticationChallenge: NSObject, @unchecked Sendable {}
public final class URLCredential: NSObject, @unchecked Sendable {}

extension URLSession {
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }

  public enum DelayedRequestDisposition: Int, Sendable {
    case continueLoading, useNewRequest, cancel
  }
}

/// The times of a transfer. The fake knows only the times of its submission and of its beginning.
public final class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
  public let taskInterval: DateInterval
  public let transactionMetrics: [URLSessionTaskTransactionMetrics]

  init(submission: Date, begin: Date, end: Date) {
    taskInterval = DateInterval(start: submission, end: max(submission, end))
    transactionMetrics = [URLSessionTaskTransactionMetrics(begin)]
  }
}

public final class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
  public let requestStartDate: Date?

  init(_ begin: Date) { requestStartDate = begin }
}

public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)
}

extension URLSessionDownloadDelegate {
  public func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {}
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

// On Darwin, the method is optional.
extension URLSessionDataDelegate {
  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}

extension URLSessionDelegate {
  public func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(.performDefaultHandling, nil)
  }
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}
  public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

extension URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {}
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(.performDefaultHandling, nil)
  }
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
  ) {
    completionHandler(.continueLoading, nil)
  }
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {}
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {}
}

/// A session of a process. The transfers belong to the daemon, and outlive the session.
public final class URLSession: NSObject, @unchecked Sendable {
  public let configuration: URLSessionConfiguration
  public private(set) var delegate: (any URLSessionDelegate)?
  let process: Int
  var isInvalid = false
  var objects: [Int: URLSessionTask] = [:]

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {
    self.configuration = configuration
    self.delegate = delegate
    process = Device.shared.process
    super.init()
    Device.shared.connect(self)
  }

  /// A unique name for a session that is not a background session.
  var identifier: String {
    configuration.identifier ?? (configuration.isBackground ? "" : "\(ObjectIdentifier(configuration))")
  }

  public func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    let tasks = Device.shared.unfinished(in: self).map(object)
    Device.shared.onDelegateQueue(of: self) { completionHandler(tasks) }
  }

  public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    make(request, file: nil, isUpload: false) as! URLSessionDownloadTask
  }

  public func downloadTask(withResumeData data: Data) -> URLSessionDownloadTask {
    Device.shared.resumed += 1
    if data.isEmpty { Device.shared.report("a download is resumed without data") }
    return downloadTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
  }

  public func uploadTask(withResumeData data: Data) -> URLSessionUploadTask {
    FakeSystem.shared.use("uploadTask(withResumeData:)", since: "17.0")
    Device.shared.resumedUploads += 1
    if data.isEmpty { Device.shared.report("an upload is resumed without data") }
    return make(URLRequest(url: URL(fileURLWithPath: "/")), file: nil, isUpload: true)
      as! URLSessionUploadTask
  }

  public func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
    if !file.isFileURL { Device.shared.report("an upload from \(file), which is not a file") }
    // On Darwin, the call raises an exception if the file can't be read.
    if !FileManager.default.isReadableFile(atPath: file.path) {
      Device.shared.report("an upload from \(file.lastPathComponent), which can't be read")
    }
    return make(request, file: file, isUpload: true) as! URLSessionUploadTask
  }

  public func uploadTask(with request: URLRequest, from data: Data) -> URLSessionUploadTask {
    Device.shared.report("an upload from data on the background session \(identifier)")
    return make(request, file: nil, isUpload: true) as! URLSessionUploadTask
  }

  public func dataTask(with request: URLRequest) -> URLSessionTask {
    Device.shared.report("a data task on the background session \(identifier)")
    return make(request, file: nil, isUpload: false)
  }

  public func invalidateAndCancel() { Device.shared.invalidate(self, cancelling: true) }
  public func finishTasksAndInvalidate() { Device.shared.invalidate(self, cancelling: false) }

  func forget() { delegate = nil }

  /// The object that represents a transfer of the daemon in this process.
  func object(_ transfer: Transfer) -> URLSessionTask {
    if let known = objects[transfer.identifier] { return known }
    let task = transfer.isUpload ? URLSessionUploadTask(transfer) : URLSessionDownloadTask(transfer)
    objects[transfer.identifier] = task
    return task
  }

  private func make(_ request: URLRequest, file: URL?, isUpload: Bool) -> URLSessionTask {
    if isInvalid { Device.shared.report("a task in the session \(identifier), which has been invalidated") }
    let transfer = Device.shared.add(request, file: file, isUpload: isUpload, to: self)
    // A process that has ended adds no transfers.
    guard !KillSwitch.shared.isDead else {
      return isUpload ? URLSessionUploadTask(transfer) : URLSessionDownloadTask(transfer)
    }
    return object(transfer)
  }
}

public class URLSessionTask: NSObject, @unchecked Sendable {
  let transfer: Transfer
  init(_ transfer: Transfer) { self.transfer = transfer }

  public var taskIdentifier: Int { transfer.identifier }
  public var originalRequest: URLRequest? { transfer.request }
  public var response: URLResponse? { transfer.response }
  public var countOfBytesSent: Int64 { transfer.countOfBytesSent }
  public var countOfBytesReceived: Int64 { transfer.countOfBytesReceived }
  public var taskDescription: String? {
    get { transfer.taskDescription }
    set { if !KillSwitch.shared.isDead { transfer.taskDescription = newValue } }
  }
  public var priority: Float {
    get { transfer.priority }
    set { transfer.priority = newValue }
  }
  public var earliestBeginDate: Date? {
    get { transfer.earliestBeginDate }
    set { transfer.earliestBeginDate = newValue }
  }
  public var countOfBytesClientExpectsToSend: Int64 {
    get { transfer.expectsToSend }
    set { transfer.expectsToSend = newValue }
  }
  public var countOfBytesClientExpectsToReceive: Int64 {
    get { transfer.expectsToReceive }
    set { transfer.expectsToReceive = newValue }
  }
  public func resume() {
    KillSwitch.shared.step("before a task is resumed")
    guard !KillSwitch.shared.isDead else { return }
    transfer.isResumed = true
    KillSwitch.shared.step("after a task is resumed")
  }
  public func cancel() { Device.shared.cancel(transfer) }
}

public final class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
  public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    cancel()
    completionHandler(nil)
  }
}
public class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
public final class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
