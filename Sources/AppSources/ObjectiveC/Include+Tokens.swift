internal import PolicySyntax

extension Include {
  /// The includes of a file, including the includes in its types and bodies.
  static func all(in tokens: [CToken]) -> [Include] {
    var found: [Include] = []
    var isInImplementation = false
    // For each open brace, whether it only groups declarations, as `extern "C" {` does.
    var braces: [Bool] = []
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "@implementation": isInImplementation = true
      case "@end": isInImplementation = false
      case "{":
        let isOfNamespace = index > 1 && ["namespace", "extern"].contains(tokens[index - 2].text)
        braces.append(isOfNamespace || index > 0 && tokens[index - 1].text == "namespace")
      case "}": _ = braces.popLast()
      default: break
      }
      guard let directive = token.directive, ["import", "include", "include_next"].contains(directive.name)
      else { continue }
      found.append(
        Include(
          of: directive.tokens[...], isInside: isInImplementation || braces.contains(false),
          line: token.position.line))
    }
    return found
  }

  /// The files that macros name, by macro.
  static func filesOfMacros(in tokens: [CToken]) -> [String: [Include]] {
    var files: [String: [Include]] = [:]
    for token in tokens {
      guard let directive = token.directive, directive.name == "define", directive.tokens.count > 1 else {
        continue
      }
      let file = Include(of: directive.tokens.dropFirst(), isInside: false, line: token.position.line)
      if file.name != nil { files[directive.tokens[0].text, default: []].append(file) }
    }
    return files
  }

  private init(of tokens: ArraySlice<CToken>, isInside: Bool, line: Int) {
    let first = tokens.first?.text ?? ""
    let name: String? =
      if first.hasPrefix("\"") {
        String(first.dropFirst().dropLast())
      } else if first == "<" {
        tokens.dropFirst().prefix { $0.text != ">" }.map(\.text).joined()
      } else {
        nil
      }
    self.init(
      name: name, macro: name == nil ? first : nil, isQuoted: first.hasPrefix("\""), isInside: isInside,
      line: line)
  }
}
