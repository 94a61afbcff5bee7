internal import PolicyModel

/// The file with which the app records its background work.
enum RecorderFile {
  /// The largest size of the record, in bytes. An ordinary app needs some weeks to reach it.
  private static let limit = 524_288

  /// The file. `nil` if the policy does not ask for a record, or if there is nothing to record.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let tasks = GeneratedTask.all(of: policy, in: context)
    let hasSessions = !policy.backgroundSessions.isEmpty
    guard context.isRecorded, hasSessions || !tasks.isEmpty || !policy.wakingPushes.isEmpty else {
      return nil
    }
    var writer = context.swiftFile(importing: ["Foundation"], usesRuntime: true)
    writer.conditional(ApplicationTasks.hasApplication) { $0.line("import UIKit") }
    writer.line()
    writer.documentation(
      "The life of \(context.name) in the background, in a file that `bgpolicy calibrate` reads.",
      "The file has times, and the identifiers of tasks and the names of sessions that the policy has, but nothing about items, files and people. It stays on the device until the app or a developer takes it."
    )
    writer.block("nonisolated \(context.access)final class \(context.name)Record: @unchecked Sendable") {
      writer in
      writer.text(storage(in: context))
      writer.line()
      writer.text(life(hasTasks: !tasks.isEmpty))
      if !tasks.isEmpty {
        writer.line()
        writer.text(Self.tasks)
      }
      if !policy.wakingPushes.isEmpty {
        writer.line()
        writer.text(pushes)
      }
      if hasSessions {
        writer.line()
        writer.text(sessions(in: context))
      }
      writer.line()
      writer.text(writing(in: context))
    }
    return GeneratedFile(
      path: context.processes.shared("\(context.name)Record.swift"), text: writer.text)
  }

  // MARK: Calls

  /// Writes a call of the recorder. Writes nothing if the app does not record.
  static func writeNote(_ call: String, in context: GenerationContext, to writer: inout CodeWriter) {
    if context.isRecorded { writer.text("\(context.name)Record.shared\n  .\(call)") }
  }

  /// A call of the recorder on lines of its own, indented by `depth` levels. Empty if the app does not
  /// record.
  static func note(_ call: String, in context: GenerationContext, depth: Int) -> String {
    guard context.isRecorded else { return "" }
    let indentation = String(repeating: "  ", count: depth)
    return "\n\(indentation)\(context.name)Record.shared\n\(indentation)  .\(call)"
  }

  // MARK: Parts

  private static func storage(in context: GenerationContext) -> String {
    """
    /// The recorder of this process.
    \(context.access)static let shared = \(context.name)Record()

    private static let limit = \(SwiftText.grouped(Int64(limit)))

    /// The file with the record, in the process's own container; `nil` if it has no folder.
    \(context.access)let file: URL?

    private let lock = NSLock()
    private let formatter = ISO8601DateFormatter()
    // Guarded by the lock.
    private var isInForeground = false
    private var ends: [String: [Int]] = [:]
    private var holds: [String: (submission: Date, begin: Date)] = [:]

    private init() {
      formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      let folder = try? FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      let name = "\(context.name).bgpolicy.log"
      file = folder?.appendingPathComponent(name)
    }
    """
  }

  private static func life(hasTasks: Bool) -> String {
    let observation = """

        TaskEvents.shared.observe { event in
          switch event {
          case .began(let type, let identifier):
            self.begin(type, identifier)
          case .expired(let type, let identifier):
            self.expire(type, identifier)
          case .ended(let type, let identifier, let isDone):
            self.end(type, identifier, isDone: isDone)
          case .submitted(let type, let identifier):
            self.submit(type, identifier)
          }
        }
      """
    return """
      /// The process begins.
      func launch() {
        note("launch")\(hasTasks ? observation : "")
        #if canImport(UIKit) && !os(watchOS)
          let moments: [(Notification.Name, Bool)] = [
            (UIApplication.didBecomeActiveNotification, true),
            (UIApplication.didEnterBackgroundNotification, false),
          ]
          for (name, isForeground) in moments {
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
              self.enter(isForeground)
            }
          }
        #endif
      }

      /// A person opens the app or leaves it.
      private func enter(_ isForeground: Bool) {
        lock.lock()
        defer { lock.unlock() }
        guard isForeground != isInForeground else { return }
        isInForeground = isForeground
        if !isForeground { writeEnds() }
        write(isForeground ? "foreground" : "background")
      }
      """
  }

  private static let tasks = """
    /// A task begins.
    func begin(_ type: String, _ identifier: String) {
      note("wake task \\(type) \\(name(identifier, type))")
    }

    /// The time of a task is over.
    func expire(_ type: String, _ identifier: String) {
      note("expire task \\(name(identifier, type))")
    }

    /// A task ends.
    func end(_ type: String, _ identifier: String, isDone: Bool) {
      note("end task \\(name(identifier, type)) \\(isDone ? "success" : "failure")")
    }

    /// The system has a request.
    func submit(_ type: String, _ identifier: String) {
      note("submit task \\(name(identifier, type))")
    }

    /// The part of an identifier that the policy has; the app makes the rest.
    private func name(_ identifier: String, _ type: String) -> String {
      guard type.hasPrefix("BGContinued") else { return plain(identifier) }
      return plain(identifier.split(separator: ".").dropLast().joined(separator: "."))
    }
    """

  private static let pushes = """
    /// A push arrives.
    func wakeForPush() {
      lock.lock()
      defer { lock.unlock() }
      write(isInForeground ? "told push" : "wake push")
    }

    /// The work for a push ends.
    func endPush(isDone: Bool) {
      note("end push \\(isDone ? "success" : "failure")")
    }
    """

  private static func sessions(in context: GenerationContext) -> String {
    """
    /// The system calls the process for a session.
    func wake(
      for identifier: \(context.name)SessionIdentifier
    ) {
      lock.lock()
      defer { lock.unlock() }
      write("\\(isInForeground ? "told" : "wake") session \\(name(identifier))")
    }

    /// A session has transfers to do.
    func submit(
      _ count: Int,
      to identifier: \(context.name)SessionIdentifier
    ) {
      if count > 0 { note("submit session \\(name(identifier)) \\(count)") }
    }

    /// A transfer that was submitted has begun.
    func hold(
      of identifier: \(context.name)SessionIdentifier,
      from submission: Date,
      to begin: Date
    ) {
      let session = name(identifier)
      lock.lock()
      defer { lock.unlock() }
      // Of those that were submitted together, the first one to begin says how long the system held them.
      if let last = holds[session], abs(last.submission.timeIntervalSince(submission)) < 30,
        last.begin <= begin
      {
        return
      }
      holds[session] = (submission, begin)
      let seconds = (begin.timeIntervalSince(submission) * 1_000).rounded() / 1_000
      write("hold \\(session) \\(seconds) \\(formatter.string(from: submission))")
    }

    /// A transfer is over.
    func count(
      _ identifier: \(context.name)SessionIdentifier,
      isDone: Bool
    ) {
      lock.lock()
      defer { lock.unlock() }
      ends[name(identifier), default: [0, 0]][isDone ? 0 : 1] += 1
    }

    /// The policy's name of a session: an identifier may contain the name of an account.
    private func name(
      _ identifier: \(context.name)SessionIdentifier
    ) -> String {
      let log = identifier.log
      return plain(log.category)
    }

    /// The process has had all events of its sessions.
    func endTransfers() {
      lock.lock()
      defer { lock.unlock() }
      writeEnds()
    }
    """
  }

  private static func writing(in context: GenerationContext) -> String {
    """
    /// Writes the transfers that have ended since the last time. The lock is held.
    private func writeEnds() {
      for (session, counts) in ends.sorted(by: { $0.key < $1.key }) {
        write("end session \\(session) \\(counts[0]) \\(counts[1])")
      }
      ends = [:]
    }

    /// A word of a line.
    private func plain(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private func note(_ event: String) {
      lock.lock()
      defer { lock.unlock() }
      write(event)
    }

    /// Adds a line to the file. The lock is held.
    private func write(_ event: String) {
      guard let file else { return }
      let app = \(context.bundleIdentifier)
      let line = "\\(formatter.string(from: Date())) \\(app) bgpolicy-recorder: \\(event)\\n"
      let manager = FileManager.default
      let attributes = try? manager.attributesOfItem(atPath: file.path)
      if attributes == nil { create(file) }
      if let size = attributes?[.size] as? Int, size > Self.limit { shorten(file) }
      guard let stream = OutputStream(url: file, append: true) else { return }
      stream.open()
      defer { stream.close() }
      let bytes = [UInt8](line.utf8)
      _ = stream.write(bytes, maxLength: bytes.count)
    }

    /// Creates the file for a device that may be locked, and that keeps it to itself.
    private func create(_ file: URL) {
      _ = FileManager.default.createFile(
        atPath: file.path, contents: nil,
        attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var file = file
      try? file.setResourceValues(values)
    }

    /// Removes the first half of the file, up to the end of a line.
    private func shorten(_ file: URL) {
      guard let data = try? Data(contentsOf: file) else { return }
      let half = data[(data.startIndex + data.count / 2)...]
      guard let end = half.firstIndex(of: 10) else { return }
      try? Data(half[(end + 1)...]).write(
        to: file, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
    }
    """
  }
}
