internal import PolicyModel

/// The positions of texts in a list of a policy.
///
/// Most policies have few declarations in a list. Comparing a few texts takes less time than creating a
/// dictionary.
struct TextIndex: Sendable {
  /// A list of texts by which declarations are found.
  enum List {
    case sessionNames, sessionIdentifiers, transferNames, transferSessions, taskIdentifiers, modeNames,
      permittedIdentifiers

    /// Whether the list ignores the difference between uppercase and lowercase letters.
    fileprivate var ignoresCase: Bool { self == .taskIdentifiers || self == .permittedIdentifiers }
  }

  private let list: List
  /// Whether the list is short enough to compare its texts one by one.
  private let areFew: Bool
  /// The positions of each text, in order. Empty for a short list.
  private var positions: [String: [Int]] = [:]
  /// The positions by lowercase text, for lists of task identifiers.
  private var foldedPositions: [String: [Int]] = [:]

  /// Whether several declarations have the same text, ignoring case. `false` for lists that don't ignore
  /// case.
  let hasRepeats: Bool

  /// The greatest number of texts that are compared one by one.
  private static let few = 8

  /// Indexes a list. A declaration without a text is not in the index.
  init(_ list: List, of policy: borrowing Policy) {
    self.list = list
    let count = policy.count(of: list)
    areFew = count <= Self.few
    guard !areFew else {
      hasRepeats = list.ignoresCase && policy.repeatsAny(of: list)
      return
    }
    var texts = 0
    for index in 0..<count {
      guard let text = policy.text(at: index, of: list) else { continue }
      texts += 1
      positions[text, default: []].append(index)
      if list.ignoresCase { foldedPositions[text.lowercased(), default: []].append(index) }
    }
    hasRepeats = list.ignoresCase && foldedPositions.count < texts
  }

  /// The first position of a text. `policy` is the indexed policy.
  func first(_ text: String, in policy: Policy) -> Int? {
    guard areFew else { return positions[text]?.first }
    return (0..<policy.count(of: list)).first { policy.text(at: $0, of: list) == text }
  }

  /// The first position of a text, ignoring case.
  func first(like text: String, in policy: Policy) -> Int? {
    guard areFew else { return foldedPositions[text.lowercased()]?.first }
    return (0..<policy.count(of: list)).first { policy.text(at: $0, of: list)?.isLike(text) == true }
  }

  /// All positions of a text, in order.
  func all(_ text: String, in policy: Policy) -> [Int] {
    guard areFew else { return positions[text] ?? [] }
    return (0..<policy.count(of: list)).filter { policy.text(at: $0, of: list) == text }
  }

  /// All positions of a text, in order, ignoring case.
  func all(like text: String, in policy: Policy) -> [Int] {
    guard areFew else { return foldedPositions[text.lowercased()] ?? [] }
    return (0..<policy.count(of: list)).filter { policy.text(at: $0, of: list)?.isLike(text) == true }
  }
}

extension Policy {
  fileprivate func count(of list: TextIndex.List) -> Int {
    switch list {
    case .sessionNames, .sessionIdentifiers: sessions.count
    case .transferNames, .transferSessions: transfers.count
    case .taskIdentifiers: tasks.count
    case .modeNames: backgroundModes?.value.count ?? 0
    case .permittedIdentifiers: permittedIdentifiers?.value.count ?? 0
    }
  }

  /// Whether several of a list's texts are the same, ignoring case.
  fileprivate func repeatsAny(of list: TextIndex.List) -> Bool {
    let indices = 0..<count(of: list)
    return indices.contains { index in
      guard let text = text(at: index, of: list) else { return false }
      return (0..<index).contains { self.text(at: $0, of: list)?.isLike(text) == true }
    }
  }

  fileprivate func text(at index: Int, of list: TextIndex.List) -> String? {
    switch list {
    case .sessionNames: sessions[index].name.value
    case .sessionIdentifiers: sessions[index].identifier?.value.text
    case .transferNames: transfers[index].name.value
    case .transferSessions: transfers[index].session?.value
    case .taskIdentifiers: tasks[index].identifier?.value.text
    case .modeNames: backgroundModes?.value[index].value.mode?.value
    case .permittedIdentifiers: permittedIdentifiers?.value[index].value.identifier?.value.text
    }
  }
}
