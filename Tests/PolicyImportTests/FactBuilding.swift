import AppFacts

// Short spellings of facts, so that a sample app reads like the app.

/// A place by `file:line`.
func at(_ text: String) -> FactLocation {
  let parts = text.split(separator: ":")
  return FactLocation(file: String(parts[0]), line: parts.count > 1 ? Int(parts[1]) ?? 0 : 0, column: 0)
}

/// A text that a file states at a place.
func text(_ text: String, _ place: String, from expression: String? = nil) -> FactValue {
  FactValue(.string(text), expression == nil ? .literal : .expression, at: at(place), expression: expression)
}

func number(_ number: Double, _ place: String) -> FactValue {
  FactValue(.number(number), .literal, at: at(place))
}

func bool(_ isTrue: Bool, _ place: String) -> FactValue {
  FactValue(.bool(isTrue), .literal, at: at(place))
}

func list(_ values: [FactValue], _ place: String) -> FactValue {
  FactValue(.list(values), .literal, at: at(place))
}

func unresolved(_ expression: String, _ place: String, pattern: String? = nil) -> FactValue {
  FactValue(nil, .unresolved, at: at(place), expression: expression, pattern: pattern)
}

/// A list of texts, each on a line of its own in a property list; the first text is on the line `line`.
func lines(_ texts: [String], _ file: String, from line: Int) -> FactValue {
  list(texts.enumerated().map { text($1, "\(file):\(line + $0)") }, "\(file):\(line - 1)")
}

/// A fact from code, at a place.
func fact(
  _ kind: FactKind, _ place: String, in scope: [String] = [], conditions: [String] = [],
  reach: CodeFact.Reach = .reached,
  moments: [Moment] = [], _ values: KeyValuePairs<String, FactValue> = [:]
) -> CodeFact {
  CodeFact(
    kind, at: at(place), scope: scope, conditions: conditions, reach: reach, moments: moments,
    values: values.map { FactEntry($0.key, $0.value) })
}

func entries(_ values: KeyValuePairs<String, FactValue>) -> [FactEntry] {
  values.map { FactEntry($0.key, $0.value) }
}
