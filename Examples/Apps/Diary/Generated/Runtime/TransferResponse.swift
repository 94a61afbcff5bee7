// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

#if canImport(os)
  /// The answer of a server to a transfer.
  nonisolated public struct TransferResponse: Hashable, Sendable, Codable {
    /// The HTTP status code.
    public let statusCode: Int
    /// The header fields.
    public let headerFields: [String: String]
    /// The type of the content.
    public let mimeType: String?
    /// The name that the server or the URL suggests for the content.
    public let suggestedFilename: String?
    /// The body of the answer to an upload, or of an error page; empty if it is longer than 64 kB.
    public let body: Data
    /// The file with a longer body, in the caches folder: the handler moves or removes the file, and
    /// a later process removes the file after a week.
    public let bodyFile: URL?

    /// An answer, as tests make it.
    public init(
      statusCode: Int,
      headerFields: [String: String] = [:],
      mimeType: String? = nil,
      suggestedFilename: String? = nil,
      body: Data = Data(),
      bodyFile: URL? = nil
    ) {
      self.statusCode = statusCode
      self.headerFields = headerFields
      self.mimeType = mimeType
      self.suggestedFilename = suggestedFilename
      self.body = body
      self.bodyFile = bodyFile
    }

    /// The answer of a task, and the body that has arrived.
    public init(_ response: HTTPURLResponse, _ received: ReceivedBody?) {
      var fields: [String: String] = [:]
      for (field, value) in response.allHeaderFields {
        fields["\(field)"] = "\(value)"
      }
      self.init(
        statusCode: response.statusCode, headerFields: fields, mimeType: response.mimeType,
        suggestedFilename: response.suggestedFilename, body: received?.data ?? Data(),
        bodyFile: received?.file)
    }

    /// The extension of the name that the server, or the URL, gives the content; `nil` if it has none.
    var pathExtension: String? {
      let type = (suggestedFilename ?? "").split(separator: ".").dropFirst().last ?? ""
      return !type.isEmpty && type.allSatisfy { $0.isLetter || $0.isNumber } ? String(type) : nil
    }

    /// The value of a header field, whose name may have any case.
    public func headerField(_ name: String) -> String? {
      headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// The number of seconds that the server asks the app to wait, by `Retry-After` (RFC 9110,
    /// section 10.2.3).
    public var retryAfter: TimeInterval? {
      guard let text = headerField("Retry-After") else { return nil }
      if let seconds = TimeInterval(text), seconds.isFinite { return max(0, seconds) }
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
      return formatter.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
    }
  }
#endif

/// The body of an answer. A body of up to 64 kB is in memory, a longer body in a file.
nonisolated public struct ReceivedBody {
  private static let limit = 65_536

  /// The body, empty if it is in a file.
  public private(set) var data = Data()
  /// The file with a longer body.
  public private(set) var file: URL?

  /// Whether a part could not be written, so that the rest of the body is missing.
  private var isCutOff = false

  /// A body of which no part has arrived yet.
  public init() {}

  /// Adds a part to the body. If the file of a longer body can't be written, the rest of the body is
  /// missing.
  ///
  /// - Parameter part: The next bytes of the body.
  ///
  /// - Parameter elsewhere: Returns the URL for a new file.
  public mutating func append(_ part: Data, elsewhere: () throws -> URL) {
    guard !isCutOff else { return }
    guard file != nil || data.count + part.count > Self.limit else {
      data.append(part)
      return
    }
    guard let place = file ?? (try? elsewhere()),
      let stream = OutputStream(url: place, append: file != nil)
    else {
      isCutOff = true
      return
    }
    let bytes = [UInt8](data + part)
    stream.open()
    isCutOff = stream.write(bytes, maxLength: bytes.count) < bytes.count
    stream.close()
    file = place
    data = Data()
  }
}
