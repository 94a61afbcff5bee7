internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The file that hands transfers to the background sessions.
enum TransferSubmission {
  /// The file; `nil` for a policy whose background sessions carry nothing.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let transfers = policy.transfers.filter { policy.session(of: $0)?.isBackground == true }
    guard !transfers.isEmpty else { return nil }
    var writer = context.swiftFile(importing: ["Foundation"])
    if transfers.contains(where: { $0.direction.value == .upload }) {
      writeUpload(in: context, to: &writer)
      writer.line()
    }
    if transfers.contains(where: { $0.direction.value == .download }) {
      writeDownload(in: context, to: &writer)
      writer.line()
    }
    writer.block("nonisolated extension \(context.name)Sessions") { writer in
      for (index, transfer) in transfers.enumerated() {
        guard let session = policy.session(of: transfer) else { continue }
        if index > 0 { writer.line() }
        writer.unless(policy.leftOutPlatforms(of: session)) {
          write(transfer, on: session, in: context, to: &$0)
        }
      }
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Transfers.swift"), text: writer.text)
  }

  private static func writeUpload(in context: GenerationContext, to writer: inout CodeWriter) {
    let access = context.access
    writer.documentation("A file to upload.", PlatformFacts.uploadsFromFiles.sentence)
    writer.block("nonisolated \(access)struct \(context.name)Upload: Hashable, Sendable") { writer in
      writer.text(
        """
        /// The request, without a body.
        \(access)let request: URLRequest
        /// The file that is the body.
        \(access)let file: URL
        /// A string that identifies the task, also after a relaunch.
        \(access)let taskDescription: String?

        /// An upload of a file on this device.
        \(access)init(request: URLRequest, file: URL, taskDescription: String? = nil) {
          precondition(file.isFileURL, "a background session uploads files only")
          self.request = request
          self.file = file
          self.taskDescription = taskDescription
        }
        """)
    }
  }

  private static func writeDownload(in context: GenerationContext, to writer: inout CodeWriter) {
    let access = context.access
    writer.documentation("A file to download.")
    writer.block("nonisolated \(access)struct \(context.name)Download: Hashable, Sendable") { writer in
      writer.text(
        """
        /// The request.
        \(access)let request: URLRequest
        /// A string that identifies the task, also after a relaunch.
        \(access)let taskDescription: String?
        /// The bytes that the app expects to receive; `nil` if it doesn't know.
        \(access)let countOfBytesClientExpectsToReceive: Int64?

        /// A download by a request.
        \(access)init(
          request: URLRequest, taskDescription: String? = nil,
          countOfBytesClientExpectsToReceive: Int64? = nil
        ) {
          self.request = request
          self.taskDescription = taskDescription
          self.countOfBytesClientExpectsToReceive = countOfBytesClientExpectsToReceive
        }
        """)
    }
  }

  private static func write(
    _ transfer: Policy.Transfer, on session: Policy.Session, in context: GenerationContext,
    to writer: inout CodeWriter
  ) {
    let isUpload = transfer.direction.value == .upload
    let items = isUpload ? "uploads" : "downloads"
    let type = context.name + (isUpload ? "Upload" : "Download")
    document(transfer, on: session, items: items, to: &writer)
    if transfer.submit.value == .allAtOnce { writer.line("@discardableResult") }
    writer.text(
      """
      \(context.access)func \(swiftName(of: transfer))(
        _ \(items): [\(type)]\(session.family.map { ",\n  \($0.parameter)" } ?? "")
      ) -> ArraySlice<\(type)> {
        guard let session = session(.\(session.reference)) else {
          return \(items)[...]
        }
      """)
    writer.indented { writer in
      if case .batch(let size) = transfer.submit.value {
        writer.line("let submitted = \(items).prefix(\(size))")
      } else {
        writer.line("let submitted = \(items)[...]")
      }
      writer.block("for item in submitted") { writer in
        if isUpload { writeGuard(for: session, in: context, to: &writer) }
        if let headers = transfer.runtimeHeaders?.value, !headers.isEmpty {
          writeCheck(of: headers.map(\.value), session, in: context, to: &writer)
        }
        writeItem(transfer, isUpload: isUpload, to: &writer)
      }
      writer.line("return \(items).dropFirst(submitted.count)")
    }
    writer.line("}")
  }

  /// Writes the check that leaves out a file that would end the app.
  private static func writeGuard(
    for session: Policy.Session, in context: GenerationContext, to writer: inout CodeWriter
  ) {
    writer.line("guard FileManager.default.isReadableFile(atPath: item.file.path) else {")
    writer.indented { writer in
      writeLog(
        "left out, as it can't be read: \\(item.file.lastPathComponent)", of: session, in: context,
        to: &writer)
      writer.line("continue")
    }
    writer.line("}")
  }

  /// Writes the log message for a request that lacks a header.
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
    if writer.fits("\(context.name)Log.session(.\(session.reference))") {
      writer.text("\(context.name)Log.session(.\(session.reference))\n  \(error)")
    } else {
      writer.text("\(context.name)Log.session(\n  .\(session.reference)\n)\n\(error)")
    }
  }

  private static func writeItem(_ transfer: Policy.Transfer, isUpload: Bool, to writer: inout CodeWriter) {
    let flags = requestFlags(of: transfer)
    if !flags.isEmpty {
      writer.line("var request = item.request")
      for flag in flags { writer.line("request.\(flag.name) = \(flag.value)") }
    }
    let request = flags.isEmpty ? "item.request" : "request"
    writer.line(
      isUpload
        ? "let task = session.uploadTask(with: \(request), fromFile: item.file)"
        : "let task = session.downloadTask(with: \(request))")
    writer.line("task.taskDescription = item.taskDescription")
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
    writer.line("task.resume()")
  }

  /// Writes the number of bytes that a download expects: its item's, or the policy's if all items have one size.
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

  private static func document(
    _ transfer: Policy.Transfer, on session: Policy.Session, items: String, to writer: inout CodeWriter
  ) {
    let name = "`\(SwiftText.comment(transfer.name.value))`"
    let carrier = "the session `\(SwiftText.comment(session.name.value))`"
    let rules = [
      PlatformFacts.submitTogether.sentence,
      PlatformFacts.byteCountsSchedule.sentence,
      transfer.direction.value == .upload
        ? "An upload whose file does not exist is left out, with a line in the log. \(PlatformFacts.uploadsAreChecked.sentence)"
        : nil,
    ].compactMap { $0 }.joined(separator: " ")
    switch transfer.submit.value {
    case .allAtOnce:
      writer.documentation(
        "Submits \(name): hands all \(items) to \(carrier).",
        rules,
        "- Returns: The items that were not submitted: none, or all if this process may not use the session now."
      )
    case .batch(1):
      writer.documentation(
        "Submits \(name): hands one of the \(items) to \(carrier), as the policy requires.",
        rules,
        "- Returns: The remaining items, to be submitted one by one after `completed`, `downloaded` or `failed`."
      )
    case .batch(let size):
      writer.documentation(
        "Submits \(name): hands no more than \(size) of the \(items) to \(carrier) at once.",
        rules,
        "- Returns: The remaining items, to be submitted when these are done: in the background after the event `delivered`."
      )
    }
  }

  /// `submit` and the transfer's name.
  static func swiftName(of transfer: Policy.Transfer) -> String {
    let name = SwiftName.of(transfer.name.value) ?? "_"
    return "submit" + name.prefix(1).uppercased() + name.dropFirst()
  }
}
