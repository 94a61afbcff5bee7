internal import AppFacts
internal import PlatformFacts

/// The calls in a file that save and read items of the keychain, and the calls that work in the background makes.
extension ScriptFile {
  /// The calls that save items, and for a package with a type also the calls that make its objects.
  func savedItems(_ storage: PluginStorage, _ constants: [String: String?]) -> [KeychainItem] {
    let names = storage.writes.union([storage.type].compactMap(\.self))
    return items(storage, named: names, in: tokens.indices, constants)
  }

  /// The calls in a range that read items.
  func readItems(
    _ storage: PluginStorage, in range: Range<Int>, _ constants: [String: String?]
  ) -> [KeychainItem] {
    items(storage, named: storage.reads, in: range, constants)
  }

  private func items(
    _ storage: PluginStorage, named names: Set<String>, in range: Range<Int>, _ constants: [String: String?]
  ) -> [KeychainItem] {
    range.compactMap { index in
      guard tokens[index].kind == .name else { return nil }
      let name =
        imports[tokens[index].text].map { $0.name == "*" ? tokens[index].text : $0.name }
        ?? tokens[index].text
      guard names.contains(name), let end = argumentsEnd(after: index),
        name == storage.type ? isImported(storage.package) : isCall(of: storage, at: index)
      else { return nil }
      let arguments = (index + 2)..<end
      let key: FactValue? =
        storage.type == nil
        ? value(of: .first, in: arguments, constants)
        : name == storage.type ? nil : value(of: .named("key"), in: arguments, constants)
      return KeychainItem(
        name: name, key: key?.string, isLocked: isLocked(arguments, storage),
        isWrite: storage.writes.contains(name),
        asksForSystem: asksForSystem, location: location(tokens[index]))
    }
  }

  /// Whether a call is a call of a package that keeps items, by its import, or by the name of an object that the file makes.
  private func isCall(of storage: PluginStorage, at index: Int) -> Bool {
    let receiver = receiver(before: index)
    guard let type = storage.type else {
      if let receiver { return imports[receiver]?.package == storage.package }
      return imports[tokens[index].text].map { $0.package == storage.package && $0.name != "*" } ?? false
    }
    return isImported(storage.package) && receiver.map { $0 == type || members.types[$0] == type } ?? false
  }

  /// Whether an item that a call with some arguments saves can't be read while the device is locked; `nil` if the arguments do not show it.
  private func isLocked(_ arguments: Range<Int>, _ storage: PluginStorage) -> Bool? {
    let parts = parts(of: arguments)
    let options: Range<Int>?
    if let label = storage.options {
      options = parts.first { tokens[$0.lowerBound].text == label }
    } else {
      options = parts.count > 2 ? parts[2] : nil
    }
    guard let options else { return true }
    let isWritten =
      storage.options == nil
      ? tokens[options.lowerBound].text == "{" : options.contains { tokens[$0].text == "(" }
    guard isWritten, !options.contains(where: { tokens[$0].text == "." && tokens[$0 - 1].text == "." }) else {
      return nil
    }
    guard let option = options.first(where: { tokens[$0].text == storage.option }) else { return true }
    let value = (option + 1..<options.upperBound).prefix { ![",", "}", ")"].contains(tokens[$0].text) }
    guard value.count > 1,
      value.allSatisfy({ $0 == option + 1 || tokens[$0].kind == .name || tokens[$0].text == "." }),
      let last = value.last
    else { return nil }
    return storage.lockedValues.contains(tokens[last].text) ? true : nil
  }

  /// The arguments in a range, without the commas between them.
  private func parts(of arguments: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = arguments.lowerBound
    var place = start
    while place < arguments.upperBound {
      if tokens[place].text == ",", tokens[place].kind == .mark {
        if start < place { parts.append(start..<place) }
        start = place + 1
      }
      place = (brackets.ends[place] ?? place) + 1
    }
    if start < arguments.upperBound { parts.append(start..<arguments.upperBound) }
    return parts
  }

  // MARK: - Work in the background

  /// The arguments of the calls of some functions, and whether an argument is only the name of a function.
  func arguments(ofCallsOf functions: [PluginFunction]) -> [(range: Range<Int>, isName: Bool)] {
    let own = Dictionary(grouping: functions) { $0.name }
    return tokens.indices.flatMap { index -> [(range: Range<Int>, isName: Bool)] in
      guard tokens[index].kind == .name else { return [] }
      let name =
        imports[tokens[index].text].map { $0.name == "*" ? tokens[index].text : $0.name }
        ?? tokens[index].text
      guard let named = own[name], let end = argumentsEnd(after: index),
        named.contains(where: { isCall(of: $0, at: index) })
      else { return [] }
      return parts(of: (index + 2)..<max(end, index + 2)).map { part in
        let hasLabel = part.count > 2 && tokens[part.lowerBound + 1].text == ":"
        let value = (hasLabel ? part.lowerBound + 2 : part.lowerBound)..<part.upperBound
        return (value, value.allSatisfy { tokens[$0].kind == .name || tokens[$0].text == "." })
      }
    }
  }

  /// The name of the function that a token calls, or that an argument is, and the name before the dot.
  func called(at index: Int, isName: Bool) -> (name: String, receiver: String?)? {
    guard tokens[index].kind == .name, index + 1 < tokens.count else { return nil }
    let next = tokens[index + 1].text
    let receiver = receiver(before: index)
    guard next == "(" || isName && [",", ")"].contains(next) else { return nil }
    // The object of a call in parentheses, or of an element, has no name.
    if receiver == nil, index > 0, tokens[index - 1].text == "." { return nil }
    let name = tokens[index].text
    guard receiver == nil, let imported = imports[name] else { return (name, receiver) }
    return imported.name == "*" ? (name, nil) : (imported.name, nil)
  }

  /// Whether a name stands for another file of the app as a whole: `import * as auth from './auth'`.
  func isOfOwnModule(_ name: String) -> Bool {
    imports[name].map {
      $0.name == "*" && $0.package.hasPrefix(".") && !members.functions.contains { $0.owner == name }
    }
      ?? false
  }
}
