internal import PlatformFacts
internal import PolicyModel
internal import PropertyList

/// Steps for manual tests on a device, with the results that the policy implies.
enum TestPlan {
  /// The file. `nil` for a policy without anything to test.
  static func file(of policy: Policy, in context: GenerationContext) -> GeneratedFile? {
    let sections =
      taskSections(of: policy) + sessionSections(of: policy, in: context) + pushSections(of: policy)
      + applicationTaskSections(of: policy)
    guard !sections.isEmpty else { return nil }
    let title: Prose = "# Test plan for \(context.name)"
    let header = XMLText.escaped(comment: context.provenance.lines.joined(separator: "\n     "))
    let parts =
      ["<!-- \(header) -->", title.markdown, introduction]
      + ([preparation(of: policy, in: context)] + sections).map(\.text)
    return GeneratedFile(path: "\(context.name)TestPlan.md", text: parts.joined(separator: "\n\n") + "\n")
  }

  private static let introduction = """
    The app's work in the background, as its policy declares it, to try by hand. The system decides when it runs: if a step
    expects "no earlier", any later time is correct, and hours are usual.
    """
}

/// A heading with its steps.
struct TestSection {
  /// The heading.
  let title: Prose
  /// The introduction to the steps.
  let summary: Prose
  let steps: [TestStep]

  /// The section as Markdown.
  var text: String {
    ["## \(title.markdown)", summary.markdown, steps.flatMap(\.lines).joined(separator: "\n")]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension TestPlan {
  /// The task's identifier. If it differs between configurations, the identifiers of all configurations.
  static func identifiers(_ identifier: Located<Identifier>?, of policy: Policy) -> Prose {
    let configured = ConfiguredValues(policy)
    guard let identifier, let value = configured.value(at: identifier.node) else {
      return "\(identifier?.value.text ?? "")"
    }
    let isWildcard = identifier.value.isWildcard && !(value.texts[0].hasSuffix("*"))
    let texts = zip(configured.configurations, value.texts).map { configuration, text -> Prose in
      let text = isWildcard ? text + "*" : text
      guard let name = configuration.name else { return "\(text) in every other configuration" }
      return "\(text) in the configuration \(name)"
    }
    return texts.dropFirst().reduce(texts[0]) { $0 + ", " + $1 }
  }

  /// The preconditions of all other steps.
  private static func preparation(of policy: Policy, in context: GenerationContext) -> TestSection {
    let hasTasks = policy.ownTasks.contains { SimulatedTask($0, in: policy) != nil }
    let hasSessions = policy.sessions.contains(where: \.isBackground)
    let steps: [TestStep?] = [
      hasTasks
        ? TestStep(
          "A device", "Test on a device, not in the Simulator.",
          expect:
            "The Simulator has no background tasks: submitting fails there with `BGTaskScheduler.Error.unavailable`. It may not suspend and resume apps as a device does.",
          .documented, .taskSchedulerHeader, .testingSessions)
        : TestStep(
          "A device", "Test on a device, not in the Simulator.",
          expect: "The app is suspended and resumed as in everyday use; the Simulator may not do that.",
          .stated,
          .testingSessions),
      TestStep(
        "The Home screen", "Install the app from Xcode, stop it there, and start it from the Home screen.",
        expect: "The app is suspended when it leaves the screen. While a debugger is attached, it never is.",
        .stated, .testingSessions),
      TestStep(
        "A log",
        "Let the app log each launch, each handler and each delegate method with the time, and read the log afterwards.",
        expect: "The log alone shows the result of every step below.", .stated, .testingSessions),
      hasTasks
        ? TestStep(
          "Commands for the debugger",
          "For the steps in LLDB, run the app from Xcode, and `command source` \(SimulationCommands.path(in: context)) there.",
          expect:
            "The commands of the steps exist. They show that the handlers work, but not when the system would launch them.",
          .documented, .developmentSimulation) : nil,
      hasSessions
        ? TestStep(
          "A way to exit",
          "Build the app with a button that calls `exit(0)`, for these tests only: no app may ship with one.",
          expect:
            "The system relaunches an app that exits this way. Removing it from the app switcher is a force quit, after which the system does not: never test relaunches with it.",
          .stated, .testingSessions) : nil,
      TestStep(
        "A clean slate", "Delete the app from the device before each series of tests, and install it again.",
        expect: "Its background sessions and their transfers are removed with it.", .stated, .testingSessions),
    ]
    return TestSection(title: "Before you begin", summary: "", steps: steps.compactMap { $0 })
  }
}
