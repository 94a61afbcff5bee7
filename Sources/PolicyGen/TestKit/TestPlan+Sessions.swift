internal import PlatformFacts
internal import PolicyModel
internal import Quantities

extension TestPlan {
  /// The background sessions with their transfers.
  static func sessionSections(of policy: Policy, in context: GenerationContext) -> [TestSection] {
    let scene = TaskScene.sessions(of: policy, in: context).map(\.name.value)
    return policy.sessions.filter(\.isBackground).map { session in
      let transfers = policy.transfers(of: session)
      let steps =
        [
          relaunch(session, of: policy, isOfScene: scene.contains(session.name.value)),
          forceQuit(session, carrying: transfers, of: policy),
          withoutWiFi(session), lowDataMode(session), withoutNetwork(session, carrying: transfers),
          waitingForPower(session, transfers, of: policy), updatesOff(session),
        ].compactMap { $0 } + transfers.flatMap(transferSteps)
      let carried = transfers.map(\.name.value)
      let summary: Prose =
        carried.isEmpty
        ? "The policy declares no transfers for it; use any."
        : "It carries \(carried)."
      return TestSection(
        title: "Session \(session.name.value)",
        summary:
          "The background session with the identifier \(identifiers(session.identifier, of: policy)). \(summary)",
        steps: steps)
    }
  }

  private static func relaunch(_ session: Policy.Session, of policy: Policy, isOfScene: Bool) -> TestStep {
    let identifier = identifiers(session.identifier, of: policy)
    let type = policy.target(of: session)?.type?.value
    let action: Prose =
      type == .extension
      ? "Let the app end by `exit(0)`, start the transfers in the extension, and close the extension."
      : "Start the transfers, go to the Home screen, and let the app end by `exit(0)`."
    guard session.sessionSendsLaunchEvents.value else {
      return TestStep(
        "Relaunch", action,
        expect:
          "The transfers go on in another process. The app is not launched for them, as `sessionSendsLaunchEvents` is false. It receives their events when it is opened and creates the session again.",
        .documented, .urlSessionHeader, .downloadingInBackground)
    }
    let process: Prose =
      switch type {
      case .extension: "the app that contains the extension is launched"
      case .widget: "the widget is launched, with `onBackgroundURLSessionEvents(matching:_:)`"
      case .watchApp, nil: "the app is launched"
      }
    let handler: Prose =
      if type == .widget {
        "for \(identifier)"
      } else if isOfScene {
        "with \(identifier) in `backgroundTask(_:action:)` of its scene"
      } else {
        "with \(identifier) in `application(_:handleEventsForBackgroundURLSession:completionHandler:)`"
      }
    let end: Prose =
      isOfScene ? "returns" : "calls the completion handler on the main thread"
    return TestStep(
      "Relaunch", action,
      expect:
        "The transfers go on in another process. When all of them are done, or one needs the app, \(process) \(handler). It creates the session again with the same configuration, handles the events, and \(end) after `urlSessionDidFinishEvents(forBackgroundURLSession:)`.",
      .documented, .downloadingInBackground, .applicationReference, .extensionTransfers)
  }

  /// `nil` for the session of an extension: Apple does not say what a force quit of the app does to the
  /// transfers of the app's extension.
  private static func forceQuit(
    _ session: Policy.Session, carrying transfers: [Policy.Transfer], of policy: Policy
  ) -> TestStep? {
    guard policy.target(of: session)?.type?.value != .extension else { return nil }
    let others = transfers.filter { !$0.queue.value }
    let rest: Prose =
      if others.isEmpty, !transfers.isEmpty {
        "and the queue transfers the items again."
      } else if others.count < transfers.count {
        "and the queue transfers its items again. The app starts no other before the user asks for it."
      } else {
        "and the app starts none of them again before the user asks for it."
      }
    return TestStep(
      "Force quit", "Start the transfers, and remove the app from the app switcher.",
      expect:
        "The system cancels them and does not launch the app. When it is opened and creates the session again, each ends with an error whose `backgroundTaskCancelledReason` is `userForceQuitApplication`, \(rest)",
      .documented, .urlSessionHeader, .urlErrorHeader)
  }

  private static func withoutWiFi(_ session: Policy.Session) -> TestStep {
    let flags: [(name: StaticString, isAllowed: Bool)] = [
      ("allowsCellularAccess", session.allowsCellularAccess.value),
      ("allowsExpensiveNetworkAccess", session.allowsExpensiveNetworkAccess.value),
    ]
    let forbids = flags.filter { !$0.isAllowed && !session.isRuntime($0.name) }.map { "\($0.name)" }
    let decided = flags.filter { session.isRuntime($0.name) }.map { "\($0.name)" }
    let expectation: Prose =
      if !forbids.isEmpty {
        "No transfer goes over the cellular network, as the policy sets \(forbids) to false. They wait, and go on when there is Wi-Fi."
      } else if !decided.isEmpty {
        "The app decides \(decided) at run time. With true, the transfers may go over the cellular network; with false, they wait, and go on when there is Wi-Fi. Try both, each after a new launch."
      } else {
        "The transfers may go over the cellular network, which the policy allows."
      }
    return TestStep(
      "No Wi-Fi", "Switch off Wi-Fi, leave the cellular network on, and start the transfers.",
      expect: expectation, .documented, .urlSessionHeader, .configurationReference)
  }

