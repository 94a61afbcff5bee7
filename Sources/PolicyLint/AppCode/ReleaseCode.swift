internal import AppFacts
internal import PolicyModel
internal import PolicySyntax

/// The code of an app that ships, as rules compare it with a policy.
///
/// Tests, code that only a debug build has and code that nothing leads to are not part of it.
package struct ReleaseCode: Sendable {
  /// The app as it was read.
  let reading: AppReading
  /// The facts, by kind, each in the order of file and location.
  private let factsByKind: [FactKind: [CodeFact]]
  /// The targets that compile a file, by its path.
  private let owners: [String: [TargetFact]]
  /// Whether all code of the app was read, so that a fact that is not there is not in the app.
  let isComplete: Bool
  /// Whether it links packages, whose code is not read.
  private let linksPackages: Bool

  init(_ reading: AppReading, of policy: Policy) {
    self.reading = reading
    var owners: [String: [TargetFact]] = [:]
    for target in reading.facts.targets {
      for source in target.sources { owners[source, default: []].append(target) }
    }
    self.owners = owners
    let targets = Self.targets(of: policy, in: reading.facts)
    let folders = (policy.app?.value.sources?.value ?? []).map { RelativePath.normalized($0.value.resolved) }
    let isOfApp = { (file: String) in
      let name = AppReading.name(of: file, in: reading.folder)
      guard folders.isEmpty || folders.contains(where: { name == $0 || name.hasPrefix($0 + "/") }) else {
        return false
      }
      guard let owners = owners[file] else { return true }
      return owners.contains { $0.kind != .tests && (targets?.contains($0.name) ?? true) }
    }
    factsByKind = Dictionary(
      grouping: reading.facts.code.filter { fact in
        fact.reach != .unreached && !fact.conditions.contains(where: Self.isDebugging)
          && isOfApp(fact.location.file)
      }, by: \.kind)
    let unread = reading.facts.unread.map(\.location.file) + reading.facts.unreadSources
    isComplete = !unread.contains { Self.isCode($0) && isOfApp($0) }
    linksPackages = reading.facts.targets.contains {
      !$0.packageProducts.isEmpty && (targets?.contains($0.name) ?? true)
    }
  }

  /// The names of the policy's app target and of the targets that it embeds or depends on; `nil` if none has the bundle
  /// identifier of the policy.
  private static func targets(of policy: Policy, in facts: AppFacts) -> Set<String>? {
    guard let identifier = policy.app?.value.bundleIdentifier?.value else { return nil }
    let apps = facts.targets.filter { target in
      target.kind == .app && target.configurations.contains { $0.bundleIdentifier?.string == identifier }
    }
    guard !apps.isEmpty else { return nil }
    var names = Set(apps.map(\.name))
    var open = Array(names)
    while let name = open.popLast() {
      for target in facts.targets where target.name == name {
        open += target.dependencies.filter { names.insert($0).inserted }
      }
    }
    return names
  }

  /// The facts of a kind, in the order of file and location.
  func facts(_ kind: FactKind) -> [CodeFact] { factsByKind[kind] ?? [] }

  /// The severity of a finding about code that is not there, where a package may have it; `nil` for that of the rule.
  var severityOfAbsence: Severity? { linksPackages ? .info : nil }

  /// Whether it has the code of an app at all.
  var isApp: Bool { !reading.facts.code.isEmpty }

  /// Whether only extensions and widgets compile the file of a fact.
  func isInExtension(_ fact: CodeFact) -> Bool {
    guard let targets = owners[fact.location.file], !targets.isEmpty else { return false }
    return targets.allSatisfy { $0.kind == .appExtension || $0.kind == .widget }
  }

  /// Whether a condition is true only in a debug build.
  private static func isDebugging(_ condition: String) -> Bool {
    !condition.contains("||")
      && condition.split(separator: "&&").contains { $0.trimmingSpaces == "DEBUG" }
  }

  private static func isCode(_ path: String) -> Bool {
    [".swift", ".m", ".mm", ".h"].contains { path.hasSuffix($0) }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let start = drop { $0 == " " }
    return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
  }
}

