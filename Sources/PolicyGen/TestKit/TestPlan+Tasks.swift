internal import PlatformFacts
internal import PolicyModel
internal import Quantities

extension TestPlan {
  /// The tasks of BGTaskScheduler, and the settings of a device that affect these tasks.
  static func taskSections(of policy: Policy) -> [TestSection] {
    let sections = policy.ownTasks.compactMap { task -> TestSection? in
      guard let type = task.type?.value,
        let simulated = SimulatedTask(task, in: policy)
      else { return nil }
      let steps =
        type == .continuedProcessing
        ? continuedSteps(task, simulated)
        : [launch(task, simulated), expiration(task, simulated)].compactMap { $0 }
          + unattendedSteps(task, type)
      return TestSection(
        title: "Task \(task.name.value)",
        summary:
          "A task of type \(type.rawValue), with the identifier \(identifiers(task.identifier, of: policy)).",
        steps: steps)
    }
    return sections + [settings(of: policy)].compactMap { $0 }
  }

  private static func launch(_ task: TaskRequest, _ simulated: SimulatedTask) -> TestStep? {
    guard let launch = simulated.launch else { return nil }
    var expectation: Prose = "The handler of \(task.name.value) runs"
    let isAutomatic = !task.conditional.value
    if isAutomatic, task.isSubmitted(at: .handlerStart) {
      expectation = expectation + ", submits the next request first"
    }
    if let started = task.startsTransfers?.value.map(\.value), !started.isEmpty {
      expectation = expectation + ", hands \(started) to their sessions"
    }
    expectation = expectation + ", and calls `setTaskCompleted(success: true)`"
    if let runtime = task.expectedRuntime?.value {
      expectation = expectation + " after \(runtime), as the policy expects"
    }
    return TestStep(
      "Launch",
      "Run the app from Xcode, pause it when it has submitted the request, \(launch) in LLDB, and continue.",
      expect: expectation + ".", .documented, .developmentSimulation, .taskHeader)
  }

  private static func expiration(_ task: TaskRequest, _ simulated: SimulatedTask) -> TestStep {
    TestStep(
      "Expiration",
      "Launch it again, pause the app while the handler works, \(simulated.expiration) in LLDB, and continue.",
      expect:
        "The task's `expirationHandler` is called, the work of \(task.name.value) ends at once, and `setTaskCompleted(success: false)` is called. Work that is done by then is not lost.",
      .documented, .developmentSimulation, .taskHeader)
  }

  private static func unattendedSteps(_ task: TaskRequest, _ type: TaskType) -> [TestStep] {
    let wait: Prose =
      task.earliestBegin.map { earliest(of: $0.value) } ?? "when the system decides"
    let again = next(after: task)
    guard type != .appRefresh else {
      return [
        TestStep(
          "Left alone", "Start the app from the Home screen, let it submit the request, and lock the device.",
          expect:
            "The task is launched \(wait), and has \(PlatformFacts.refreshRuntime.value) at most. \(again)",
          .documented, .taskRequestHeader, .backgroundStrategies, .wwdc19Background)
      ]
    }
    return [
      TestStep(
        "Left alone",
        "Start the app from the Home screen, let it submit the request, lock the device, and leave it on its charger overnight.",
        expect:
          "The task is launched \(wait), while the device is idle, and expires when someone uses the device. \(again)",
        .documented, .taskRequestHeader, .wwdc19Background),
      TestStep(
        "Without power", "The same, off the charger.",
        expect: task.requiresExternalPower.value
          ? "The task is not launched before the device is on power."
          : "The task may be launched anyway.",
        .documented, .taskRequestHeader),
      TestStep(
        "Without a network", "The same, in airplane mode.",
        expect: task.requiresNetworkConnectivity.value
          ? "The task is not launched before there is a network."
          : "The task may be launched anyway, and completes without a network.", .documented,
        .taskRequestHeader),
      TestStep(
        "Locked after a restart", "Restart the device, unlock it once, lock it, and wait for the task.",
        expect:
          "The work reads no file that is protected more strictly than \(FileProtection.completeUntilFirstUserAuthentication.rawValue): the device is locked when such tasks run.",
        .documented, .wwdc19Background),
    ]
  }

