internal import PlatformFacts
internal import PolicyModel
internal import Quantities

extension TestPlan {
  /// The pushes that wake the app.
  static func pushSections(of policy: Policy) -> [TestSection] {
    policy.wakingPushes.map { push in
      let headers = push.headers?.value.map { "\($0.name): \($0.value.value)" } ?? []
      return TestSection(
        title: "Push \(push.name.value)",
        summary: headers.isEmpty
          ? "A push whose headers the policy does not declare." : "A push with the headers \(headers).",
        steps: [delivery(of: push), burst, pushAfterForceQuit])
    }
  }

  private static func delivery(of push: Policy.Push) -> TestStep {
    var expectation: Prose = "The app is launched or woken, and its handler"
    if let started = push.startsTransfers?.value.map(\.value), !started.isEmpty {
      expectation = expectation + " hands \(started) to their sessions and"
    }
    expectation = expectation + " calls its completion handler"
    if let runtime = push.expectedRuntime?.value { expectation = expectation + " after \(runtime)" }
    return TestStep(
      "Delivery",
      "Start the app from the Home screen, leave it, and send \(push.name.value) with its headers and payload.",
      expect: expectation
        + "; it has \(PlatformFacts.pushRuntime.value). The push may come late, and the system may drop it.",
      .documented, .pushingUpdates, .applicationReference)
  }

  private static var burst: TestStep {
    TestStep(
      "Too many", "Send more than \(PlatformFacts.pushesPerHour.value) within an hour.",
      expect:
        "Not all of them launch the app: the system holds some back, and keeps only the newest. The app ends with the state of the last push.",
      .documented, .pushingUpdates)
  }

  private static var pushAfterForceQuit: TestStep {
    TestStep(
      "Force quit", "Remove the app from the app switcher, and send it again.",
      expect:
        "The app is not launched before someone opens it or restarts the device. It fetches the new data when it is opened.",
      .documented, .applicationReference)
  }

  /// The tasks of UIApplication.
  static func applicationTaskSections(of policy: Policy) -> [TestSection] {
    policy.backgroundTasks.map { task in
      let runtime: Prose = task.expectedRuntime.map { " after \($0.value), as the policy expects" } ?? ""
      return TestSection(
        title: "Background task \(task.name.value)",
        summary: task.target.value == Policy.Target.app ? "" : "The target \(task.target.value) starts it.",
        steps: [
          TestStep(
            "Leaving the app", "Begin the work in the app, and go to the Home screen at once.",
            expect: "The work ends\(runtime), and the task with it.", .documented, .beginBackgroundTask),
          TestStep(
            "Expiration",
            "The same with work that takes longer than \(PlatformFacts.backgroundTaskRuntime.value), without a debugger.",
            expect:
              "The expiration handler ends the task, and the app is suspended, not killed: when opened again, it shows the same state.",
            .stated, .backgroundTaskNotes, .beginBackgroundTask),
        ])
    }
  }
}
