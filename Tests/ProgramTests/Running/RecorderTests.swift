import Foundation
import JSON
import PolicyCalibration
import PolicyGen
import TestSupport
import Testing

/// The record of an app, which `calibrate` reads. From the record of a week, `calibrate` finds the parameters
/// of the week.
@Suite struct RecorderTests {
  private static let policy = """
    schema: 1
    app: { name: Recorded, bundleIdentifier: com.example.recorded, deploymentTarget: { iOS: "16.0" } }
    sessions:
      library: { identifier: com.example.recorded.library, timeoutIntervalForResource: 1d }
      mail:
        identifier: com.example.recorded.mail.{account}
        instances: { per: account, atMost: 2 }
        timeoutIntervalForResource: 1d
    tasks:
      refresh: { type: appRefresh, identifier: com.example.recorded.refresh, reschedule: true }
      cleanup: { type: processing, identifier: com.example.recorded.cleanup, reschedule: true }
    pushes:
      changes:
        headers: { apns-push-type: background, apns-priority: 5, apns-topic: com.example.recorded }
        payload: { aps: { content-available: 1 } }
        perDay: 10
    transfers:
      photos: { session: library, direction: upload, source: file, count: 4, size: 3MB }
      letters: { session: mail, direction: upload, source: file, count: 4, size: 3kB }
    generate: { recorder: true }
    """

  /// The parameters of the week.
  private enum Week {
    static let refreshesPerDay = 6.0
    static let processingPerDay = 1.0
    static let refreshGap = 1_800.0
    static let pushGap = 900.0
    static let base = 60.0
    static let factor = 2.0
    static let cap = 1_920.0
  }

  /// A script for each process of the app: the events on the device in order, with their times in
  /// milliseconds.
  private static func scripts() -> [[String]] {
    var random = SplitMix(seed: 7)
    func unit() -> Double { (Double(random.below(1_000_000)) + 0.5) / 1_000_000 }
    var events: [(time: Double, words: String)] = []
    // The gaps of a Poisson process that exceed the least gap determine the rate.
    func add(_ perDay: Double, least: Double, _ words: String) {
      var time = 0.0
      while true {
        time += least - log(unit()) * (86_400 / perDay - least)
        guard time < 7 * 86_400 else { return }
        events.append((time, words))
      }
    }
    add(Week.refreshesPerDay, least: Week.refreshGap, "task com.example.recorded.refresh")
    for night in 0..<7 {
      events.append((Double(night) * 86_400 + 7_200 * unit(), "task com.example.recorded.cleanup"))
    }
    var push = 3_600.0
    while push < 6 * 86_400 {
      // Several pushes wait for the system's gap, and no push follows for a day.
      for _ in 0..<6 {
        push += Week.pushGap + unit()
        events.append((push, "push"))
      }
      push += 86_400
    }
    // Each evening a user opens the app. Nine batches follow, each as soon as the previous batch is done.
    for day in 0..<7 {
      var time = Double(day) * 86_400 + 64_800
      events.append((time, "foreground"))
      events.append((time + 30, "background"))
      var delay = 0.0
      time += 60
      for _ in 0..<9 {
        delay = min(delay == 0 ? Week.base : delay * Week.factor, Week.cap)
        // The app runs shortly after the system resumes it, and a transfer begins shortly after the delay.
        let begin = time + delay + 0.2 * unit()
        events.append((time + 0.2 * unit(), "session"))
        events.append((begin, "begin"))
        events.append((begin + 20, "end"))
        time = begin + 25
      }
      events.append((time, "last session"))
    }
    events.append((7 * 86_400, "foreground"))
    events.sort { $0.time < $1.time }
    return (0..<7).map { day in
      events.filter { Int($0.time / 86_400) == day || day == 6 && $0.time >= 6 * 86_400 }.map {
        "\(Int(($0.time * 1_000).rounded())) \($0.words)"
      }
    }
  }

