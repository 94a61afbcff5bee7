internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let swiftNameCollision = Rule(
    "BGP502", "swift-name-collision", .generation, .error, .defined,
    summary: "Two names that are the same in Swift",
    why: """
      Hyphens and spaces join words, so two keys can have the same name in Swift. The generated code would \
      not compile. Nor would it if a type of its own had the name of one of Apple's that it uses.
      """,
    guide: RuleGuide(
      related: ["swift-name-unusable"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        photo-library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        «photoLibrary»: { identifier: com.example.photos, timeoutIntervalForResource: 1d }
      """,
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: A, subtitle: B }
        «Export»: { type: continuedProcessing, identifier: com.example.print.*, title: C, subtitle: D }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        «Refresh»: { type: processing, identifier: com.example.other, reschedule: true }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 1MB }
        «Photos»: { session: library, size: 1MB }
      """,
      """
      targets:
        «app!»: { type: extension, bundleIdentifier: com.example.share }
      """,
      .whole(
        """
        schema: 1
        app: { name: «URL», bundleIdentifier: com.example.url }
        sessions:
          library: { identifier: com.example.url.library, timeoutIntervalForResource: 1d }

        """),
      """
      pushes:
        new-mail:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
        «newMail»:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
      """,
    ],
    passes: [
      """
      sessions:
        refresh: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """
    ],
    check: .policy { policy, context in
      context.index.generatedNames.flatMap { names in
        names.indices.compactMap { index -> Diagnostic? in
          guard let name = SwiftName.of(names[index].value),
            let first = names[..<index].first(where: { SwiftName.of($0.value) == name })
          else { return nil }
          return context.diagnostic(
            at: .key(names[index].node),
            "\(names[index].value) and \(first.value) are both \(name) in Swift",
            help: "rename one of them", related: [(.key(first.node), "the other one")])
        }
      } + functions(of: policy, context) + processes(of: policy, context) + hiddenTypes(of: policy, context)
    }
  )

  /// Different names that give the same function name, such as `submitPhotos`.
  private static func functions(of policy: Policy, _ context: RuleContext) -> [Diagnostic] {
    GeneratedNames.inFunctions(of: policy).flatMap { names in
      var first: [String: Int] = [:]
      return names.indices.compactMap { index -> Diagnostic? in
        guard let name = SwiftName.of(names[index].value) else { return nil }
        let function = SwiftName.function("submit", of: names[index].value)
        guard let other = first[function] else {
          first[function] = index
          return nil
        }
        // Names that are already the same in Swift are reported by the check of type names.
        guard SwiftName.of(names[other].value) != name else { return nil }
        return context.diagnostic(
          at: .key(names[index].node),
          "\(names[index].value) and \(names[other].value) are both \(function) in Swift",
          help: "rename one of them", related: [(.key(names[other].node), "the other one")])
      }
    }
  }

  /// A diagnostic about the app's name, if the names of generated types would equal the names of Apple's types that the generated code
  /// uses.
  private static func hiddenTypes(of policy: Policy, _ context: RuleContext) -> [Diagnostic] {
    guard let name = policy.app?.value.name,
      let type = appleTypes.first(where: { $0.name == name.value })?.type
    else { return [] }
    return [
      context.diagnostic(
        at: .value(name.node), "The generated code of an app named \(name.value) would hide Apple's \(type)",
        help: "give the app a longer name, such as \(name.value)App")
    ]
  }

  /// Apple's types whose names consist of an app's name and the suffix of a generated type.
  private static let appleTypes = [
    (name: "URL", type: "URLSessionConfiguration"), (name: "BG", type: "BGTaskRequest"),
    (name: "UIBackground", type: "UIBackgroundTaskIdentifier"),
  ]

  /// Targets whose name in Swift would be the name of the app's own target.
  private static func processes(of policy: Policy, _ context: RuleContext) -> [Diagnostic] {
    policy.targets.map(\.name).filter { SwiftName.of($0.value) == Policy.Target.app }.map { name in
      context.diagnostic(
        at: .key(name.node), "\(name.value) and the app itself are both \(Policy.Target.app) in Swift",
        help: "rename the target")
    }
  }
}
