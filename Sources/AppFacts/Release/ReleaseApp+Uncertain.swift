// Apps that may be the app of a policy, although another app of the project has its bundle identifier.
extension ReleaseApp {
  /// The code in the background of apps whose bundle identifiers are not known, beside the apps of a policy.
  /// Such an app may be the app that is released with the policy's bundle identifier.
  ///
  /// Each app has at most one place. The code of `apps`, which are compared with the policy, does not count.
  package static func uncertainApps(
    in facts: AppFacts, _ index: ReleaseIndex, besides apps: [ReleaseApp]
  ) -> [UnreadFact] {
    let uncertain = index.appsWithoutIdentifier
    guard !uncertain.isEmpty else { return [] }
    let compared = Set(apps.flatMap(\.processes).flatMap(\.sources))
    let names = Set(apps.compactMap { $0.processes.first?.target.name })
    let platforms = Set(apps.flatMap(\.processes).flatMap(\.platforms))
    return uncertain.compactMap { app in
      guard let process = app.processes.first, !names.contains(process.target.name),
        !platforms.isDisjoint(with: process.platforms)
      else { return nil }
      let own = app.processes.reduce(into: Set<String>()) { $0.formUnion($1.sources) }.subtracting(compared)
      let first = facts.code.first { fact in
        own.contains(fact.location.file) && fact.isInRelease && !isEverywhere(fact.kind)
      }
      return first.map {
        UnreadFact(
          $0.location,
          reason:
            "The bundle identifier of \(process.target.name), which compiles it, is not known, and may be that of the policy",
          isRefused: true)
      }
    }
  }

  /// Whether the project says the bundle identifier of each configuration that may be released.
  static func hasKnownIdentifier(_ target: TargetFact) -> Bool {
    let released = target.configurations.filter { !$0.isForDebugging }
    return !released.isEmpty && released.allSatisfy { $0.bundleIdentifier?.string != nil }
  }

  /// Whether apps without work in the background have facts of a kind.
  package static func isEverywhere(_ kind: FactKind) -> Bool {
    [
      .entryPoint, .dependency, .generatedProcess, .applicationLifeCycle, .header, .audioSession,
      .protectedData,
    ]
    .contains(kind)
  }
}