  /// A process of the app that follows a script.
  private static let program = """
    import BackgroundTasks
    import FakeDevice
    import UIKit

    final class Work: RecordedBackgroundHandler {
      func refresh() async throws {}
      func cleanup() async throws { throw URLError(.cancelled) }
      func changes(_ push: SilentPush) async throws -> PushResult { .noData }
      func library(_ event: RecordedSessionEvent) async {}
      func mail(_ event: RecordedSessionEvent, account value: String) async {}
    }

    @main @MainActor struct Week {
      static func main() {
        let system = FakeSystem.shared, device = Device.shared, scheduler = BGTaskScheduler.shared
        Executor.shared.install()
        for task in ["refresh", "cleanup"] { system.add("com.example.recorded.\\(task)", to: "permit") }
        for mode in ["fetch", "processing", "remote-notification"] { system.add(mode, to: "mode") }
        let lines = try! String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n")
        var background: RecordedBackground?
        func submit() {
          let items = ["secret-1.jpg", "secret-2.jpg"].map {
            UploadItem(
              id: $0, request: URLRequest(url: URL(string: "https://example.com/secret")!),
              file: URL(fileURLWithPath: CommandLine.arguments[0]))
          }
          _ = background?.sessions.submitPhotos(items)
          _ = background?.sessions.submitLetters(items, account: "secret@example.com")
        }
        for line in lines {
          let words = line.split(separator: " ").map(String.init)
          device.advance(by: Double(words[0])! / 1_000 - device.now)
          if background == nil {
            background = .start(Work())
            system.phase = .background
            Executor.shared.drain()
          }
          switch words[1] {
          case "task":
            system.now = device.now
            if let task = scheduler.launch(words[2]) {
              // The work runs on the executor.
              for _ in 0..<3 { Executor.shared.drain() }
              if task.completion == nil { print("\\(words[2]) is not completed") }
            }
          case "push":
            var isDone = false
            background?.handlePush([:]) { _ in isDone = true }
            Executor.shared.drain()
            if !isDone { print("a push is not answered") }
          case "foreground":
            NotificationCenter.default.post(name: UIApplication.didBecomeActiveNotification, object: nil)
          case "background":
            NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
          case "session", "last":
            device.await("com.example.recorded.library")
            background?.handleEvents(forSession: "com.example.recorded.library") {}
            if words[1] == "session" { submit() }
          case "begin":
            device.begin(in: "com.example.recorded.library")
          case "end":
            while device.endOldest(of: "com.example.recorded.library", status: 200, error: nil) != nil {}
          default: print(line)
          }
          Executor.shared.drain()
        }
        for violation in device.broken where !violation.contains("completion handler") { print(violation) }
      }
    }
    """

  /// The record of the week. Seven processes write it, one after the other.
  private static let record = Task(priority: .high) { () -> String in
    let folder = try ScratchFolder()
    let code = try DrivenCode(policy, named: "recorded.bgpolicy.yaml")
    let paths = try code.swift.map { file in
      // The lines have the times of the device.
      try folder.write(
        file.text.replacing("from: Date())", with: "from: Device.shared.date(at: Device.shared.now))"),
        to: file.path)
    }
    let main = try folder.write(program, to: "Week.swift")
    let week = folder.path("week")
    let build = try await StubModules.built.link(["-parse-as-library"] + paths + [main], to: week)
    try #require(build.status == 0, "\(build.errors)")
    for script in scripts() {
      let path = try folder.write(script.joined(separator: "\n"), to: "script")
      let run = try Shell.run(
        [week, path],
        environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path("data"), "TMPDIR": folder.path])
      // The executor of the tests runs all work on the main thread.
      let output = run.output.split(separator: "\n").filter {
        ($0.contains("violation") || !$0.contains("s com.example")) && !$0.hasSuffix("on the main thread")
      }
      #expect(run.status == 0 && output == [], "\(output.joined(separator: "\n"))\(run.errors)")
    }
    return try String(contentsOfFile: folder.path("data/Recorded.bgpolicy.log"), encoding: .utf8)
  }

  @Test func aWeekGivesItsParametersBack() async throws {
    let record = try await Self.record.value
    let calibration = Calibration([CalibrationSource(name: "record.log", bytes: Array(record.utf8))])
    #expect(calibration.app == "com.example.recorded")
    let expected = [
      ("limiter.base", Week.base), ("limiter.factor", Week.factor), ("limiter.cap", Week.cap),
      ("refresh.per_day", Week.refreshesPerDay), ("processing.per_day", Week.processingPerDay),
      ("push.min_gap", Week.pushGap),
    ]
    for (name, value) in expected {
      let found = calibration.parameters.first { $0.name == name }
      let parameter = try #require(found, "\(name) is not measured: \(calibration.gaps)")
      let interval = try #require(parameter.measured.interval, "\(name) has no interval")
      #expect(interval.contains(value), "\(name) is \(value), and \(interval) is measured")
      #expect(abs(parameter.measured.value / value - 1) < 0.5, "\(name): \(parameter.measured.value)")
    }
  }

  /// The record contains events, but no names of users or files.
  @Test func theRecordIsOfTheWeek() async throws {
    let record = try await Self.record.value
    let words = record.split(separator: "\n").map { line in
      line.components(separatedBy: " bgpolicy-recorder: ").last ?? ""
    }
    func count(_ event: String) -> Int { words.count { $0.hasPrefix(event) } }
    #expect(count("launch") == 7)
    #expect(count("foreground") == 8 && count("background") == 7)
    let scripts = Self.scripts().joined()
    #expect(count("wake push") == scripts.count { $0.hasSuffix(" push") })
    #expect(count("wake session library") == 70 && count("submit session library 2") == 63)
    #expect(count("submit session mail 2") == 63)
    #expect(count("hold library ") == 63, "one for those that were submitted together")
    #expect(count("end session library 2 0") == 63)
    #expect(count("wake task BGProcessingTask com.example.recorded.cleanup") == 7)
    #expect(count("end task com.example.recorded.cleanup failure") == 7)
    #expect(
      count("end task com.example.recorded.refresh success")
        == scripts.count { $0.hasSuffix(" task com.example.recorded.refresh") })
    #expect(!record.contains("secret"), "names of items, files and people stay out")
  }
}
