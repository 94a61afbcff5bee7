internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeIdentifierNotRegistered = Rule(
    "BGP790", "code-identifier-not-registered", .code, .warning,
    summary: "A permitted identifier for which nothing in the app registers a launch handler",
    why: """
      Every identifier in BGTaskSchedulerPermittedIdentifiers requires a launch handler. If a dependency submits the \
      request and the app does not make the call by which the dependency registers its handler, the app crashes when \
      the task is launched.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSInternalInconsistencyException, “No launch handler registered for task with \
        identifier com.example.refresh” (seen on iOS 15.4).
        """,
      seenIn: [.expoHandler],
      ignoreWhen: "Code that was not read registers it, such as that of a binary dependency.",
      swift: """
        WorkmanagerPlugin.registerPeriodicTask(withIdentifier: "com.example.refresh", frequency: nil)
        """,
      related: ["bg-identifier-without-handler", "code-task-not-registered"]),
    citations: [.taskSchedulerHeader, .workmanagerTasks, .backgroundFetchSource],
    triggers: [
      .withApp(
        """
        permittedIdentifiers: [«com.example.sync»]
        """,
        """
        import UIKit
        import workmanager_apple

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """),
      .withApp(
        """
        permittedIdentifiers: [com.transistorsoft.fetch, «com.example.sync»]
        """,
        """
        import TSBackgroundFetch
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """),
    ],
    passes: [
      .withApp(
        """
        permittedIdentifiers: [com.transistorsoft.fetch]
        """,
        """
        import TSBackgroundFetch
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            TSBackgroundFetch.sharedInstance().didFinishLaunching()
            return true
          }
        }
        """),
      .withApp(
        """
        permittedIdentifiers: [com.example.sync]
        tasks:
          sync: { type: appRefresh, identifier: com.example.sync, owner: sdk }
        """,
        """
        import UIKit
        import workmanager_apple

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            WorkmanagerPlugin.registerPeriodicTask(withIdentifier: "com.example.sync", frequency: nil)
            return true
          }
        }
        """),
    ],
    check: .code { code, policy, context in
      // If an app lacks the registration call of one of its plugins, this plugin probably submits the identifier.
      let unregistered = code.unregisteredDependency
      guard code.knowsIdentifiers(.taskRegistration),
        code.unknownPlugins.isEmpty || unregistered != nil
      else { return [] }
      return (policy.permittedIdentifiers?.value ?? []).compactMap { entry in
        guard let identifier = entry.value.identifier,
          entry.value.owner.value == .app || unregistered?.submits(identifier.value) ?? false,
          !identifier.value.text.isUnresolved,
          code.facts(.taskRegistration, permittedBy: identifier.value).isEmpty,
          // Other rules report the identifiers of declared tasks, of sessions and of other work.
          !context.index.isForSomeTask(identifier.value),
          !context.index.mayBecomeTask(identifier.value.text),
          !context.index.retiresTask(identifier.value.text),
          context.index.sessions(identified: identifier.value.text).isEmpty,
          !policy.otherWork.contains(where: { $0.identifier?.value == identifier.value })
        else { return nil }
        return context.diagnostic(
          at: .value(identifier.node), in: code,
          "Nothing in the app registers a launch handler for the permitted identifier \(identifier.value.text)",
          help: code.registrationHelp, found: [],
          severity: unregistered == nil ? code.severityOfAbsence : nil
        ).about(surplus: identifier.value.text)
      }
    }
  )
}

extension ReleaseCode {
  /// A dependency whose launch handlers the app has to register by a call, if the app makes none of the dependency's calls.
  fileprivate var unregisteredDependency: Dependency? {
    let called = Set(facts(.taskRegistration).compactMap { $0["dependency"]?.string })
    return dependencies.first { dependency in
      dependency.registrations.contains { !$0.isProperty && isNeeded($0) }
        && !called.contains(dependency.name)
    }
  }

  /// Whether the app has to make a call, by the packages that it has.
  private func isNeeded(_ registration: DependencyRegistration) -> Bool {
    registration.packages.map { names in packages.contains { names.contains($0.name) } } ?? true
  }

  /// The way to a launch handler for an identifier: the call of a dependency, its prefix, or a handler of the app's own.
  fileprivate var registrationHelp: String {
    if let dependency = unregisteredDependency
      ?? dependencies.first(where: { $0.registrations.contains(where: isNeeded) })
    {
      let calls = dependency.registrations.filter { $0.label != nil || $0.isProperty }.prefix(2).map(\.text)
      let others = calls.isEmpty ? dependency.registrations.map(\.text) : Array(calls)
      return
        "if \(dependency.name) submits it, call \(others.joined(separator: " or ")) at launch; otherwise remove the identifier"
    }
    let families = dependencies.flatMap(\.tasks).filter { $0.pattern.hasSuffix(".*") }
    if let family = families.first {
      return
        "\(family.dependency) registers only identifiers that begin with \(family.pattern.dropLast()); rename it, or register a handler"
    }
    return "register a launch handler, or remove the identifier"
  }
}

extension Dependency {
  /// Whether the dependency submits requests with an identifier.
  fileprivate func submits(_ identifier: Identifier) -> Bool {
    tasks.contains { $0.matches(identifier.text) }
  }
}
