internal import PolicyModel

/// The type of a server's response, and the response's body, which arrives in parts.
enum TransferResponse {
  /// The most bytes of a response's body that are kept in memory.
  private static let limit = "65_536"

  /// Writes the types.
  static func write(in context: GenerationContext, to writer: inout CodeWriter) {
    writeResponse(in: context, to: &writer)
    writer.line()
    writer.text(body)
  }

  private static func writeResponse(in context: GenerationContext, to writer: inout CodeWriter) {
    let (name, access) = (context.name, context.access)
    writer.documentation("The answer of a server.")
    writer.block(
      "nonisolated \(access)struct \(name)TransferResponse: Hashable, Sendable\(context.hasQueues ? ", Codable" : "")"
    ) { writer in
      writer.text(
        """
        /// The status.
        \(access)let statusCode: Int
        /// The header fields.
        \(access)let headerFields: [String: String]
        /// The type of the content.
        \(access)let mimeType: String?
        /// The name that the server, or the URL, gives the content.
        \(access)let suggestedFilename: String?
        /// The body of the answer to an upload, or of an error page; empty if it is longer than 64 kB.
        \(access)let body: Data
        /// The file with a longer body, in the caches folder; the handler keeps or removes it.
        \(access)let bodyFile: URL?

        /// An answer, as tests make it.
        \(access)init(
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

        fileprivate init(_ response: HTTPURLResponse, _ received: ReceivedBody?) {
          var fields: [String: String] = [:]
          for (field, value) in response.allHeaderFields {
            fields["\\(field)"] = "\\(value)"
          }
          self.init(
            statusCode: response.statusCode, headerFields: fields, mimeType: response.mimeType,
            suggestedFilename: response.suggestedFilename, body: received?.data ?? Data(),
            bodyFile: received?.file)
        }

        /// The value of a header field, whose name may have any case.
        \(access)func headerField(_ name: String) -> String? {
          headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
        }

        /// The number of seconds for which the server asks to wait, by `Retry-After`.
        \(access)var retryAfter: TimeInterval? {
          guard let text = headerField("Retry-After") else { return nil }
          if let seconds = TimeInterval(text), seconds.isFinite { return max(0, seconds) }
          let formatter = DateFormatter()
          formatter.locale = Locale(identifier: "en_US_POSIX")
          formatter.timeZone = TimeZone(secondsFromGMT: 0)
          formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
          return formatter.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
        }
        """)
    }
  }

  private static let body = """
    /// The body of an answer: in memory up to a limit, then in a file.
    nonisolated private struct ReceivedBody {
      private static let limit = \(limit)

      private(set) var data = Data()
      private(set) var file: URL?

      /// Adds a part; without space for the file, the rest is missing.
      mutating func append(_ part: Data, elsewhere: () throws -> URL) {
        data.append(part)
        guard file != nil || data.count > Self.limit else { return }
        let place = file ?? (try? elsewhere())
        if let place, let stream = OutputStream(url: place, append: file != nil) {
          stream.open()
          let bytes = [UInt8](data)
          _ = stream.write(bytes, maxLength: bytes.count)
          stream.close()
        }
        file = place
        data = Data()
      }
    }
    """
}
