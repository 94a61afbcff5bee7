/// The values of the build settings of one process in one configuration.
struct BuildSettingEvaluation {
  /// The known values of settings, by name.
  private(set) var values: [String: String] = [:]
  /// The problems of values, except references to unknown settings.
  private(set) var problems: [Problem] = []

  /// A value that can't be substituted.
  struct Problem: Hashable {
    enum Kind: Hashable {
      /// The value refers back to itself, through these names.
      case cycle([String])
      /// The value's chain of references is too long.
      case tooDeep
      /// The value is too long after substitution.
      case tooLong
    }

    /// The node of the value.
    let node: PolicyNode
    /// The reason.
    let kind: Kind
  }

  private let texts: [String: Located<String>]
  private let bundleIdentifier: Located<String>?
  /// The names of the settings that have been evaluated, with or without a value.
  private var known: Set<String> = []
  /// The settings from the requested setting to the setting that is being evaluated.
  private var chain: [String] = []

  /// The longest value in bytes, which is more than any identifier has. Without a limit, values that double at each step would
  /// fill the memory.
  static let longestValue = 1_024
  /// The longest chain of references, which is longer than in any project and short enough for the stack.
  static let longestChain = 64
  /// The key for a setting named `PRODUCT_BUNDLE_IDENTIFIER`, which the app's bundle identifier may refer to.
  private static let settingOfBundleIdentifier = "setting " + BuildSettingReference.bundleIdentifier

  init(_ policy: Policy, of process: String, in configuration: BuildSettings.Configuration) {
    var texts: [String: Located<String>] = [:]
    for setting in policy.app?.value.buildSettings ?? [] {
      let isBundleIdentifier = setting.name.value == BuildSettingReference.bundleIdentifier
      // A target's bundle identifier never comes from the app's build setting.
      if isBundleIdentifier, process != Policy.Target.app { continue }
      let name = isBundleIdentifier ? Self.settingOfBundleIdentifier : setting.name.value
      switch setting.value {
      case .same(let value): texts[name] = value
      case .byConfiguration(let values):
        texts[name] = values.last { $0.configuration == configuration.name }?.value
      }
    }
    self.texts = texts
    bundleIdentifier = policy.writtenBundleIdentifier(of: process, in: configuration)
    _ = value(of: BuildSettingReference.bundleIdentifier)
    for name in texts.keys.sorted() { _ = value(of: name) }
  }

  private mutating func value(of name: String) -> String? {
    let isBundleIdentifier = name == BuildSettingReference.bundleIdentifier
    guard let text = isBundleIdentifier ? bundleIdentifier : texts[name] else { return nil }
    if known.contains(name) { return values[name] }
    if let start = chain.firstIndex(of: name) {
      // The app's bundle identifier may refer to the build setting with the same name.
      if chain.last == name, isBundleIdentifier, texts[Self.settingOfBundleIdentifier] != nil {
        return value(of: Self.settingOfBundleIdentifier)
      }
      let round = chain[start...] + [name]
      let closing = round[round.index(round.endIndex, offsetBy: -2)]
      let node = closing == BuildSettingReference.bundleIdentifier ? bundleIdentifier : texts[closing]
      if let node { problems.append(Problem(node: node.node, kind: .cycle(round.map(Self.spelling)))) }
      return nil
    }
    guard chain.count < Self.longestChain else {
      problems.append(Problem(node: text.node, kind: .tooDeep))
      return nil
    }
    chain.append(name)
    defer { chain.removeLast() }
    var isKnown = true
    let result = BuildSettingReference.expanded(text.value) { reference in
      let value = value(of: reference.key)
      if value == nil { isKnown = false }
      return value
    }
    known.insert(name)
    isKnown = isKnown && !BuildSettingReference.all(in: text.value).contains { $0.unknownOperator != nil }
    guard isKnown else { return nil }
    guard result.utf8.count <= Self.longestValue else {
      problems.append(Problem(node: text.node, kind: .tooLong))
      return nil
    }
    values[name] = result
    return result
  }

  private static func spelling(_ name: String) -> String {
    name == settingOfBundleIdentifier ? BuildSettingReference.bundleIdentifier : name
  }
}

extension Policy {
  /// The bundle identifier of a process in a configuration, as written in the policy.
  func writtenBundleIdentifier(
    of process: String, in configuration: BuildSettings.Configuration
  ) -> Located<String>? {
    let target = target(named: process)
    let configurations = process == Policy.Target.app ? app?.value.configurations : target?.configurations
    let own = configurations?.last { $0.name.value == configuration.name }?.bundleIdentifier
    return own ?? (process == Policy.Target.app ? app?.value.bundleIdentifier : target?.bundleIdentifier)
  }
}
