internal import AppFacts
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

/// A property list of the app, with the values that the policy decides for it.
package struct ComparedFile: Sendable {
  /// The kind of property list.
  let kind: AppFile.Kind
  let path: String
  /// The path in the policy that names the file. If several processes share the file, the first path.
  let named: Located<FilePath>
  /// The content of the file.
  let document: PropertyListDocument
  /// The values that the policy requires, for all processes that share the file.
  let entries: [PropertyListEntry]
  /// The names of the processes that share the file.
  let processes: [String]
  /// The keys that some devices read in place of other keys, by the replaced keys.
  private let replacements: [String: [String]]
  private let source: SourceID
  private let settings: BuildSettings
  private let configuration: Int

  /// The app's readable property lists. A file that several processes share occurs once.
  static func all(of policy: Policy, _ appFiles: [AppFile]) -> [ComparedFile] {
    var files: [ComparedFile] = []
    for (index, file) in appFiles.enumerated() {
      let isSame = { (other: AppFile) in other.path == file.path && other.kind == file.kind }
      guard case .propertyList(let document, let source) = file.content,
        !appFiles[..<index].contains(where: isSame)
      else { continue }
      let shared = appFiles.filter(isSame)
      let entries = PropertyListEntry.combined(shared.map(\.entries)).map {
        $0.inConfiguration(policy.configurationIndex)
      }
      files.append(
        ComparedFile(
          kind: file.kind, path: file.path, named: file.named, document: document, entries: entries,
          processes: shared.map(\.process),
          replacements: file.kind == .infoPlist ? replacements(of: entries.map(\.key), in: document) : [:],
          source: source, settings: policy.buildSettings, configuration: policy.configurationIndex))
    }
    return files
  }

  private static func replacements(
    of wanted: [String], in document: PropertyListDocument
  ) -> [String: [String]] {
    guard case .dictionary(let keys)? = try? document.value(at: []) else { return [:] }
    return keys.reduce(into: [:]) { all, key in
      guard wanted.contains(where: key.hasPrefix), let replaced = PropertyListKey.replacedKey(by: key) else {
        return
      }
      if all[replaced]?.contains(key) != true { all[replaced, default: []].append(key) }
    }
  }

  /// The keys that devices read for a key: the key itself, and the keys that some devices read in its place,
  /// such as `UIBackgroundModes~ipad`. The key itself is left out if it is missing and both iPhone and iPad
  /// have a key of their own.
  func keys(readFor key: String) -> [String] {
    guard let others = replacements[key] else { return [key] }
    let areComplete = ["~iphone", "~ipad"].allSatisfy { others.contains(key + $0) }
    if areComplete, case .success(nil) = value(of: key) { return others }
    return [key] + others
  }

  /// The value that the policy requires for a key. `nil` if the policy requires no value.
  func entry(_ key: String) -> PropertyListEntry? { entries.first { $0.key == key } }

  /// The value of a key. `success(nil)` if the key is missing, and a failure if the key is repeated.
  func value(of key: String) -> Result<PropertyListValue?, PropertyListProblem> { value(at: [key]) }

  /// The value at a path of keys through dictionaries. `success(nil)` if a key of the path is missing.
  func value(at path: [String]) -> Result<PropertyListValue?, PropertyListProblem> {
    do throws(PropertyListProblem) {
      return .success(try document.value(at: path))
    } catch {
      return .failure(error)
    }
  }
}

// MARK: - Arrays

extension ComparedFile {
  /// A string of an array in the file.
  struct Item: Sendable {
    /// The place of the string in the file.
    let range: Range<Int>
    /// The string as the file has it.
    let written: String
    /// The string after replacing the build settings that the policy knows.
    let text: String

    /// The string for a message.
    var shown: String { written.isEmpty ? "\"\"" : written }

    /// Whether the string contains a build setting that the policy doesn't know.
    var isUnresolved: Bool { text.isUnresolved }

    /// Whether the string may cover other strings.
    var isWildcard: Bool { text.utf8.contains(UInt8(ascii: "*")) }
  }

  /// The strings of a key's array. `nil` if the key is missing or its value is not an array.
  func items(of key: String) -> [Item]? {
    guard case .success(.array(let values)) = value(of: key) else { return nil }
    let locations = document.locations(of: key)
    return values.enumerated().compactMap { index, value in
      guard case .string(let written) = value else { return nil }
      let text = settings.expansion(of: written, in: processes[0], configuration: configuration)
      let range =
        locations.map { $0.items.indices.contains(index) ? $0.items[index] : $0.value } ?? start
      return Item(range: range, written: written, text: text)
    }
  }

  /// The items that the policy requires in a key's array and that the file lacks. Items that an unknown build
  /// setting may provide are left out, and so are items that an item with a wildcard covers.
  private func missingItems(
    of key: String, _ wanted: [ListItem], isCovered: (ListItem, Item) -> Bool
  ) -> [ListItem] {
    let items: [Item]
    switch value(of: key) {
    case .success(nil): items = []
    case .success(.array): items = self.items(of: key) ?? []
    // Values of other types are reported as malformed.
    default: return []
    }
    // Only texts with a build setting or a wildcard stand for other texts.
    let known = Set(items.map { Array($0.text.utf8) })
    let open = items.filter { $0.isUnresolved || $0.isWildcard }
    return wanted.filter { wanted in
      !wanted.text.isUnresolved && !known.contains(Array(wanted.text.utf8))
        && !open.contains { $0.text.mayBecome(wanted.text) || isCovered(wanted, $0) }
    }
  }

