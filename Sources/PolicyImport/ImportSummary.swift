package import AppFacts

/// A value that an import leaves open, which a comment in the policy reports.
package struct ImportTodo: Equatable, Sendable {
  /// The path of the value in the policy, such as `sessions.library.identifier`.
  package let path: String
  /// The reason why the value is open, without a full stop.
  package let reason: String
  /// The locations that state the value.
  package let locations: [FactLocation]

  /// The text of the comment: the key, the reason and the locations.
  var comment: String {
    let key = path.split(separator: ".").dropFirst().last.map { "\($0): " } ?? ""
    return key + reason + locationsText
  }

  /// The locations in parentheses, unless the reason contains them.
  package var locationsText: String {
    let others = locations.filter { !reason.contains($0.text) }
    return others.isEmpty ? "" : " (\(others.map(\.text).joined(separator: ", ")))"
  }
}

/// A fact that does not become a declaration.
package struct UndeclaredFact: Equatable, Sendable {
  /// The subject, such as `session com.example.photos.debug`.
  package let subject: String
  /// The reason, without a full stop.
  package let reason: String
  /// The locations of the fact, in order.
  package var locations: [FactLocation]
}

/// Keys that no code states, so that the policy omits them.
package struct LeftOutKeys: Equatable, Sendable {
  /// The path of the declaration, such as `transfers.libraryUploads`.
  package let path: String
  /// The keys, such as `size`.
  package let keys: [String]
}

/// A declaration for which the code lacks a part, such as the launch handler of a task.
package struct IncompleteDeclaration: Equatable, Sendable {
  /// The path of the declaration, such as `tasks.refresh`.
  package let path: String
  /// The part that was not found.
  package let reason: String
  /// The location of the part that was found.
  package let location: FactLocation
}

/// The number of declarations in a section of a policy.
package struct DeclaredSection: Equatable, Sendable {
  /// The section's key, such as `sessions`.
  package let section: String
  /// The number of declarations.
  package let count: Int
}

/// The result of an import: declarations, open values, and the reasons.
package struct ImportSummary: Equatable, Sendable {
  /// The number of declarations in each section, in the order of the policy.
  package var declared: [DeclaredSection] = []
  /// The number of values with a location.
  package var values = 0
  /// The values that stay open.
  package var todos: [ImportTodo] = []
  /// Keys that the code does not state.
  package var leftOut: [LeftOutKeys] = []
  /// Declarations for which the code lacks a part.
  package var incomplete: [IncompleteDeclaration] = []
  /// Facts that do not become declarations.
  package var undeclared: [UndeclaredFact] = []
  /// The number of transfers in sessions that the policy does not declare as background sessions.
  package var undeclaredTransfers = 0
}

extension ImportSummary {
  /// Adds a fact that does not become a declaration. Merges facts that have the same subject and reason.
  mutating func skip(_ subject: String, because reason: String, at location: FactLocation) {
    guard let index = undeclared.firstIndex(where: { $0.subject == subject && $0.reason == reason }) else {
      undeclared.append(UndeclaredFact(subject: subject, reason: reason, locations: [location]))
      return
    }
    guard !undeclared[index].locations.contains(location) else { return }
    undeclared[index].locations.append(location)
  }
}
