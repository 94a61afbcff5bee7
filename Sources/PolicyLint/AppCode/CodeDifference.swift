internal import AppFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// A property of a session that an app's code sets to another value than the policy.
struct CodeDifference {
  /// The name of the property.
  let name: String
  /// The value in the code. `nil` if the code does not set the property.
  let value: FactValue?
  /// The value in the code as text.
  let inCode: String
  /// The value in the policy as text.
  let inPolicy: String
  /// The property's node in the policy, or the session's node if the policy does not set the property.
  let node: PolicyNode

  /// The first property, in the order of the table, in which a session's code differs from the policy.
  /// `others` are all facts about code that creates the session.
  ///
  /// Some values are not compared: unresolved values, values that are decided at run time, values other than
  /// Booleans, numbers and names, and values in which the facts of `others` differ.
  static func first(
    of fact: CodeFact, among others: [CodeFact], from session: Policy.Session
  ) -> CodeDifference? {
    for property in SessionProperty.all {
      let name = "\(property.name)"
      let value = Self.value(of: name, in: fact)
      guard value == nil || value?.content != nil,
        others.allSatisfy({ Self.value(of: name, in: $0)?.content == value?.content })
      else { continue }
      let inCode = value == nil ? property.defaultSide : value.flatMap(Side.init)
      let declared = property.value(in: session)
      let inPolicy = declared == nil ? property.defaultSide : declared.flatMap(Side.init)
      guard let inCode, let inPolicy, inCode != inPolicy else { continue }
      let key = session.writtenKeys.first { $0.name.isEqual(to: property.name) }
      return CodeDifference(
        name: name, value: value, inCode: inCode.text, inPolicy: inPolicy.text,
        node: key?.node ?? session.name.node)
    }
    return nil
  }

  /// The value of a property, as Swift or Objective-C spells it.
  private static func value(of name: String, in fact: CodeFact) -> FactValue? {
    fact.values.first { $0.key == name || isSpelling($0.key, of: name) }?.value
  }

  /// Whether a spelling is Objective-C's name of a property, such as `discretionary` or
  /// `HTTPMaximumConnectionsPerHost`.
  private static func isSpelling(_ spelling: String, of name: String) -> Bool {
    let lowercased = spelling.lowercased()
    return lowercased == name.lowercased() || "is\(lowercased)" == name.lowercased()
  }

  /// A value that code and policy can both have.
  fileprivate enum Side: Equatable {
    case word(String)
    case milliseconds(Int64)

    init?(_ value: FactValue) {
      switch value.content {
      case .bool(let isTrue): self = .word("\(isTrue)")
      case .number(let number):
        guard let number = Int64(exactly: (number * 1_000).rounded()) else { return nil }
        self = .milliseconds(number)
      case .string(let text): self = .word(text)
      case .null, .list, .dictionary, nil: return nil
      }
    }

    init?(_ value: SessionPropertyValue) {
      switch value {
      case .literal(let text): self.init(policyText: text)
      case .seconds(let time): self = .milliseconds(time.milliseconds)
      case .member(let name): self = .word(name)
      case .string(let text): self = .word(text.value)
      case .none, .shared, .headers, .runtime: return nil
      }
    }

    init?(policyText text: String) {
      if let number = Double(text), let number = Int64(exactly: (number * 1_000).rounded()) {
        self = .milliseconds(number)
      } else if let time = TimeSpan(text) {
        self = .milliseconds(time.milliseconds)
      } else {
        self = .word(text)
      }
    }

    var text: String {
      switch self {
      case .word(let text): text
      case .milliseconds(let number):
        number % 1_000 == 0 ? "\(number / 1_000)" : "\(Double(number) / 1_000)"
      }
    }
  }
}

extension SessionProperty {
  fileprivate var defaultSide: CodeDifference.Side? {
    defaultText.flatMap(CodeDifference.Side.init(policyText:))
  }
}
