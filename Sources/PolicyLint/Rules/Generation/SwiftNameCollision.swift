internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let swiftNameCollision = Rule(
    "BGP502", "swift-name-collision", .error,
    summary: "Two names that are the same in Swift",
    why:
      "Hyphens and blanks join words, so that two keys can become one Swift name. The generated code would not compile.",
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
      GeneratedNames.groups(of: policy).flatMap { names in
        names.indices.compactMap { index -> Issue? in
          guard let name = SwiftName.of(names[index].value),
            let first = names[..<index].first(where: { SwiftName.of($0.value) == name })
          else { return nil }
          return context.issue(
            at: .key(names[index].place),
            "\(names[index].value) and \(first.value) are both \(name) in Swift",
            help: "rename one of them", related: [(.key(first.place), "the other one")])
        }
      } + registrations(in: policy, context)
    }
  )

  /// Tasks whose functions to register a piece of work, such as `registerExport`, have one name.
  private static func registrations(in policy: Policy, _ context: RuleContext) -> [Issue] {
    var names: [Placed<String>] = []
    for index in policy.tasks.indices where policy.tasks[index].type?.value == .continuedProcessing {
      if policy.tasks[index].identifier?.value.isWildcard == true { names.append(policy.tasks[index].name) }
    }
    guard names.count > 1 else { return [] }
    return names.indices.compactMap { index -> Issue? in
      guard let name = SwiftName.of(names[index].value), let capital = capitalized(name),
        let first = names[..<index].first(where: { first in
          SwiftName.of(first.value).map { $0 != name && capitalized($0) == capital } ?? false
        })
      else { return nil }
      return context.issue(
        at: .key(names[index].place),
        "\(names[index].value) and \(first.value) are both register\(capital) in Swift",
        help: "rename one of them", related: [(.key(first.place), "the other one")])
    }
  }

  /// A name that begins with a capital.
  private static func capitalized(_ name: String) -> String? {
    name.first.map { $0.uppercased() + name.dropFirst() }
  }
}
