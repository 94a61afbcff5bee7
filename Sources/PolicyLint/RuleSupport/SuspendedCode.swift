internal import AppFacts
internal import PolicyModel

extension ReleaseCode {
  /// Whether the system may keep the app running when code of a fact has let the app enter the background, or does not suspend the app.
  func mayStayRunning(_ fact: CodeFact, _ policy: Policy) -> Bool {
    isInExtension(fact) || isOnWatch(fact)
      || targets(compiling: fact).contains { $0.platforms.contains("macOS") }
      || !modesOnlyLaunch(policy)
  }

  /// Whether the background modes of the app only let the system launch the app. Any other mode may keep the app running.
  func modesOnlyLaunch(_ policy: Policy) -> Bool {
    policy.placedBackgroundModes.allSatisfy { Self.launchingModes.contains($0.value) }
  }

  /// The background modes that let the system launch an app, and that do not keep the app running.
  private static let launchingModes: Set<String> = ["fetch", "processing", "remote-notification"]
}

extension CodeFact {
  /// Whether the code of a fact certainly runs only while the app is in the background.
  ///
  /// If the function is also called from elsewhere, the call may follow an action of a person.
  var runsOnlyInBackground: Bool {
    let background: Set<Moment> = [
      .enteringBackground, .handlerStart, .handlerEnd, .failure, .push, .fetch, .backgroundEvents,
    ]
    return !moments.isEmpty && (reach == .entryPoint || self[.knowsMoments] == true)
      && moments.allSatisfy(background.contains)
  }
}
