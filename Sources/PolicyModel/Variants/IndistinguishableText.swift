internal import PropertyList

/// A string of the generated code that differs between two configurations with the same bundle identifier.
package struct IndistinguishableText: Sendable {
  /// The node of the string.
  package let text: PolicyNode
  /// The value of the build setting that makes the difference.
  package let setting: Located<String>
  /// The target's name, or `Target.app`.
  package let process: String
  /// The bundle identifier in both configurations; `nil` if the policy has no bundle identifier.
  package let bundleIdentifier: String?
  /// The two configurations.
  package let configurations: (String, String)
}

extension Policy {
  /// The strings that differ between configurations that the generated code can't distinguish.
  package var indistinguishableTexts: [IndistinguishableText] {
    let settings = buildSettings
    let variants = allVariants
    return generatedTexts.compactMap { text in
      let values = settings.expansions(of: text.text, in: text.process)
      for later in values.indices {
        for earlier in values.indices.prefix(later) where !values[earlier].isExactly(values[later]) {
          let identifiers = [earlier, later].map { variants[$0].bundleIdentifier(of: text.process) }
          let names = [earlier, later].map { settings.configurations[$0].description }.sorted()
          guard identifiers[0] == identifiers[1],
            let setting = setting(thatMakes: text, differFrom: earlier, in: later, settings)
          else { continue }
          return IndistinguishableText(
            text: text.node, setting: setting, process: text.process, bundleIdentifier: identifiers[0],
            configurations: (names[0], names[1]))
        }
      }
      return nil
    }
  }

  /// The strings that appear in the generated Swift, as written.
  private var generatedTexts: [SettingText] {
    var texts: [SettingText] = []
    var policy = self
    policy.mapTexts { text in
      let written = written(Located(text.text, at: text.node))
      if text.isGenerated, BuildSettingReference.mayBe(in: written) {
        texts.append(SettingText(text: written, node: text.node, process: text.process))
      }
      return text.text
    }
    return texts
  }

  /// The bundle identifier of a process, with build settings substituted.
  package func bundleIdentifier(of process: String) -> String? {
    process == Policy.Target.app
      ? app?.value.bundleIdentifier?.value
      : target(named: process)?.bundleIdentifier?.value
  }

  /// The value of a setting that makes a string differ between two configurations.
  private func setting(
    thatMakes text: SettingText, differFrom earlier: Int, in later: Int, _ settings: BuildSettings
  ) -> Located<String>? {
    var seen: Set<String> = []
    var names = BuildSettingReference.all(in: text.text).map(\.name)
    while let name = names.popLast() {
      guard seen.insert(name).inserted,
        let setting = app?.value.buildSettings.first(where: { $0.name.value == name })
      else { continue }
      switch setting.value {
      case .same(let value): names += BuildSettingReference.all(in: value.value).map(\.name)
      case .byConfiguration(let values):
        // The first configuration by name is taken, so that the order in the policy does not matter.
        let names = [earlier, later].compactMap { settings.configurations[$0].name }.sorted()
        guard names.count == 2, let value = values.last(where: { $0.configuration == names[0] })?.value else {
          continue
        }
        let expanded = settings.expansion(of: "$(\(name))", in: text.process, configuration: later)
        let other = settings.expansion(of: "$(\(name))", in: text.process, configuration: earlier)
        if !expanded.isExactly(other) { return value }
      }
    }
    return nil
  }
}
