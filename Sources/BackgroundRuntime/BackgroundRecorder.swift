// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// Records an app's background work in a file that `bgpolicy calibrate` reads.
  ///
  /// The file contains times, and the identifiers of tasks and the names of sessions in the policy,
  /// but nothing about items, files or people. The file stays on the device until the app or a
  /// developer copies it elsewhere.
  nonisolated public final class BackgroundRecorder: @unchecked Sendable {
    private static let limit = 524_288

    /// The file with the record, in the process's own container; `nil` if the container has no
    /// folder for the file.
    public let file: URL?

    private let bundleIdentifier: String
    private let lock = NSLock()
    private let formatter = ISO8601DateFormatter()
    // Guarded by the lock.
    private var isInForeground = false
    private var ends: [String: [Int]] = [:]
    private var holds: [String: (submission: Date, begin: Date)] = [:]

    /// The recorder of an app.
    public init(app: String, bundleIdentifier: String) {
      self.bundleIdentifier = bundleIdentifier
      formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      let folder = try? FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      file = folder?.appendingPathComponent("\(app).bgpolicy.log")
    }

    /// Records the launch of the process, and begins to observe its events.
    public func launch() {
      note("launch")
      BackgroundEvents.shared.observe { self.take($0) }
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

    private func take(_ event: BackgroundEvent) {
      switch event {
      case .taskBegan(let type, let identifier):
        note("wake task \(type) \(name(identifier, type))")
      case .taskExpired(let type, let identifier):
        note("expire task \(name(identifier, type))")
      case .taskEnded(let type, let identifier, let isDone):
        note("end task \(name(identifier, type)) \(isDone ? "success" : "failure")")
      case .taskSubmitted(let type, let identifier):
        note("submit task \(name(identifier, type))")
      case .pushArrived:
        called("push")
      case .pushEnded(let isDone):
        note("end push \(isDone ? "success" : "failure")")
      case .sessionCalled(let session):
        called("session \(plain(session))")
      case .transfersSubmitted(let count, let session):
        if count > 0 { note("submit session \(plain(session)) \(count)") }
      case .transferBegan(let session, let submission, let begin):
        hold(plain(session), from: submission, to: begin)
      case .transferEnded(let session, let isDone):
        lock.lock()
        defer { lock.unlock() }
        ends[plain(session), default: [0, 0]][isDone ? 0 : 1] += 1
      case .eventsDelivered:
        lock.lock()
        defer { lock.unlock() }
        writeEnds()
      }
    }

    /// Records that a person has opened or left the app.
    private func enter(_ isForeground: Bool) {
      lock.lock()
      defer { lock.unlock() }
      guard isForeground != isInForeground else { return }
      isInForeground = isForeground
      if !isForeground { writeEnds() }
      write(isForeground ? "foreground" : "background")
    }

    /// Records that the system has called the process for a push or a session.
    private func called(_ cause: String) {
      lock.lock()
      defer { lock.unlock() }
      write("\(isInForeground ? "told" : "wake") \(cause)")
    }

    /// Records the time between the submission and the begin of a transfer.
    private func hold(_ session: String, from submission: Date, to begin: Date) {
      lock.lock()
      defer { lock.unlock() }
      // If several transfers were submitted together, the first transfer that begins shows how long
      // the system held them.
      if let last = holds[session], abs(last.submission.timeIntervalSince(submission)) < 30,
        last.begin <= begin
      {
        return
      }
      holds[session] = (submission, begin)
      let seconds = (begin.timeIntervalSince(submission) * 1_000).rounded() / 1_000
      write("hold \(session) \(seconds) \(formatter.string(from: submission))")
    }

    /// The part of an identifier that the policy contains. The app chooses the last part of an
    /// identifier of continued work.
    private func name(_ identifier: String, _ type: String) -> String {
      guard type.hasPrefix("BGContinued") else { return plain(identifier) }
      return plain(identifier.split(separator: ".").dropLast().joined(separator: "."))
    }

    /// Writes the numbers of transfers that have ended since the last call. The lock is held.
    private func writeEnds() {
      for (session, counts) in ends.sorted(by: { $0.key < $1.key }) {
        write("end session \(session) \(counts[0]) \(counts[1])")
      }
      ends = [:]
    }

    /// A text without spaces, which is one word of a line.
    private func plain(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private func note(_ event: String) {
      lock.lock()
      defer { lock.unlock() }
      write(event)
    }

    /// Adds a line to the file. The lock is held.
    private func write(_ event: String) {
      guard let file else { return }
      let time = formatter.string(from: Date())
      let line = "\(time) \(bundleIdentifier) bgpolicy-recorder: \(event)\n"
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

    /// Creates the file so that the app can write it while the device is locked. Backups exclude
    /// the file.
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
  }
#endif
