internal import PolicyModel
internal import PolicySyntax

/// The rules whose findings are reported: the selected rules except the ignored rules.
package struct RuleSelection: Sendable {
  private let selected: [Pattern]?
  private let ignored: [Pattern]

  /// A name that matches no rule.
  package struct UnknownName: Error {
    /// The name as written.
    package let name: String
    /// All known names.
    package let known: [String]
  }

  /// Selects rules by name, former name, code prefix or family. An empty `selected` selects all rules.
  package init(
    selected: [String], ignored: [String],
    formerNames: @autoclosure () -> FormerNames = Catalog.formerNames
  ) throws(UnknownName) {
    self.selected = selected.isEmpty ? nil : try Self.patterns(of: selected, formerNames: formerNames())
    self.ignored = ignored.isEmpty ? [] : try Self.patterns(of: ignored, formerNames: formerNames())
  }

  /// Whether a finding is reported.
  ///
  /// Findings about a policy or an app that can't be read are always reported. Otherwise, an unreadable file
  /// would seem to have no problems.
  package func includes(_ finding: Finding) -> Bool {
    finding.breaksShape || finding.isAboutUnreadCode
      || selected?.contains { $0.matches(finding) } != false && !ignored.contains { $0.matches(finding) }
  }

  /// Whether a rule is selected.
  package func includes(_ rule: Rule) -> Bool {
    selected?.contains { $0.matches(rule) } != false && !ignored.contains { $0.matches(rule) }
  }

  private enum Pattern {
    case name(RuleName)
    case code(String)
    case family(RuleFamily)

    init?(_ text: String, formerNames: FormerNames) {
      let code = text.uppercased()
      if Catalog.rule(named: RuleName(text)) != nil || RuleName(text).isRequirement {
        self = .name(RuleName(text))
      } else if let family = RuleFamily.allCases.first(where: {
        $0.rawValue.lowercased() == text.lowercased()
      }) {
        self = .family(family)
      } else if code.hasPrefix("BGP"), Catalog.rules.contains(where: { $0.code.hasPrefix(code) }) {
        self = .code(code)
      } else if let rule = formerNames.rule(named: RuleName(text)) {
        self = .name(rule.name)
      } else {
        return nil
      }
    }

    func matches(_ finding: Finding) -> Bool {
      // A requirement of a policy has its own name, `require/ID`.
      if case .name(finding.name) = self { return true }
      return matches(finding.rule)
    }

    func matches(_ rule: Rule) -> Bool {
      switch self {
      case .name(let name): rule.name == name
      case .code(let code): rule.code.hasPrefix(code)
      case .family(let family): rule.family == family
      }
    }
  }

  private static func patterns(
    of names: [String], formerNames: FormerNames
  ) throws(UnknownName) -> [Pattern] {
    var patterns: [Pattern] = []
    for name in names {
      guard let pattern = Pattern(name, formerNames: formerNames) else {
        throw UnknownName(
          name: name,
          known: RuleFamily.allCases.map(\.name) + Catalog.rules.map(\.name.text) + Catalog.rules.map(\.code))
      }
      patterns.append(pattern)
    }
    return patterns
  }
}

extension RuleFamily {
  /// The name as written on the command line.
  package var name: String { rawValue.prefix(1).lowercased() + rawValue.dropFirst() }
}
