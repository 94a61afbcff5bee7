internal import AppFacts
internal import PolicySyntax
internal import Quantities

/// Reads `.xcconfig` files and the files that they include.
final class ConfigurationFileReader {
  /// The maximum nesting of includes.
  private static let maximumDepth = 32
  /// The maximum number of assignments; an included file counts each time that a file includes it.
  private static let maximumCount = 100_000

  private let files: ProjectFiles
  private var read: [String: SettingLevel] = [:]
  /// The lines of each file, which other files may include many times.
  private var lines: [String: ConfigurationFileLines] = [:]
  private var count = 0

  init(_ files: ProjectFiles) { self.files = files }

  /// The settings of a file; `reference` is the place that refers to the file.
  func level(of path: String, folder: String, reference: FactLocation) -> SettingLevel {
    let key = "\(path)\n\(folder)"
    if let level = read[key] { return level }
    var level = SettingLevel()
    count = 0
    add(path, to: &level, includedFrom: [], folder: folder, reference: reference, isOptional: false)
    read[key] = level
    return level
  }

  /// Adds the assignments of a file, or a gap if the file can't be read.
  private func add(
    _ path: String, to level: inout SettingLevel, includedFrom ancestors: [String], folder: String,
    reference: FactLocation, isOptional: Bool
  ) {
    guard let file = files.text(of: path) else {
      let isThere = files.contains(path)
      if isOptional, !isThere, !files.containsInOtherCase(path) { return }
      let pods = path.firstRange(of: "Pods/Target Support Files/")
      let isOfFlutter = ["Flutter/Generated.xcconfig", "ephemeral/Flutter-Generated.xcconfig"].contains(
        where: path.hasSuffix)
      if isThere {
        files.note(
          FactLocation(file: path), "It can't be read; build settings that it may state are unresolved")
      } else if isOfFlutter {
        files.note(
          FactLocation(file: path), "Flutter has not written it; the settings that it states are unresolved")
      } else if let pods {
        files.note(
          FactLocation(file: String(path[..<path.index(before: pods.upperBound)])),
          "CocoaPods has not written its configuration files; settings that they state are unresolved")
      } else {
        files.note(
          FactLocation(file: path), "It is missing; build settings that it may state are unresolved")
      }
      level.append(
        SettingGap(
          location: reference,
          generator: isThere ? nil : pods != nil ? .cocoaPods : isOfFlutter ? .flutter : nil,
          isMissing: !files.containsInOtherCase(path)))
      return
    }
    let lines = self.lines[path] ?? ConfigurationFileLines(file)
    self.lines[path] = lines
    for line in lines.items {
      count += 1
      guard count <= Self.maximumCount else {
        files.refuse(reference, "The included files assign more than \(Self.maximumCount) settings")
        level.append(SettingGap(location: reference))
        return
      }
      switch line {
      case .assignment(let assignment): level.append(assignment)
      case .problem(let location, let reason): files.note(location, reason)
      case .include(let name, let isOptional, let location):
        include(
          name, to: &level, from: ancestors + [path], folder: folder, at: location, isOptional: isOptional)
      }
    }
  }

  private func include(
    _ name: String, to level: inout SettingLevel, from ancestors: [String], folder: String,
    at location: FactLocation, isOptional: Bool
  ) {
    // A path from Xcode's own folder.
    let name = name.hasPrefix("<") ? "/" + name : name
    // Xcode looks in the folder of the file, then in the folders of the files that include it.
    let folders = ancestors.reversed().map(AppPath.folder) + [folder]
    let names = AppPath.fileExtension(of: name).isEmpty ? [name, name + ".xcconfig"] : [name]
    let candidates = folders.flatMap { folder in names.compactMap { AppPath.joined(folder, $0) } }
    guard let first = candidates.first else {
      let leadsBack = folders.contains { files.mayLeadBack(name, from: $0) }
      guard !isOptional || leadsBack else { return }
      let reason = "The included file \(name) is outside of the folder"
      if leadsBack { files.leaveOutCode(location, reason) } else { files.note(location, reason) }
      level.append(SettingGap(location: location, isMissing: name.hasPrefix("/<")))
      return
    }
    let path =
      candidates.first(where: files.contains) ?? candidates.first(where: files.containsInOtherCase) ?? first
    if ancestors.contains(path) {
      // Xcode skips an include that leads back to its own file, with a warning.
      files.note(location, "The included file \(name) includes this one")
      return
    }
    guard ancestors.count < Self.maximumDepth else {
      files.refuse(location, "Files are included deeper than \(Self.maximumDepth) levels")
      level.append(SettingGap(location: location))
      return
    }
    add(
      path, to: &level, includedFrom: ancestors, folder: folder, reference: location, isOptional: isOptional)
  }
}

