internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeDependencyModeMissing = Rule(
    "BGP794", "code-dependency-mode-missing", .code, .warning, .reported,
    summary:
      "A package that works in the background in an app without the background mode that the package needs",
    why: """
      Packages that fetch in the background work only in an app with the background mode that their installation guide \
      requires. Installing a package does not change the Info.plist of an existing project.
      """,
    guide: RuleGuide(
      symptom: """
        The package expo-background-fetch reports “Background Fetch has not been configured. To enable it, add `fetch` to `UIBackgroundModes` \
        in the application's Info.plist file.”; others report nothing, and their task never runs.
        """,
      ignoreWhen: "The app uses the package on Android alone.",
      related: ["bg-dependency-mode-missing", "plist-mode-missing"]),
    citations: [
      .expoBackgroundFetch, .expoBackgroundTask, .reactBackgroundFetch, .backgroundFetchInstallation,
      .capacitorBackgroundRunner, .capgoBackgroundTask,
    ],
    triggers: [
      .withApp(
        """
        backgroundModes: [‹audio→fetch›]
        """,
        """
        «import» TSBackgroundFetch
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import FirebaseMessaging
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """)
    ],
    check: .code { code, policy, context in
      code.dependencies.flatMap { dependency -> [Diagnostic] in
        guard !dependency.requiredModes.isEmpty, let use = code.use(of: dependency) else { return [] }
        return dependency.requiredModes.sorted().compactMap { mode in
          guard policy.hasMode(mode), !policy.lists(mode), !policy.permitsTask(of: dependency, in: mode)
          else {
            return nil
          }
          let message = "\(use.name) needs the background mode \(mode), which the app does not have"
          let help =
            "add \(mode) to UIBackgroundModes in the Info.plist and to the policy's backgroundModes, or remove the package"
          if let found = context.diagnostic(at: use.location, in: code, message, help: help) { return found }
          // The file of the package manager is not among the files of code.
          let modes = policy.backgroundModes.map { DiagnosticLocation.key($0.node) }
          return (modes ?? policy.app?.value.bundleIdentifier.map { .value($0.node) }).map {
            context.diagnostic(at: $0, in: code, message, help: help, found: [])
          }
        }
      }
    }
  )
}

extension ReleaseCode {
  /// The place at which the app names a dependency, with the name: as a package of npm or pub, or as a module that code imports; `nil` if
  /// only other packages show the dependency.
  func use(of dependency: Dependency) -> (name: String, location: FactLocation)? {
    if let package = packages.first(where: { $0.isPlugin && dependency.packages.contains($0.name) }) {
      return (package.name, package.location)
    }
    let imported = facts(.dependency).first {
      $0["module"]?.string.map(dependency.modules.contains) ?? false
    }
    return imported.flatMap { fact in fact["module"]?.string.map { ($0, fact.location) } }
  }
}

extension Policy {
  /// Whether the app has a background mode: the policy lists the mode, or derives it.
  fileprivate func lists(_ mode: String) -> Bool { placedBackgroundModes.contains { $0.value == mode } }

  /// Whether the policy permits an identifier of a dependency's task that needs a mode: another rule reports its missing mode.
  fileprivate func permitsTask(of dependency: Dependency, in mode: String) -> Bool {
    backgroundModes != nil
      && (permittedIdentifiers?.value ?? []).contains { entry in
        entry.value.identifier.map { identifier in
          dependency.tasks.contains { $0.mode == mode && $0.matches(identifier.value.written) }
        } ?? false
      }
  }
}
