internal import AppFacts
internal import PolicyModel

extension ReleaseCode {
  /// Whether the system may keep the app running when code of a fact has let the app enter the background, or does not suspend the app.
  func mayStayRunning(_ fact: CodeFact, _ policy: Policy) -> Bool {
    isInExtension(fact) || isOnWatch(fact)
      || targets(compiling: fact).contains { $0.platforms.contains("macOS") }
      // Any other mode may keep the app running.
      || !policy.placedBackgroundModes.allSatisfy { Self.launchingModes.contains($0.value) }
  }

  /// The background modes that let the system launch an app, and that do not keep the app running.
  private static let launchingModes: Set<String> = ["fetch", "processing", "remote-notification"]

  /// Whether the Info.plist of a configuration was read, or Xcode certainly generates it from known settings.
  func knowsInfoPlist(of configuration: ConfigurationFact) -> Bool {
    let unread = reading.facts.unread
    guard
      !unread.contains(where: { $0.location.file.hasSuffix(".xcconfig") || $0.reason.contains("xcconfig") })
    else { return false }
    guard let file = configuration.infoPlist else { return true }
    guard let path = file.string else { return false }
    return reading.facts.files.contains(path) && !unread.contains { $0.location.file == path }
  }
}

extension ReleaseCode {
  /// Whether only apps compile the code of a fact, and the Info.plist of each of these apps was read and lacks a key, or has it as false.
  func lacks(_ key: String, _ fact: CodeFact) -> Bool {
    let targets = targets(compiling: fact)
    return !targets.isEmpty
      && targets.allSatisfy { target in
        guard target.kind == .app, let release = target.release, knowsInfoPlist(of: release) else {
          return false
        }
        return release.infoPlistValues[key]?.bool.map { !$0 } ?? (release.infoPlistValues[key] == nil)
      }
  }
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
