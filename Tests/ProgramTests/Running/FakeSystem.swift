/// The system that generated code runs on in the tests.
enum FakeSystem {
  /// Rewrites code so that the fake device decides which system it has, because `#available` is always true
  /// on Linux.
  ///
  /// One program can then run on the newest system and on the oldest system. The rewritten code changes files in steps, between which the
  /// process can end, and takes the date and the notifications of queues from the device. Each of the device's processes has its own
  /// shared objects and its own container, although a driver runs all processes in one program.
  static func asked(by code: String) -> String {
    let stepwise = code.replacing(/\.(removeItem|moveItem)\(at:/) { ".\($0.1)InSteps(at:" }
      .replacing("data.write(to:", with: "data.writeInSteps(to:")
      .replacing(/\.url\((\s*)for:/) { ".urlInContainer(\($0.1)for:" }
      .replacing(/static let shared = (\w+)\(\)/) {
        "static var shared: \($0.1) { ProcessState.shared.once { \($0.1)() } }"
      }
    let isQueue = stepwise.contains(/TransferQueue|QueuedItem/)
    let own =
      isQueue
      ? stepwise.replacing("Date()", with: "Device.shared.date")
        .replacing("NotificationCenter.default", with: "Device.shared.notifications") : stepwise
    let timed = own.replacing(
      "task.earliestBeginDate = Date(timeIntervalSinceNow:",
      with: "task.earliestBeginDate = Device.shared.date(after:")
    let asking = timed.replacing(/#available\(([^)]*)\)/) { match in
      "FakeSystem.shared.isAvailable(\"\(match.1)\")"
    }
    return asking == timed ? timed : "import FakeDevice\n" + asking
  }
}
