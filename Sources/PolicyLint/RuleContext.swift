internal import PolicyModel
internal import PolicySyntax

/// What a rule has besides the policy: the text to point into and to mend.
package struct RuleContext: Sendable {
  let places: Places

  /// An issue at a place; `related` are further places, each with a few words on what it has to do with it.
  ///
  /// Fixes without edits are left out, and those that reach into another file than the one that the issue is in.
  func issue(
    at location: IssueLocation, _ message: String, help: String? = nil,
    related: [(location: IssueLocation, message: String)] = [], fixes: [Fix?] = [],
    severity: Severity? = nil
  ) -> Issue {
    let span = places.span(at: location)
    return Issue(
      // Whoever asked the rule knows its name.
      rule: "", span: span, path: places.path(to: location.place), message: message, help: help,
      related: related.map { Related(span: places.span(at: $0.location), message: $0.message) },
      fixes: fixes.compactMap { $0 }.filter { fix in
        !fix.edits.isEmpty && fix.edits.allSatisfy { $0.span.source == span.source }
      },
      severity: severity)
  }
}

extension RuleContext {
  /// The text to show for a place: a scalar's value, and of anything larger the key.
  func location(of place: Place) -> IssueLocation {
    places.tree.kind(of: places.node(at: place)) == .scalar ? .value(place) : .key(place)
  }
}

// MARK: - Fixes

// A fix is unsafe unless its rule grades it; a test checks those that are graded safe.
// Text that an alias or a merge key repeats elsewhere is left to a person: no edit there changes one place alone.
extension RuleContext {
  /// Takes an entry out of its mapping, or a value out of its list.
  func remove(_ place: Place, _ title: String, safety: Fix.Safety = .unknown) -> Fix? {
    guard let parent = places.parent(of: place), !places.isShared(parent) else { return nil }
    guard let key = places.key(at: place), let container = places.container(of: place) else {
      let edits = places.tree.removal(ofItem: places.node(at: place), from: places.node(at: parent))
      return Fix(title, safety: safety, edits: edits)
    }
    guard !places.tree.isShared(container) else { return nil }
    return Fix(title, safety: safety, edits: places.tree.removal(of: key, from: container))
  }

  /// Writes another scalar, in the quotes that the old one has.
  func replace(_ place: Place, with text: String, _ title: String, safety: Fix.Safety = .unknown) -> Fix {
    fix(title, safety, at: place) { [$0.replacement(of: $1, with: text)] }
  }

  /// Writes YAML, such as `1`, in place of any value.
  func replace(_ place: Place, withPlain text: String, _ title: String, safety: Fix.Safety = .unknown) -> Fix
  {
    fix(title, safety, at: place) { [$0.replacement(of: $1, withPlain: text)] }
  }

  /// Writes another key and another plain value in the place of an entry.
  func rename(
    _ place: Place, to key: String, value: String, _ title: String, safety: Fix.Safety = .unknown
  ) -> Fix? {
    guard let node = places.key(at: place) else { return nil }
    return fix(title, safety, at: place) {
      [$0.replacement(of: node, with: key), $0.replacement(of: $1, withPlain: value)]
    }
  }

  /// Writes another key.
  func rename(_ place: Place, to key: String, _ title: String, safety: Fix.Safety = .unknown) -> Fix? {
    guard let node = places.key(at: place) else { return nil }
    return fix(title, safety, at: place) { tree, _ in [tree.replacement(of: node, with: key)] }
  }

  /// Adds `key: value` to a mapping.
  func insert(
    _ key: String, _ value: String, into mapping: Place, _ title: String, safety: Fix.Safety = .unknown
  ) -> Fix {
    insert(key, plain: YAMLText.scalar(value), into: mapping, title, safety: safety)
  }

  /// Adds a value that is YAML, such as `true`, to a mapping.
  func insert(
    _ key: String, plain value: String, into mapping: Place, _ title: String, safety: Fix.Safety = .unknown
  ) -> Fix {
    fix(title, safety, at: mapping) { $0.insertion(of: "\(key): \(value)", into: $1) }
  }

  /// Adds a value to a list.
  func append(_ value: String, to list: Place, _ title: String, safety: Fix.Safety = .unknown) -> Fix {
    fix(title, safety, at: list) { $0.insertion(ofItem: YAMLText.scalar(value), into: $1) }
  }

  private func fix(
    _ title: String, _ safety: Fix.Safety, at place: Place, _ edits: (NodeTree, NodeID) -> [Edit]
  ) -> Fix {
    Fix(
      title, safety: safety,
      edits: places.isShared(place) ? [] : edits(places.tree, places.node(at: place)))
  }
}

extension RuleContext {
  /// Sets a key of a mapping: writes `value` where the key stands, or adds it.
  func set(
    _ key: String, _ written: Place?, to value: String, in mapping: Place, safety: Fix.Safety = .unknown
  ) -> Fix {
    written.map { replace($0, withPlain: value, "Set \(key) to \(value)", safety: safety) }
      ?? insert(key, plain: value, into: mapping, "Add \(key): \(value)", safety: safety)
  }
}

extension IssueLocation {
  /// The place that it is in.
  var place: Place {
    switch self {
    case .value(let place), .key(let place): place
    }
  }
}
