internal import PolicyModel
internal import PolicySyntax

/// What a rule has besides the policy: the text to point into and to mend.
package struct RuleContext: Sendable {
  let places: Places

  /// An issue at a place; `related` are further places, each with a few words on what it has to do with it.
  func issue(
    at location: IssueLocation, _ message: String, help: String? = nil,
    related: [(location: IssueLocation, message: String)] = [], fixes: [Fix?] = [],
    severity: Severity? = nil
  ) -> Issue {
    Issue(
      // Whoever asked the rule knows its name.
      rule: "", span: places.span(at: location), path: places.path(to: location.place), message: message,
      help: help,
      related: related.map { Related(span: places.span(at: $0.location), message: $0.message) },
      fixes: fixes.compactMap { $0 }, severity: severity)
  }
}

// MARK: - Fixes

extension RuleContext {
  /// Takes an entry out of its mapping, or a value out of its list.
  func remove(_ place: Place, _ title: String, safety: Fix.Safety = .safe) -> Fix? {
    guard let parent = places.parent(of: place) else { return nil }
    let edits: [Edit]
    if let key = places.key(at: place), let container = places.container(of: place) {
      edits = places.tree.removal(of: key, from: container)
    } else {
      edits = places.tree.removal(ofItem: places.node(at: place), from: places.node(at: parent))
    }
    return edits.isEmpty ? nil : Fix(title, safety: safety, edits: edits)
  }

  /// Writes another scalar.
  func replace(_ place: Place, with text: String, _ title: String, safety: Fix.Safety = .safe) -> Fix {
    Fix(title, safety: safety, edits: [places.tree.replacement(of: places.node(at: place), with: text)])
  }

  /// Writes another key and another plain value in the place of an entry.
  func rename(
    _ place: Place, to key: String, value: String, _ title: String, safety: Fix.Safety = .safe
  ) -> Fix? {
    guard let node = places.key(at: place) else { return nil }
    return Fix(
      title, safety: safety,
      edits: [
        Edit(replacing: places.tree.span(of: node), with: key),
        Edit(replacing: places.span(of: place), with: value),
      ])
  }

  /// Adds `key: value` to a mapping.
  func insert(
    _ key: String, _ value: String, into mapping: Place, _ title: String, safety: Fix.Safety = .safe
  ) -> Fix {
    let edits = places.tree.insertion(of: "\(key): \(YAMLText.scalar(value))", into: places.node(at: mapping))
    return Fix(title, safety: safety, edits: edits)
  }

  /// Adds a value that needs no quotes, such as `true`, to a mapping.
  func insert(
    _ key: String, plain value: String, into mapping: Place, _ title: String, safety: Fix.Safety = .safe
  ) -> Fix {
    Fix(
      title, safety: safety,
      edits: places.tree.insertion(of: "\(key): \(value)", into: places.node(at: mapping)))
  }

  /// Adds a value to a list.
  func append(_ value: String, to list: Place, _ title: String, safety: Fix.Safety = .safe) -> Fix {
    let edits = places.tree.insertion(ofItem: YAMLText.scalar(value), into: places.node(at: list))
    return Fix(title, safety: safety, edits: edits)
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

extension RuleContext {
  /// Writes text that needs no quotes, such as `1`, in place of any value.
  func replace(_ place: Place, withPlain text: String, _ title: String, safety: Fix.Safety = .safe) -> Fix {
    Fix(title, safety: safety, edits: [Edit(replacing: places.span(of: place), with: text)])
  }
}
