/// The Swift name of a method.
struct SwiftName: Hashable, Sendable {
  let name: String
  /// The labels of the arguments: `nil` for an argument without a label, `-` for an argument that Swift does not have.
  let labels: [String?]

  init(name: String, labels: [String?]) {
    self.name = name
    self.labels = labels
  }

  /// Parses a name of the form `name(label:_:)`.
  private init(text: String) {
    let parts = text.split(separator: "(", maxSplits: 1)
    name = String(parts.first ?? "")
    labels = (parts.last ?? "").dropLast().split(separator: ":").map { $0 == "_" ? nil : String($0) }
  }

  /// The initializer that a class method of one of Apple's types is in Swift; `nil` if the method is not an initializer.
  init?(factory selector: String) {
    guard let known = AppleNames.factories[selector] else { return nil }
    self.init(text: known)
  }

  /// The name of a method with a selector, whoever declares it.
  init(selector: String) {
    if let known = AppleNames.methods[selector] {
      self.init(text: known)
      return
    }
    let parts = selector.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let first = parts[0]
    let rest = parts.dropFirst().dropLast().map { $0.isEmpty ? nil : $0 }
    guard selector.hasSuffix(":") else {
      self.init(name: Self.isInitializer(first) ? "init" : first, labels: [])
      return
    }
    if Self.isInitializer(first) {
      let label = first.hasPrefix("initWith") ? first.dropFirst(8) : first.dropFirst(4)
      self.init(name: "init", labels: [label.isEmpty ? nil : AppleNames.lowercased(label)] + rest)
    } else if first == "URLSession" {
      self.init(name: "urlSession", labels: [nil] + rest)
    } else {
      self.init(name: first, labels: [nil] + rest)
    }
  }

  private static func isInitializer(_ name: String) -> Bool {
    name.hasPrefix("init") && (name.count == 4 || name.dropFirst(4).first?.isUppercase ?? false)
  }
}

extension SwiftName {
  private static let prepositions: [String] = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
    "given",
    "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to",
    "until",
    "using", "via", "when", "with", "within",
  ]

  /// The selector by which Objective-C calls a function of Swift.
  var selector: String {
    var text = name
    for (index, label) in labels.enumerated() {
      let label = label ?? ""
      guard index == 0 else {
        text += label + ":"
        continue
      }
      let capital = label.prefix(1).uppercased() + label.dropFirst()
      let isPreposition = Self.prepositions.contains { word in
        label.hasPrefix(word)
          && (label.count == word.count || label.dropFirst(word.count).first?.isUppercase ?? false)
      }
      text += (label.isEmpty ? "" : isPreposition && name != "init" ? capital : "With" + capital) + ":"
    }
    return text
  }

  /// The name by which Swift calls a method of Objective-C; `nil` if the name consists of the selector's parts.
  ///
  /// The compiler splits the first part before its last preposition, and leaves out the words of a parameter's type.
  init?(importing selector: String, _ types: [String?]) {
    let parts = selector.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard selector.hasSuffix(":"), AppleNames.methods[selector] == nil, types.count == parts.count - 1 else {
      return nil
    }
    let plain = SwiftName(selector: selector)
    var labels = plain.labels
    for index in labels.indices.dropFirst() {
      labels[index] = labels[index].map { Self.without(types[index], in: $0) }
    }
    guard plain.name != "init" else {
      labels[0] = labels[0].map { Self.without(types[0], in: $0) }
      self.init(name: "init", labels: labels)
      return
    }
    let words = parts[0].words
    guard
      let split = words.indices.dropFirst().last(where: { Self.prepositions.contains(words[$0].lowercased()) }
      )
    else {
      self.init(name: Self.without(types[0], in: parts[0]), labels: labels)
      return
    }
    let label = AppleNames.lowercased(words[split...].joined()[...])
    labels[0] = Self.without(types[0], in: label)
    self.init(name: words[..<split].joined(), labels: labels)
  }

  /// A name without the type at its end: `with` for `withURL`, and `load` for `loadFeed`.
  private static func without(_ type: String?, in name: String) -> String {
    guard let type, name.hasSuffix(type), name.count > type.count else { return name }
    return String(name.dropLast(type.count))
  }
}

extension String {
  /// The words of a name, each with its capital.
  fileprivate var words: [String] {
    var words: [String] = []
    for letter in self {
      if words.isEmpty || letter.isUppercase && words.last?.last?.isUppercase != true {
        words.append(String(letter))
      } else {
        words[words.count - 1].append(letter)
      }
    }
    return words
  }
}