/// The lines of an `.xcconfig` file.
struct ConfigurationFileLines {
  /// A line with content.
  enum Item {
    case assignment(SettingAssignment)
    case include(String, isOptional: Bool, FactLocation)
    /// A line that is neither an assignment nor an include, with the reason.
    case problem(FactLocation, String)
  }

  private(set) var items: [Item] = []

  init(_ file: TextFile) {
    // Vertical tabs and form feeds are spaces to Xcode.
    let text = String(decoding: file.bytes.map { $0 == 0x0b || $0 == 0x0c ? 0x20 : $0 }, as: UTF8.self)
    var number = 0
    // An assignment whose value continues on the next line.
    var open: (name: String, conditions: [SettingCondition], values: [String], location: FactLocation)?
    func assignment() -> Item? {
      open.map {
        .assignment(
          SettingAssignment(
            name: $0.name, conditions: $0.conditions,
            value: $0.values.filter { !$0.isEmpty }.joined(separator: " "), location: $0.location))
      }
    }
    let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    // https://github.com/swiftlang/swift-build: MacroConfigFileParser.swift
    for whole in body.split(omittingEmptySubsequences: false, whereSeparator: Self.endsLine) {
      number += 1
      let line = Self.withoutComment(whole)
      if open != nil {
        let (value, continues) = Self.value(of: line)
        open?.values.append(value)
        if !continues {
          if let item = assignment() { items.append(item) }
          open = nil
        }
        continue
      }
      let trimmed = line.trimmed
      guard let first = trimmed.first else { continue }
      let start = line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count
      let location = FactLocation(file: file.path, line: number, column: start + 1)
      if first == "#" {
        items.append(Self.directive(trimmed.dropFirst().trimmed, at: location))
        continue
      }
      guard let (name, conditions, rest) = Self.key(of: trimmed) else {
        items.append(.problem(location, "The line is neither an assignment nor an include"))
        continue
      }
      let (value, continues) = Self.value(of: rest[...])
      let valueColumn =
        start + trimmed.unicodeScalars.count - rest.unicodeScalars.count
        + rest.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count + 1
      open = (
        name, conditions, [value], FactLocation(file: file.path, line: number, column: valueColumn)
      )
      if !continues {
        if let item = assignment() { items.append(item) }
        open = nil
      }
    }
    if let item = assignment() { items.append(item) }
  }

  private static func endsLine(_ character: Character) -> Bool {
    ["\n", "\r", "\r\n", "\u{2028}", "\u{2029}"].contains(character)
  }

  /// A line up to `//`, which starts a comment.
  private static func withoutComment(_ line: Substring) -> Substring {
    var previous: Character?
    for index in line.indices {
      if line[index] == "/", previous == "/" { return line[..<line.index(before: index)] }
      previous = line[index]
    }
    return line
  }

  /// A value without a semicolon at its end, and whether the value continues on the next line.
  private static func value(of text: Substring) -> (String, continues: Bool) {
    var value = text.trimmed
    if value.hasSuffix(";") { value = value.dropLast().trimmed }
    guard value.hasSuffix("\\") else { return (value, false) }
    return (value.dropLast().trimmed, true)
  }

  private static func directive(_ text: String, at location: FactLocation) -> Item {
    let word = text.prefix { $0 != " " && $0 != "\t" && $0 != "\"" }
    let rest = text.dropFirst(word.count).trimmed
    guard word == "include" || word == "include?" else {
      return .problem(location, "The directive #\(word) is not known")
    }
    guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
      return .problem(location, "The name of the included file is not in quotation marks")
    }
    let name = String(rest[rest.index(after: rest.startIndex)..<end])
    return .include(name, isOptional: word == "include?", location)
  }

  /// The name, the conditions and the rest of the line after the equals sign.
  private static func key(of line: String) -> (String, [SettingCondition], String)? {
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    guard let first = name.first, !first.isNumber else { return nil }
    func withoutSpaces(_ text: Substring) -> Substring { text.drop { $0 == " " || $0 == "\t" } }
    var rest = withoutSpaces(line[name.endIndex...])
    var conditions = ""
    while rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      conditions += rest[...end]
      rest = withoutSpaces(rest[rest.index(after: end)...])
    }
    guard rest.first == "=" else { return nil }
    return (String(name), SettingCondition.split("X" + conditions).conditions, String(rest.dropFirst()))
  }
}