// MARK: - Identifiers

extension ReleaseCode {
  /// The identifier of a fact with the build settings of the policy; `nil` if it is unresolved or refers to others.
  func identifier(of fact: CodeFact, in policy: Policy) -> String? {
    guard let text = fact["identifier"]?.string else { return nil }
    return expanded(text, in: policy)
  }

  /// A text of the app with the app's bundle identifier in the place of references to it; `nil` if it refers to others.
  func expanded(_ text: String, in policy: Policy) -> String? {
    guard text.contains("$(") else { return text }
    let text = text.replacing("$(CFBundleIdentifier)", with: Identifier.bundleIdentifierVariable)
    // The identifiers of a policy without a bundle identifier keep the reference, too.
    guard let own = policy.app?.value.bundleIdentifier?.value, !own.contains("$(") else {
      return text.replacing(Identifier.bundleIdentifierVariable, with: "").contains("$(") ? nil : text
    }
    let result = text.replacing(Identifier.bundleIdentifierVariable, with: own)
    return result.contains("$(") ? nil : result
  }

  /// Whether every fact of a kind has a known identifier, so that one that is not there is not in the app.
  func knowsIdentifiers(_ kind: FactKind, in policy: Policy) -> Bool {
    isComplete && facts(kind).allSatisfy { $0["identifier"] == nil || identifier(of: $0, in: policy) != nil }
  }
}

// MARK: - Sessions

extension ReleaseCode {
  /// The session that the policy declares with an identifier, or with a pattern that the identifier fits.
  func session(_ identifier: String, in policy: Policy) -> Policy.Session? {
    policy.sessions.first { $0.identifier?.value.text == identifier }
  }

  /// The session of the code on which a transfer runs; `nil` if it is not known.
  func session(of transfer: CodeFact) -> CodeFact? {
    guard let location = transfer["session"]?.string else { return nil }
    return facts(.session).first { "\($0.location.file):\($0.location.line)" == location }
  }
}

// MARK: - Targets

extension ReleaseCode {
  /// Whether some target compiles the files of both facts, as far as targets are known.
  func shareATarget(_ one: CodeFact, _ other: CodeFact) -> Bool {
    let names = [one, other].map { Set((owners[$0.location.file] ?? []).map(\.name)) }
    return names[0].isEmpty || names[1].isEmpty || !names[0].isDisjoint(with: names[1])
  }
}

// MARK: - Words

extension ReleaseCode {
  /// The subject of a sentence about a launch handler: its identifier if it is known.
  func subject(of fact: CodeFact, in policy: Policy) -> String {
    identifier(of: fact, in: policy).map { "The launch handler of \($0)" } ?? "The launch handler"
  }
}

// MARK: - Absence

extension ReleaseCode {
  /// A diagnostic for each of the app's own tasks of which the code has no fact of a kind.
  ///
  /// `others` are facts of another kind about the task, to be shown with a few words.
  func diagnostics(
    ofTasksWithout kind: FactKind, in policy: Policy, _ context: RuleContext,
    others: (kind: FactKind, message: String), help: String, _ message: (String) -> String
  ) -> [Diagnostic] {
    guard knowsIdentifiers(kind, in: policy) else { return [] }
    let known = facts(kind).compactMap { identifier(of: $0, in: policy) }
    return policy.tasks.compactMap { task in
      guard !task.isOfDependency, let identifier = task.identifier,
        !known.contains(where: identifier.value.permits)
      else { return nil }
      let related = facts(others.kind).filter { fact in
        self.identifier(of: fact, in: policy).map(identifier.value.permits) ?? false
      }
      return context.diagnostic(
        at: .value(identifier.node), in: self, message(identifier.value.text), help: help,
        found: related.map { ($0.location, others.message) }, severity: severityOfAbsence)
    }
  }
}