  /// The items of a key's array that the policy doesn't know. Items with an unknown build setting are left
  /// out, and so are items with a wildcard that cover an item of the policy.
  private func surplusItems(
    of key: String, _ wanted: [ListItem], isCovered: (ListItem, Item) -> Bool
  ) -> [Item] {
    guard let items = items(of: key) else { return [] }
    // A single file may list the identifiers of several configurations.
    let known = Set(wanted.flatMap(\.texts).map { Array($0.utf8) })
    let open = wanted.filter { $0.texts.contains(where: \.isUnresolved) }
    return items.filter { item in
      !item.isUnresolved && !known.contains(Array(item.text.utf8))
        && !open.contains { $0.texts.contains { $0.mayBecome(item.text) } }
        && !(item.isWildcard && wanted.contains { isCovered($0, item) })
    }
  }

  /// A diagnostic for each string that a key's array lacks. `message` is the text before the string, and
  /// `reason` describes the policy's value.
  func missing(
    from key: String, message: String, because reason: String, in context: RuleContext,
    isCovered: (ListItem, Item) -> Bool = { _, _ in false }
  ) -> [Diagnostic] {
    guard case .list(let wanted)? = entry(key)?.value else { return [] }
    return keys(readFor: key).flatMap { read in
      let (place, cure) =
        read == key
        ? ("", "or run `bgpolicy compile --merge`")
        : (" in \(read), which some devices read instead", "or remove this key")
      return missingItems(of: read, wanted, isCovered: isCovered).map { item in
        diagnostic(
          at: .key(read), path: [read, item.written], message: "\(message) \(item.text)\(place)",
          help: "add it to \(read), \(cure)",
          related: [(context.location(of: item.node), reason)], in: context
        ).about(absent: item.text)
      }
    }
  }

  /// The maximum number of strings of an array that have a diagnostic of their own.
  private static let mostSurplus = 100

  /// A diagnostic for each string of a key's array that the policy doesn't know; `message` ends before the string, and `list` is the
  /// policy's list. The last diagnostic counts the strings beyond ``mostSurplus``.
  func surplus(
    of key: String, message: String, help: String, list: (location: DiagnosticLocation, message: String)?,
    in context: RuleContext, isCovered: (ListItem, Item) -> Bool = { _, _ in false }
  ) -> [Diagnostic] {
    guard case .list(let wanted)? = entry(key)?.value else { return [] }
    let items = keys(readFor: key).flatMap { read in
      surplusItems(of: read, wanted, isCovered: isCovered).map { (key: read, item: $0) }
    }
    return items.prefix(Self.mostSurplus).enumerated().map { index, found in
      let item = found.item
      let others = index == Self.mostSurplus - 1 ? items.count - Self.mostSurplus : 0
      return diagnostic(
        at: .item(item), path: [found.key, item.written],
        message:
          "\(message) \(item.shown)\(others > 0 ? " and \(others) more" : ""), but the policy does not",
        help: help, related: [list ?? naming], in: context
      ).about(surplus: item.text)
    }
  }
}

// MARK: - Diagnostics

extension ComparedFile {
  enum FileLocation {
    /// The key of an entry. If the key is missing, the start of the root dictionary.
    case key(String)
    /// The value of a key.
    case value(String)
    /// An element of a key's array.
    case item(Item)
    /// The byte at an offset; `nil` if the offset is not known.
    case offset(Int?)
  }

  /// A diagnostic in the file. `path` is the path of the value from the file's root.
  func diagnostic(
    at location: FileLocation, path: [String], message: String, help: String? = nil,
    related: [(location: DiagnosticLocation, message: String)] = [], severity: Severity? = nil,
    in context: RuleContext
  ) -> Diagnostic {
    Diagnostic(
      rule: context.rule, span: span(of: location), path: Self.path(path), message: message, help: help,
      related: related.map { Related(span: context.nodes.span(at: $0.location), message: $0.message) },
      severity: severity)
  }

  /// The related location at which the policy names the file.
  var naming: (location: DiagnosticLocation, message: String) {
    (.value(named.node), "the file is named here")
  }

  func span(of location: FileLocation) -> Span { Span(source: source, range(of: location)) }

  private var start: Range<Int> { document.rootTag ?? 0..<0 }

  /// The range of a location; a binary file has no lines, so all its locations are its start.
  private func range(of location: FileLocation) -> Range<Int> {
    switch location {
    case .key(let key): return document.locations(of: key)?.key ?? start
    case .value(let key): return document.locations(of: key)?.value ?? start
    case .item(let item): return item.range
    case .offset(let offset): return offset.map { $0..<$0 } ?? 0..<0
    }
  }

  /// The keys of a path as findings show them. A key that contains a dot is in quotation marks.
  private static func path(_ keys: [String]) -> String {
    keys.map { $0.contains { ".[]\"".contains($0) } ? "\"\($0.replacing("\"", with: "\\\""))\"" : $0 }
      .joined(separator: ".")
  }
}
