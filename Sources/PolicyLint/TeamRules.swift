internal import PlatformFacts
package import PolicyModel
internal import PolicySyntax

// The rules about several policies of one call.

extension Rule {
  static let teamIdentifierRepeated = Rule(
    "BGP907", "team-identifier-repeated", .identifiers, .warning, .documented,
    summary: "An identifier that two policies of one app declare",
    why: """
      An app registers a handler for an identifier once, and creates one session for it. Code that is generated from \
      two policies for the same app and system does both twice.
      """,
    citations: [.taskSchedulerHeader, .urlSessionHeader])

  static let teamIdentifierOfOtherApp = Rule(
    "BGP908", "team-identifier-of-other-app", .identifiers, .info, .assumed,
    summary: "An identifier that begins with the bundle identifier of another app",
    why: """
      An identifier usually begins with the bundle identifier of its own app, which tells the two apart in logs and keeps \
      them unique. One that begins with that of another app of the same call is often a copy.
      """,
    citations: [.ourAssumption])

  static let teamGroupSpelling = Rule(
    "BGP909", "team-group-spelling", .identifiers, .warning, .assumed,
    summary: "An app group that two policies spell differently",
    why: """
      Apps of a team share a container only if both name the same app group. Two names that differ only in case are two \
      groups.
      """,
    citations: [.ourAssumption])
}

/// A policy that is compared with the other policies of a call.
package struct TeamMember {
  /// The path of the policy, as an argument names it.
  package let path: String
  let policy: Policy
  let nodes: NodeTable

  /// A member of a team: a policy at a path, with the nodes of its text.
  package init(path: String, _ policy: Policy, _ nodes: NodeTable) {
    self.path = path
    self.policy = policy
    self.nodes = nodes
  }

  /// The app's bundle identifier. `nil` for a base policy.
  fileprivate var bundleIdentifier: String? { policy.app?.value.bundleIdentifier?.value }
}

/// The rules about identifiers and app groups of all apps of a call.
package enum TeamCheck {
  /// The findings in each policy, in the order of `team`.
  package static func findings(in team: [TeamMember]) -> [[Finding]] {
    var index = TeamIndex()
    for member in team { index.add(member) }
    return team.map { member in
      declarations(of: member).compactMap { index.finding(on: $0, of: member) }
        + groups(of: member).compactMap { index.finding(onGroup: $0, of: member) }
    }
  }

  /// An identifier that the code of an app registers or creates.
  fileprivate struct Declaration {
    let identifier: Located<Identifier>
    let path: String
    let platforms: [Platform]
    let isTask: Bool
  }

  fileprivate static func declarations(of member: TeamMember) -> [Declaration] {
    let policy = member.policy
    let tasks = policy.tasks.compactMap { task in
      task.identifier.map {
        Declaration(
          identifier: $0, path: "tasks.\(task.name.value).identifier",
          platforms: policy.systems(of: task).platforms, isTask: true)
      }
    }
    let sessions = policy.sessions.filter { $0.type.value == .background }.compactMap { session in
      session.identifier.map {
        Declaration(
          identifier: $0, path: "sessions.\(session.name.value).identifier",
          platforms: policy.systems(of: session).platforms, isTask: false)
      }
    }
    return tasks + sessions
  }

  /// The names of app groups with the paths of their texts.
  fileprivate static func groups(of member: TeamMember) -> [(name: String, node: PolicyNode, path: String)] {
    let policy = member.policy
    var groups: [(String, PolicyNode, String)] = []
    func add(_ list: Located<[Located<String>]>?, _ path: String) {
      for (number, group) in (list?.value ?? []).enumerated() {
        groups.append((group.value, group.node, "\(path)[\(number)]"))
      }
    }
    add(policy.app?.value.appGroups, "app.appGroups")
    for target in policy.targets { add(target.appGroups, "targets.\(target.name.value).appGroups") }
    for session in policy.sessions {
      if let container = session.sharedContainerIdentifier, let name = container.value {
        groups.append((name, container.node, "sessions.\(session.name.value).sharedContainerIdentifier"))
      }
    }
    return groups
  }
}

/// The identifiers, apps and groups of all policies of a call.
private struct TeamIndex {
  private struct Key: Hashable {
    let app: String
    let identifier: String
    let isTask: Bool
  }

  private var identifiers: [Key: [(path: String, platforms: [Platform])]] = [:]
  /// The paths of the policies, by bundle identifier.
  private var apps: [String: String] = [:]
  /// The names of groups with the policies that use them, by lowercase name.
  private var groups: [String: [(name: String, path: String)]] = [:]

  mutating func add(_ member: TeamMember) {
    guard let app = member.bundleIdentifier else { return }
    if apps[app] == nil { apps[app] = member.path }
    for declaration in TeamCheck.declarations(of: member) {
      let key = Key(app: app, identifier: declaration.identifier.value.text, isTask: declaration.isTask)
      identifiers[key, default: []].append((member.path, declaration.platforms))
    }
    for group in TeamCheck.groups(of: member) {
      groups[group.name.lowercased(), default: []].append((group.name, member.path))
    }
  }

  func finding(on declaration: TeamCheck.Declaration, of member: TeamMember) -> Finding? {
    guard let app = member.bundleIdentifier else { return nil }
    let identifier = declaration.identifier.value.text
    func finding(_ rule: Rule, _ message: String, help: String) -> Finding {
      Finding(
        of: rule, rule.severity, at: member.nodes.span(at: .value(declaration.identifier.node)),
        path: declaration.path, message, help: help)
    }
    let key = Key(app: app, identifier: identifier, isTask: declaration.isTask)
    if let other = identifiers[key]?.first(where: { other in
      // A policy without deployment targets may be for any system.
      other.path != member.path
        && (other.platforms.isEmpty || declaration.platforms.isEmpty
          || other.platforms.contains(where: declaration.platforms.contains))
    }) {
      return finding(
        .teamIdentifierRepeated, "\(other.path) also declares \(identifier) for the app \(app)",
        help: "declare it in one policy, or give each its own identifier")
    }
    if identifier == app || identifier.hasPrefix(app + ".") { return nil }
    // The longest matching prefix is the bundle identifier of the app that the identifier belongs to. That app may be an extension of this
    // app.
    var prefix = identifier[...]
    while let dot = prefix.lastIndex(of: ".") {
      prefix = prefix[..<dot]
      guard let other = apps[String(prefix)] else { continue }
      return finding(
        .teamIdentifierOfOtherApp, "\(identifier) begins with the bundle identifier of the app in \(other)",
        help: "begin it with \(app), unless both apps are meant to share the name")
    }
    return nil
  }

  func finding(
    onGroup group: (name: String, node: PolicyNode, path: String), of member: TeamMember
  ) -> Finding? {
    guard let other = groups[group.name.lowercased()]?.first(where: { $0.name != group.name }) else {
      return nil
    }
    return Finding(
      of: .teamGroupSpelling, Rule.teamGroupSpelling.severity,
      at: member.nodes.span(at: .value(group.node)), path: group.path,
      "The app group \(group.name) is \(other.name) in \(other.path)",
      help: "write the group as in the entitlements of both apps")
  }
}
