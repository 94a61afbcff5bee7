import Foundation

/// The end of the process at any of its steps: the code that still runs after it has no effect.
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
  /// Whether the system delivers an event again during whose delivery the process has ended.
  public var redelivers = true

  /// A step, before or after which the process may end.
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

  /// Another process begins.
  public func revive() { isDead = false }
}

// The changes of files that the tests put in place of Foundation's: in steps, and none by a process that has ended.
extension Data {
  public func writeInSteps(to url: URL, options: WritingOptions = []) throws {
    let kill = KillSwitch.shared
    guard kill.isArmed else { return try (self as NSData).write(to: url, options: options) }
    kill.step("before \(url.lastPathComponent) is written")
    guard !kill.isDead else { return }
    let part = url.deletingLastPathComponent().appendingPathComponent("part")
    // A file that is not written whole can be read in part.
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

/// Writes a file without waiting for the disk, as the tests write many.
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
