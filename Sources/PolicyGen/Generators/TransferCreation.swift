internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The code that creates URL session tasks for items.
enum TransferCreation {
  /// Writes the statements that create the URL session task of an item.
  static func write(
    of transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    if let headers = transfer.runtimeHeaders?.value, !headers.isEmpty {
      writeCheck(of: headers.map(\.value), session, in: context, to: &writer)
    }
    writeItem(transfer, isUpload: transfer.direction.value == .upload, in: context, to: &writer)
  }

  /// Writes the function that creates the URL session task of an item from a queue or from the app.
  static func writeCreator(
    of transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let type = context.name + (transfer.direction.value == .upload ? "Upload" : "Download")
    writer.line()
    writer.documentation("Creates the task of an item of `\(SwiftText.comment(transfer.name.value))`.")
    writer.text(
      """
      private func \(creator(of: transfer))(
        _ item: \(type),
        in session: URLSession
      ) -> URLSessionTask {
      """)
    writer.indented { write(of: transfer, on: session, in: context, to: &$0) }
    writer.line("}")
  }

  /// Writes the function that creates the URL session task of an item from a queue.
  static func writeQueuedTask(
    of policy: Policy, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.documentation("Creates the task of an item from a queue; `nil` for an item of another type.")
    writer.text(
      """
      func task(
        for item: any \(context.name)TransferItem,
        of transfer: String,
        in session: URLSession,
        _ resumeData: Data?
      ) -> URLSessionTask? {
        switch transfer {
      """)
    writer.indented { writer in
      for transfer in policy.queuedTransfers {
        guard let session = policy.session(of: transfer) else { continue }
        writer.unless(policy.leftOutPlatforms(of: session)) { writer in
          let isUpload = transfer.direction.value == .upload
          writer.line("case \(SwiftText.literal(QueueAccess.key(of: transfer))):")
          writer.indented { writer in
            writer.text(
              """
              guard let item = item as? \(context.name)\(isUpload ? "Upload" : "Download")
              else { return nil }
              """)
            if isUpload, !transfer.resumesUploads(in: context.sdk) {
              writer.line("return \(creator(of: transfer))(item, in: session)")
            } else {
              writer.line("return \(creator(of: transfer))(item.resumed(by: resumeData), in: session)")
            }
          }
        }
      }
    }
    writer.text(
      """
        default: return nil
        }
      }
      """)
  }

  static func creator(of transfer: Policy.Transfer) -> String {
    "\(QueueAccess.key(of: transfer))Task"
  }

  /// Writes the log message about a request that lacks a header.
  private static func writeCheck(
    of headers: [String], _ session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    writer.list("let headers =", headers.map(SwiftText.literal))
    writer.block("for header in headers") { writer in
      writer.line("guard item.request.value(forHTTPHeaderField: header) == nil else { continue }")
      writeLog("a request lacks the header \\(header)", of: session, in: context, to: &writer)
    }
  }

  private static func writeLog(
    _ message: String, of session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let error = ".error(\"\(message)\")"
    writer.text(
      """
      \(context.name)SessionIdentifier
        .\(session.reference)
        .log
        \(error)
      """)
  }

  private static func writeItem(
    _ transfer: Policy.Transfer, isUpload: Bool, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    let flags = requestFlags(of: transfer)
    if !flags.isEmpty {
      writer.line("var request = item.request")
      for flag in flags { writer.line("request.\(flag.name) = \(flag.value)") }
    }
    let request = flags.isEmpty ? "item.request" : "request"
    if isUpload, transfer.resumesUploads(in: context.sdk) {
      let availability = PlatformFacts.resumedUploadAvailability.value
      let whole = "session.uploadTask(with: \(request), fromFile: item.file)"
      let resumed = "item.resumeData.map { session.uploadTask(withResumeData: $0) }"
      if let condition = AvailabilityCondition(availability, on: context.deploymentTarget) {
        writer.line("var resumed: URLSessionUploadTask?")
        writer.line("if #available(\(condition.versions)) {")
        writer.line("  resumed = \(resumed)")
        writer.line("}")
        writer.line("let task = resumed ?? \(whole)")
      } else {
        writer.line("let task =")
        writer.line("  \(resumed)")
        writer.line("  ?? \(whole)")
      }
    } else if isUpload {
      writer.line("let task = session.uploadTask(with: \(request), fromFile: item.file)")
    } else if transfer.isResumable {
      writer.line("let task =")
      writer.line("  item.resumeData.map { session.downloadTask(withResumeData: $0) }")
      writer.line("  ?? session.downloadTask(with: \(request))")
    } else {
      writer.line("let task = session.downloadTask(with: \(request))")
    }
    if isUpload {
      writer.block("if let bytes = try? item.file.resourceValues(forKeys: [.fileSizeKey]).fileSize") {
        writer in
        writer.line("task.countOfBytesClientExpectsToSend = Int64(bytes)")
      }
    } else {
      writeExpectedBytes(of: transfer, to: &writer)
    }
    if let priority = transfer.priority.written?.value { writer.line("task.priority = \(priority)") }
    if let earliest = transfer.earliestBegin?.value {
      writer.line("task.earliestBeginDate = Date(timeIntervalSinceNow: \(SwiftText.seconds(earliest)))")
    }
    writer.line("return task")
  }

  /// Writes the number of bytes that a download expects. The item gives the number, or the policy if all
  /// items have the same size.
  private static func writeExpectedBytes(of transfer: Policy.Transfer, to writer: inout CodeWriter) {
    let count = "countOfBytesClientExpectsToReceive"
    if let size = transfer.size?.value, size.lower == size.upper {
      writer.assignment("task.\(count)", "item.\(count) ?? \(SwiftText.grouped(size.upper.bytes))")
    } else {
      writer.block("if let bytes = item.\(count)") { $0.line("task.\(count) = bytes") }
    }
  }

  private static func requestFlags(of transfer: Policy.Transfer) -> [(name: String, value: Bool)] {
    NetworkSwitch.all.compactMap { network in
      network.value(of: transfer).map { ("\(network.name)", $0.value) }
    }
  }
}
