internal import PropertyList

/// The build settings of the app and its targets in every build configuration, as far as a policy declares them.
///
/// Xcode substitutes build settings for `$(NAME)` in property lists. A policy can refer to build settings in the same way,
/// and `expansions(of:in:)` returns the resulting strings.
package struct BuildSettings: Sendable {
  /// A build configuration of the app.
  package struct Configuration: Hashable, Sendable {
    /// The configuration's name in Xcode; `nil` represents all configurations that the policy does not list.
    package let name: String?

    /// The configuration in a sentence: `the configuration Debug`.
    package var description: String { name.map { "the configuration \($0)" } ?? "every other configuration" }
  }

  /// The configurations that differ, beginning with the default configuration.
  package let configurations: [Configuration]
  /// The values of the settings, by configuration, process and name.
  private let values: [[String: [String: String]]]
  /// The problems of the values of settings, once for each node.
  let problems: [BuildSettingEvaluation.Problem]

  /// The settings of a policy whose references are not yet substituted.
  init(of policy: Policy) {
    let configurations = Self.configurations(of: policy)
    var values: [[String: [String: String]]] = []
    var problems: [BuildSettingEvaluation.Problem] = []
    for configuration in configurations {
      var byProcess: [String: [String: String]] = [:]
      for process in [Policy.Target.app] + policy.targets.map(\.name.value) {
        let evaluation = BuildSettingEvaluation(policy, of: process, in: configuration)
        byProcess[process] = evaluation.values
        for problem in evaluation.problems where !problems.contains(where: { $0.node == problem.node }) {
          problems.append(problem)
        }
      }
      values.append(byProcess)
    }
    self.configurations = configurations
    self.values = values
    self.problems = problems
  }

  /// The values of a string of a process in each configuration, in order.
  ///
  /// A setting without a value in the policy stays a reference, spelled `$(NAME)`.
  package func expansions(of text: String, in process: String) -> [String] {
    configurations.indices.map { expansion(of: text, in: process, configuration: $0) }
  }

  /// The value of a string of a process in the configuration at an index.
  package func expansion(of text: String, in process: String, configuration index: Int) -> String {
    guard BuildSettingReference.mayBe(in: text) else { return text }
    let known = values[index][process] ?? [:]
    return BuildSettingReference.expanded(text) { known[$0.key] }
  }

  /// Whether a process has a value for the setting of a reference in a configuration.
  func hasValue(for reference: BuildSettingReference, in process: String, configuration index: Int) -> Bool {
    values[index][process]?[reference.key] != nil
  }

  /// A string with `*` in place of each reference.
  package static func pattern(of text: String) -> String {
    BuildSettingReference.parts(of: text).map { part in
      switch part {
      case .text(let text): String(text)
      case .reference: "*"
      }
    }.joined()
  }

  /// A string with each reference spelled `$(NAME)`, because other tools give braces another meaning.
  package static func inParentheses(_ text: String) -> String {
    BuildSettingReference.mayBe(in: text) ? BuildSettingReference.expanded(text) { _ in nil } : text
  }

  /// Whether a string contains a reference, which has no value after substitution.
  package func hasReference(in text: String) -> Bool { BuildSettingReference.mayBe(in: text) }

  /// Whether a string has the same value in every configuration.
  package func isSame(_ text: String, in process: String) -> Bool {
    let all = expansions(of: text, in: process)
    return all.dropFirst().allSatisfy { $0.isExactly(all[0]) }
  }

  // MARK: - Configurations

  /// The configurations that a policy lists, and an entry for all other configurations, unless settings have values for the
  /// listed configurations only.
  private static func configurations(of policy: Policy) -> [Configuration] {
    guard let app = policy.app?.value else { return [Configuration(name: nil)] }
    var names: [String] = []
    func note(_ name: String) { if !names.contains(name) { names.append(name) } }
    for configuration in app.configurations { note(configuration.name.value) }
    for target in policy.targets {
      for configuration in target.configurations { note(configuration.name.value) }
    }
    var areSettingsGivenByName = false
    for setting in app.buildSettings {
      guard case .byConfiguration(let values) = setting.value else { continue }
      areSettingsGivenByName = true
      for value in values { note(value.configuration) }
    }
    guard !names.isEmpty else { return [Configuration(name: nil)] }
    let own = BuildSettingReference.all(in: app.bundleIdentifier?.value ?? "")
    let hasOwnIdentifier =
      !own.contains(where: \.isBundleIdentifier)
      || app.buildSettings.contains { $0.name.value == BuildSettingReference.bundleIdentifier }
    let isComplete = names.count > 1 && (areSettingsGivenByName || !hasOwnIdentifier)
    guard isComplete else { return [Configuration(name: nil)] + names.map { Configuration(name: $0) } }
    // The released configuration is the default.
    let first = names.firstIndex(of: "Release") ?? names.count - 1
    return ([names[first]] + names[..<first] + names[(first + 1)...]).map { Configuration(name: $0) }
  }
}

extension BuildSettingReference {
  /// The name for looking up values: both names of the bundle identifier have the same key.
  var key: String { isBundleIdentifier ? Self.bundleIdentifier : name }

  /// A string with values substituted for references. References without a value stay, spelled `$(NAME)`.
  static func expanded(_ text: String, _ value: (BuildSettingReference) -> String?) -> String {
    var result = ""
    for part in parts(of: text) {
      switch part {
      case .text(let text): result += text
      case .reference(let reference):
        let value = reference.unknownOperator == nil ? value(reference) : nil
        result += value.map(reference.applied) ?? reference.normalized
      }
    }
    return result
  }
}