  private static func lowDataMode(_ session: Policy.Session) -> TestStep {
    TestStep(
      "Low Data Mode", "Switch it on for the network in Settings, and start the transfers.",
      expect: session.isRuntime("allowsConstrainedNetworkAccess")
        ? "The app decides `allowsConstrainedNetworkAccess` at run time. With true, the transfers go on; with false, they wait, and go on when Low Data Mode is off. Try both, each after a new launch."
        : session.allowsConstrainedNetworkAccess.value
          ? "The transfers go on, as `allowsConstrainedNetworkAccess` is true."
          : "The transfers wait, as `allowsConstrainedNetworkAccess` is false, and go on when Low Data Mode is off.",
      .documented, .configurationReference, .wwdc23Transfers)
  }

  private static func withoutNetwork(
    _ session: Policy.Session, carrying transfers: [Policy.Transfer]
  ) -> TestStep {
    let isTriedAgain =
      !transfers.isEmpty && transfers.allSatisfy { $0.queue.value && $0.retries.value > 0 }
    let rest: Prose =
      isTriedAgain
      ? "the queue starts them again."
      : "the handler has `failed` with the advice `again`: the app shows this or starts them again."
    return TestStep(
      "No network", "Switch on airplane mode, and start the transfers.",
      expect:
        "Nothing fails: a background session always waits. The transfers go on when there is a network; \(session.timeoutIntervalForResource.value) after their start they fail with `URLError.timedOut`, and \(rest)",
      .documented, .urlSessionHeader)
  }

  private static func waitingForPower(
    _ session: Policy.Session, _ transfers: [Policy.Transfer], of policy: Policy
  ) -> TestStep? {
    let inBackground = transfers.filter(policy.startsInBackground).map(\.name.value)
    guard session.isDiscretionary.value || !inBackground.isEmpty else { return nil }
    let reason: Prose =
      session.isDiscretionary.value
      ? "as `isDiscretionary` is true"
      : "as transfers that start in the background are discretionary, here \(inBackground)"
    return TestStep(
      "Low Power Mode and no charger", "Switch Low Power Mode on, off the charger, and start the transfers.",
      expect:
        "The transfers may wait for power and Wi-Fi, \(reason). Nothing in the app waits for them meanwhile.",
      .documented, .downloadingInBackground)
  }

  private static func updatesOff(_ session: Policy.Session) -> TestStep {
    TestStep(
      "Background App Refresh off", "Switch it off for the app in Settings, and start the transfers.",
      expect:
        "If the system cancels them, their error's `backgroundTaskCancelledReason` is `backgroundUpdatesDisabled`, and the app does the work while it is open.",
      .documented, .urlErrorHeader, .urlErrorReference)
  }

  // MARK: - Transfers

  private static func transferSteps(_ transfer: Policy.Transfer) -> [TestStep] {
    [resumes(of: transfer), challenge(of: transfer), validity(of: transfer)].compactMap { $0 }
      + (transfer.queue.value ? [refusals(of: transfer), removal(of: transfer)] : [])
  }

  private static func resumes(of transfer: Policy.Transfer) -> TestStep? {
    guard case .batch(let size) = transfer.submit.value, size > 0, let count = transfer.itemCount,
      count > size
    else { return nil }
    let launches = (count + size - 1) / size
    return TestStep(
      "\(transfer.name.value) in batches",
      "Start the \(count) items of \(transfer.name.value), leave the app, and don't open it again.",
      expect:
        "The app hands over \(size) at a time, so it is launched about \(launches) times. Each launch multiplies the delay before the next by \(PlatformFacts.limiterFactor.value); opening the app resets it.",
      .stated, .resumeRateLimiter, .downloadingInBackground)
  }

  private static func challenge(of transfer: Policy.Transfer) -> TestStep? {
    guard transfer.authChallenge.value != .never else { return nil }
    return TestStep(
      "\(transfer.name.value) and credentials",
      "Let the server ask for credentials while the app does not run.",
      expect: transfer.authChallenge.value == .replacesTask
        ? "The app is launched, and replaces the task by one that the server accepts."
        : "The app is launched, and answers the challenge in its delegate.", .documented, .urlSessionHeader,
      .applicationReference)
  }

  /// The answers of a server that a queue decides about.
  private static func refusals(of transfer: Policy.Transfer) -> TestStep {
    let expectation: Prose =
      transfer.retries.value > 0
      ? "The handler is asked for a new request for the first item at once, and for the other item when two minutes are over. No further item waits for these two."
      : "The first item has `failed` with the advice `withNewRequest`, and the other item with `later` and a `retryAfter` of 120. No further item waits for these two."
    return TestStep(
      "\(transfer.name.value) refused",
      "Let the server answer an item with 401, and another item with 429 and `Retry-After: 120`.",
      expect: expectation, .defined, .policyLanguage)
  }

  private static func removal(of transfer: Policy.Transfer) -> TestStep {
    TestStep(
      "\(transfer.name.value) removed",
      "Start \(transfer.name.value), and remove an item while it is transferred, as the app does when a person signs out.",
      expect:
        "The transfer ends, the handler hears nothing more of the item, and no later launch adds it again.",
      .defined, .policyLanguage)
  }

  private static func validity(of transfer: Policy.Transfer) -> TestStep? {
    guard let validFor = transfer.validFor?.value else { return nil }
    return TestStep(
      "\(transfer.name.value) too late",
      "Start \(transfer.name.value), switch on airplane mode for longer than \(validFor), and switch it off.",
      expect:
        "The server rejects requests that are older than \(validFor), and the app asks it for a new one and starts the transfer again.",
      .documented, .policyLanguage)
  }
}
