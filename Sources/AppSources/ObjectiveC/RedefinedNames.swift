internal import AppFacts

/// The names that the code itself defines or undefines with `#define` and `#undef`, such as `DEBUG`.
///
/// The build settings do not decide on a condition with such a name. The definitions of a header count for all files, because any file may
/// include the header.
struct RedefinedNames {
  private let own: [String: Set<String>]
  private let shared: Set<String>

  /// The names in the outlines of files.
  init(_ files: [FileIndex]) {
    var own: [String: Set<String>] = [:]
    var shared: Set<String> = []
    for file in files {
      guard let outline = file.outline else { continue }
      if file.path.hasSuffix(".m") || file.path.hasSuffix(".mm") {
        own[file.path] = outline.definitions
      } else {
        shared.formUnion(outline.definitions)
      }
    }
    self.own = own
    self.shared = shared
  }

  /// The fact, with a mark at each of its conditions that the code itself decides.
  func marked(_ fact: CodeFact) -> CodeFact {
    let file = fact.location.file
    guard !file.hasSuffix(".swift") else { return fact }
    func marked(_ conditions: [String]) -> [String] {
      conditions.map { mentions($0, in: file) ? "\($0), which the code defines" : $0 }
    }
    func marked(_ value: FactValue) -> FactValue {
      guard !value.variants.isEmpty else { return value }
      return FactValue(
        value.content, value.resolution, at: value.location, expression: value.expression,
        pattern: value.pattern, variants: value.variants.map { .init(marked($0.conditions), $0.value) })
    }
    let hasVariants = fact.values.contains { !$0.value.variants.isEmpty }
    guard !fact.conditions.isEmpty || hasVariants else { return fact }
    return CodeFact(
      fact.kind, at: fact.location, scope: fact.scope, conditions: marked(fact.conditions), reach: fact.reach,
      moments: fact.moments, values: fact.values.map { FactEntry($0.key, marked($0.value)) })
  }

  private func mentions(_ condition: String, in file: String) -> Bool {
    func isDefined(_ name: String) -> Bool { shared.contains(name) || own[file]?.contains(name) == true }
    return condition.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { isDefined(String($0)) }
      || ConditionText.systems.contains { name, text in
        // A negation of `TARGET_OS_IPHONE` is the text of `TARGET_OS_OSX`.
        isDefined(name) && condition.contains(text.drop { $0 == "!" })
      }
  }
}
