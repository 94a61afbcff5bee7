internal import AppFacts
internal import PolicyModel

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
