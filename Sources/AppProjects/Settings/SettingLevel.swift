internal import AppFacts
internal import Quantities

/// A value given to a build setting.
struct SettingAssignment {
  let name: String
  let conditions: [SettingCondition]
  /// The text, in which references are not resolved.
  let value: String
  let location: FactLocation
}

/// A condition of an assignment: `[sdk=iphoneos*]`.
struct SettingCondition: Equatable {
  let parameter: String
  let pattern: String
}

/// A file that may assign settings and could not be read.
struct SettingGap {
  /// The place that refers to the file.
  let location: FactLocation
  /// The program that generates the file, if the names of its settings are known; `nil` for a file that a person writes.
  let generator: Generator?
  /// The only setting whose value is not known; `nil` if any setting may have another value.
  let name: String?
  /// Whether the file does not exist in the folder that is read, so that whoever builds the app writes it.
  let isMissing: Bool

  /// A program that generates configuration files, which repositories do not contain.
  enum Generator {
    case cocoaPods, flutter
  }

  init(
    location: FactLocation, generator: Generator? = nil, of name: String? = nil, isMissing: Bool = false
  ) {
    self.location = location
    self.generator = generator
    self.name = name
    self.isMissing = isMissing
  }

  /// Whether the file may replace the value of a setting.
  func mayAssign(_ name: String) -> Bool {
    // Xcode itself sets these settings, and no file replaces them.
    guard !Self.namesOfXcode.contains(name), self.name == nil || self.name == name else { return false }
    switch generator {
    // The lists that CocoaPods assigns, such as `OTHER_SWIFT_FLAGS`, begin with `$(inherited)` and so keep the value of the
    // levels below. https://github.com/CocoaPods/CocoaPods: lib/cocoapods/target/build_settings.rb
    case .cocoaPods: return name.hasPrefix("PODS_") || name == "CODE_SIGN_IDENTITY"
    // https://github.com/flutter/flutter: packages/flutter_tools/lib/src/ios/xcode_build_settings.dart
    case .flutter:
      return ["FLUTTER_", "DART_"].contains(where: name.hasPrefix) || Self.namesOfFlutter.contains(name)
    case nil: return true
    }
  }

  private static let namesOfXcode: Set<String> = [
    "CONFIGURATION", "PROJECT", "PROJECT_DIR", "PROJECT_FILE_PATH", "PROJECT_NAME", "SOURCE_ROOT", "SRCROOT",
    "TARGETNAME", "TARGET_NAME",
  ]
  private static let namesOfFlutter: Set<String> = [
    "COCOAPODS_PARALLEL_CODE_SIGN", "EXCLUDED_ARCHS", "PACKAGE_CONFIG", "SWIFT_PACKAGE_MANAGER_ENABLED",
    "TRACK_WIDGET_CREATION", "TREE_SHAKE_ICONS",
  ]
}

/// The settings of one source: a target, a project, or the configuration file of a target or project.
struct SettingLevel {
  /// The position of an assignment in its level.
  typealias Index = Int

  private var items: [Item] = []
  private var assignments: [String: [Index]] = [:]
  private var gaps: [Index] = []

  private enum Item {
    case assignment(SettingAssignment)
    case gap(SettingGap)
  }

  /// The names of the settings that the level assigns.
  var names: some Sequence<String> { assignments.keys }

  /// The texts that the level assigns to a setting, whatever their conditions are.
  func values(of name: String) -> [String] {
    (assignments[name] ?? []).compactMap { index in
      if case .assignment(let assignment) = items[index] { assignment.value } else { nil }
    }
  }

  /// The names of settings that are not for flags, and whose values may have flags.
  private(set) var namesWithFlags: Set<String> = []

  mutating func append(_ assignment: SettingAssignment) {
    if OtherFlags.mayBe(in: assignment) { namesWithFlags.insert(assignment.name) }
    assignments[assignment.name, default: []].append(items.count)
    items.append(.assignment(assignment))
  }

  mutating func append(_ gap: SettingGap) {
    gaps.append(items.count)
    items.append(.gap(gap))
  }

  mutating func append(contentsOf level: SettingLevel) {
    for item in level.items {
      switch item {
      case .assignment(let assignment): append(assignment)
      case .gap(let gap): append(gap)
      }
    }
  }

  /// The number of assignments and gaps.
  var count: Int { items.count }

  /// The assignments of a setting before an index, and the gaps before the index that may assign the setting, from the last to the first.
  ///
  /// The sequence is lazy, because most of the time only the first candidate counts.
  func candidates(
    for name: String, before end: Index?
  ) -> some Sequence<(index: Index, candidate: Candidate)> {
    let end = end ?? items.count
    return sequence(
      state: (
        own: Self.prefix(of: assignments[name] ?? [], before: end), gaps: Self.prefix(of: gaps, before: end)
      )
    ) { state -> (index: Index, candidate: Candidate)? in
      while true {
        let isOwn = (state.own.last ?? -1) > (state.gaps.last ?? -1)
        guard let index = isOwn ? state.own.popLast() : state.gaps.popLast() else { return nil }
        switch items[index] {
        case .assignment(let assignment): return (index, .assignment(assignment))
        case .gap(let gap) where gap.mayAssign(name): return (index, .gap(gap))
        case .gap: continue
        }
      }
    }
  }

  /// The indices before an end. The indices have to be sorted.
  private static func prefix(of indices: [Index], before end: Index) -> ArraySlice<Index> {
    var (low, high) = (0, indices.count)
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < end { low = middle + 1 } else { high = middle }
    }
    return indices[..<low]
  }

  enum Candidate {
    case assignment(SettingAssignment)
    case gap(SettingGap)
  }
}

extension SettingLevel {
  /// The settings of a dictionary: `buildSettings` of a project file.
  ///
  /// If several keys assign a setting, keys with conditions take precedence, and among them the last key in alphabetical order, as in
  /// Xcode.
  init(_ dictionary: ValueNode?) {
    let sorted = (dictionary?.entries ?? []).enumerated().sorted { left, right in
      left.element.key == right.element.key
        ? left.offset < right.offset
        : left.element.key.utf8.lexicographicallyPrecedes(right.element.key.utf8)
    }
    var former: ValueEntry?
    for (_, entry) in sorted {
      guard let value = entry.value.settingText else { continue }
      let (name, conditions) = SettingCondition.split(entry.key)
      append(
        SettingAssignment(name: name, conditions: conditions, value: value, location: entry.value.location))
      // Of two values of one key, Xcode may take either value.
      if let former, former.key == entry.key, !RepeatedKeys.isEqual(former.value, entry.value) {
        append(SettingGap(location: entry.value.location, of: name))
      }
      former = entry
    }
  }
}

extension SettingCondition {
  /// The name and the conditions of `NAME[sdk=iphoneos*][config=Debug]`.
  static func split(_ key: String) -> (name: String, conditions: [SettingCondition]) {
    guard let bracket = key.firstIndex(of: "[") else { return (key, []) }
    let conditions = key[bracket...].split(separator: "[").flatMap { part in
      let all = part.prefix { $0 != "]" }.split(separator: ",").map { condition in
        let equals = condition.firstIndex(of: "=") ?? condition.endIndex
        return SettingCondition(
          parameter: String(condition[..<equals]), pattern: String(condition[equals...].dropFirst()))
      }
      // Some builds take a comma for the end of a condition. In other builds, an assignment with a comma
      // never counts.
      return all.count > 1 ? all + [SettingCondition(parameter: ",", pattern: "")] : all
    }
    return (String(key[..<bracket]).trimmed, conditions)
  }
}
