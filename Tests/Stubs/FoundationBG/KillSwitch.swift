import Foundation

/// Ends the process at a chosen step. Code that still runs after the end has no effect.
public final class KillSwitch: @unchecked Sendable {
  public static let shared = KillSwitch()

  /// Whether the steps are counted.
  public var isArmed = false
  /// The step at which the process ends.
  public var end = Int.max
  /// The number of steps so far.
  public private(set) var steps = 0
  /// The step at which the process has ended, for messages.
  public private(set) var last = ""
  /// Whether the process has ended.
  public private(set) var isDead = false
  /// Whether the system delivers an event again if the process ended during the first delivery.
  public var redelivers = true

  /// Marks a step. The process may end before or after the step.
  public func step(_ name: @autoclosure () -> String) {
    guard isArmed, !isDead else { return }
    steps += 1
    if steps == end {
      last = name()
      isDead = true
    }
  }

  public func begin(endingAt end: Int) {
    (isArmed, isDead, steps, last, self.end) = (true, false, 0, "", end)
  }

  /// Begins another process.
  public func revive() { isDead = false }
}

// Changes of files that replace Foundation's functions in tests. Each change consists of steps, and a process that has ended changes
// nothing.
extension Data {
  public func writeInSteps(to url: URL, options: WritingOptions = []) throws {
    let kill = KillSwitch.shared
    guard kill.isArmed else { return try (self as NSData).write(to: url, options: options) }
    kill.step("before \(url.lastPathComponent) is written")
    guard !kill.isDead else { return }
    let part = url.deletingLastPathComponent().appendingPathComponent("part")
    // Without an atomic write, another reader can see a part of the file.
    let isWhole = options.contains(.atomic)
    try put(isWhole ? self : prefix(count / 2), to: isWhole ? part : url)
    kill.step("before \(url.lastPathComponent) is in its place")
    guard !kill.isDead else { return }
    if isWhole {
      if rename(part.path, url.path) != 0 { throw CocoaError(.fileWriteUnknown) }
    } else {
      try put(self, to: url)
    }
    kill.step("after \(url.lastPathComponent) is written")
  }
}

/// Writes a file without waiting for the disk, because the tests write many files.
private func put(_ data: Data, to url: URL) throws {
  guard let file = fopen(url.path, "w") else { throw CocoaError(.fileWriteUnknown) }
  defer { fclose(file) }
  let count = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
  if count != data.count { throw CocoaError(.fileWriteUnknown) }
}

extension FileManager {
  public func removeItemInSteps(at url: URL) throws {
    KillSwitch.shared.step("before \(url.lastPathComponent) is removed")
    guard !KillSwitch.shared.isDead else { return }
    try removeItem(atPath: url.path)
    KillSwitch.shared.step("after \(url.lastPathComponent) is removed")
  }

  public func moveItemInSteps(at url: URL, to place: URL) throws {
    KillSwitch.shared.step("before \(place.lastPathComponent) is moved")
    guard !KillSwitch.shared.isDead else { return }
    try moveItem(atPath: url.path, toPath: place.path)
    KillSwitch.shared.step("after \(place.lastPathComponent) is moved")
  }
}
