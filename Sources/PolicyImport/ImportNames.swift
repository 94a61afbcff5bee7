internal import PolicyModel

/// Names of declarations that are unique and valid in Swift.
struct ImportNames {
  private var taken: Set<String> = []

  init(taken: Set<String> = []) { self.taken = taken }

  /// The first candidate that is not taken; if all are taken, the first candidate with a number.
  mutating func name(_ candidates: [String], otherwise fallback: String) -> String {
    let names = candidates.compactMap(Self.key(of:)) + [fallback]
    let name = names.first { !taken.contains($0) } ?? numbered(names[0])
    taken.insert(name)
    return name
  }

  private func numbered(_ name: String) -> String {
    var number = 2
    while taken.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }

  /// The names that an identifier suggests: its last part, then increasingly more of its last parts.
  static func candidates(identifier: String, bundleIdentifier: String?) -> [String] {
    var text = identifier[...]
    for prefix in ["$(PRODUCT_BUNDLE_IDENTIFIER)", bundleIdentifier].compactMap(\.self)
    where text.hasPrefix(prefix + ".") {
      text = text.dropFirst(prefix.count + 1)
    }
    let parts = text.split { $0 == "." || $0 == "*" || $0 == "/" }.map(String.init)
    return (1...max(parts.count, 1)).map { parts.suffix($0).joined(separator: "-") }
  }

  /// A text as a key such as `photoUpload`; `nil` if no part of the text can be part of a name.
  static func key(of text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    guard let first = words.first else { return nil }
    let name =
      lowercasedHead(of: String(first))
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let isUsable = name.first?.isNumber == false && SwiftName.of(name) == name
    return isUsable ? name : nil
  }

  /// A word that starts with a lowercase letter: `shareExtension` for `ShareExtension`, `urlUpload` for `URLUpload`.
  private static func lowercasedHead(of word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }
    guard capitals.count > 1, capitals.count < word.count else {
      return capitals.lowercased() + word.dropFirst(capitals.count)
    }
    // The last capital begins the next word, unless a digit follows it.
    let after = word[capitals.endIndex]
    let count = after.isNumber ? capitals.count : capitals.count - 1
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  /// The words of a name such as `PhotosShareExtension`. A word starts at a capital, and after a character that is not a letter or a digit.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var previous: Character = " "
    for character in name {
      let isPart = character.isLetter || character.isNumber
      if isPart {
        let begins =
          !(previous.isLetter || previous.isNumber) || character.isUppercase && previous.isLowercase
        if begins || words.isEmpty { words.append("") }
        words[words.count - 1].append(character)
      }
      previous = character
    }
    return words
  }

  /// A name for a Swift type; `nil` if no part of the text can be part of a name.
  static func typeName(of text: String) -> String? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard let first = name.first else { return nil }
    return first.isNumber ? "App\(name)" : name
  }
}

extension ImportNames {
  /// Unique names for the files of policies.
  struct FileNames {
    private var taken: Set<String> = []

    /// The maximum number of characters of an app's name in a file's name. File systems limit the length of the whole name.
    private static let longestStem = 200

    /// The name of the file for an app. The name consists of printable ASCII characters, and starts with neither a dot nor a dash.
    mutating func name(for app: String) -> String {
      let words = app.unicodeScalars.split { !("!"..."~").contains($0) || $0 == "/" }.map(String.init)
      let stem = words.joined(separator: "-").drop { $0 == "-" || $0 == "." }.prefix(Self.longestStem)
      let plain = stem.isEmpty ? "app" : String(stem)
      var name = plain
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(plain)-\(number)"
        number += 1
      }
      return "\(name).bgpolicy.yaml"
    }
  }
}