  private static func earliest(of begin: EarliestBegin) -> Prose {
    switch begin {
    case .after(let span): "no earlier than \(span) after it was submitted"
    case .at(let time): "no earlier than the next \(time.description) of the device's clock"
    case .backoff(let backoff):
      "no earlier than \(backoff.first) after it was submitted, and later after each failure in a row, up to \(backoff.longest)"
    case .runtime: "no earlier than the date that the app sets in the request"
    }
  }

  /// A description of the task's next launch.
  private static func next(after task: TaskRequest) -> Prose {
    if task.conditional.value { return "The app decides whether there is a second one." }
    if task.isSubmitted(at: .handlerStart) || task.isSubmitted(at: .handlerEnd) {
      return "Each launch submits the next request."
    }
    if task.isSubmitted(at: .launch) || task.isSubmitted(at: .enteringBackground) {
      return "There is a second one after someone has used the app again."
    }
    return "One request is one launch: there is no second one."
  }

  private static func continuedSteps(_ task: TaskRequest, _ simulated: SimulatedTask) -> [TestStep] {
    let title = [task.title, task.subtitle].compactMap { $0?.value }
    let isQueued = task.strategy.value == .queue
    let steps: [TestStep?] = [
      TestStep(
        "In the background", "Start \(task.name.value) in the app by hand, and go to the Home screen.",
        expect: "The system shows \(title) and a progress that moves, and the work goes on to its end.",
        .documented, .taskRequestHeader, .wwdc25Background),
      TestStep(
        "Expiration",
        "The same from Xcode; pause the app while it works, \(simulated.expiration) in LLDB, and continue.",
        expect:
          "The task's `expirationHandler` is called, the work ends at once, and `setTaskCompleted(success: false)` is called.",
        .documented, .developmentSimulation, .taskHeader),
      TestStep(
        "When it can't begin at once", "Start \(task.name.value) while other apps have such work under way.",
        expect: isQueued
          ? "The request waits, and the work begins later."
          : "Submitting fails with `BGTaskScheduler.Error.immediateRunIneligible`, and the app shows that it can't begin.",
        .documented, .taskRequestHeader, .taskSchedulerHeader),
      TestStep(
        "Force quit", "Start \(task.name.value), and remove the app from the app switcher.",
        expect:
          "The work ends and nothing is called. The next launch finds unfinished work and cleans it up."
          + (isQueued ? " A request that still waits is cancelled." : ""), .documented, .taskRequestHeader,
        .taskHeader, .wwdc25Background),
      task.requiredResources?.value.contains { $0.value == .gpu } == true
        ? TestStep(
          "Without the GPU", "Start \(task.name.value) on a device that does not offer its GPU to tasks.",
          expect: "`BGTaskScheduler.supportedResources` lacks `.gpu`, and the work is done without it.",
          .documented, .longRunningTasks, .wwdc25Background) : nil,
    ]
    return steps.compactMap { $0 }
  }

  private static func settings(of policy: Policy) -> TestSection? {
    let names = policy.ownTasks.filter { $0.type != nil && $0.type?.value != .continuedProcessing }
      .map(\.name.value)
    let refresh = policy.ownTasks.filter { $0.type?.value == .appRefresh }.map(\.name.value)
    let steps: [TestStep?] = [
      names.isEmpty
        ? nil
        : TestStep(
          "Background App Refresh off",
          "Switch it off for the app in Settings, start the app, and let it submit \(names).",
          expect:
            "Submitting fails with `BGTaskScheduler.Error.unavailable` or `.notPermitted`: the header names the setting under both. The app logs it and works without the tasks.",
          .documented, .taskSchedulerHeader),
      refresh.isEmpty
        ? nil
        : TestStep(
          "Low Power Mode", "Switch it on, let the app submit \(refresh), and lock the device.",
          expect:
            "Background App Refresh is off meanwhile, and \(refresh) is not launched. When Low Power Mode is off again, the launches return.",
          .documented, .refreshStatus),
    ]
    let found = steps.compactMap { $0 }
    return found.isEmpty ? nil : TestSection(title: "Settings and tasks", summary: "", steps: found)
  }
}
