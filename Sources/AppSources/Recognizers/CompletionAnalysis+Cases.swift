extension CompletionAnalysis {
  /// The cases of enumerations that variables and properties certainly have, because the code has just assigned them.
  struct KnownCases {
    /// The name of the case by variable, or by property with `self.` before its name; `nil` for a variable with another value.
    private var cases: [String: String?] = [:]

    /// Notes the value that a variable is declared with.
    mutating func declare(_ name: String, _ value: Expression?) {
      cases[name] = .some(value.flatMap(self.case))
    }

    /// Notes an assignment to a variable or to a property of `self`.
    mutating func assign(_ value: Expression, to target: Expression) {
      guard let path = target.core.path else { return }
      let isVariable = path.count == 1 && cases[path[0]] != nil
      let key = isVariable ? path[0] : path.count == 1 ? "self.\(path[0])" : path.joined(separator: ".")
      cases[key] = self.case(value)
    }

    /// The cases that hold after several ways through the code, of which any may have run.
    func joined(_ others: [KnownCases]) -> KnownCases {
      var joined = self
      joined.cases = cases.filter { entry in others.allSatisfy { $0.cases[entry.key] == entry.value } }
      return joined
    }

    /// The cases that another method of the object sees.
    var ofProperties: KnownCases {
      var own = self
      own.cases = cases.filter { $0.key.hasPrefix("self.") }
      return own
    }

    /// Whether conditions hold; `nil` if that is not known.
    func hold(_ conditions: [Condition]) -> Bool? {
      guard conditions.count == 1, conditions[0].names.isEmpty, conditions[0].pattern == nil,
        case .binary(let sign, let left, let right)? = conditions[0].value?.core.form,
        sign == "==" || sign == "!=", let first = left.core.path?.first?.first, !first.isUppercase,
        let known = self.case(left), let other = self.case(right)
      else { return nil }
      return (known == other) == (sign == "==")
    }

    /// The name of the case that an expression is, or that its variable has.
    private func `case`(_ expression: Expression) -> String? {
      if case .member(nil, let name) = expression.core.form { return name }
      guard let path = expression.core.path else { return nil }
      if path.count == 1 { return cases[path[0]] ?? cases["self.\(path[0])"] ?? nil }
      if path[0].first?.isUppercase ?? false { return path[path.count - 1] }
      return cases[path.joined(separator: ".")] ?? nil
    }
  }
}
