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
