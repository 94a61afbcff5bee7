internal import AppFacts
internal import PolicyModel
internal import Quantities

extension AppImport {
  /// `app.buildSettings`: the settings that the values of a policy refer to, each with its value in each configuration.
  ///
  /// The section also has the settings of property lists, because bgpolicy needs them to compare the property lists with the policy.
  mutating func buildSettings(for policy: [DraftItem]) -> [DraftItem] {
    let texts = policy.compactMap(\.value).flatMap(\.strings)
    let required = Set(texts.flatMap { SettingReferences.names(in: $0) })
    var items: [DraftItem] = []
    for name in required.union(settingsOfFiles).sorted(by: { $0.isBefore($1) }) {
      items += buildSetting(name, isRequired: required.contains(name))
    }
    guard items.contains(where: { $0.key != nil }) else { return items }
    return [.entry("buildSettings", DraftValue(content: .mapping(items)))]
  }

  /// The entries of a policy with a comment before each entry with a build setting that the project does not state, so that the policy has
  /// no errors except errors of the app.
  func suppressingUnstatedSettings(in policy: [DraftItem]) -> [DraftItem] {
    policy.flatMap { item -> [DraftItem] in
      guard case .entry(let key, var value) = item else { return [item] }
      if !value.items.isEmpty, !value.isInline {
        value.content = .mapping(suppressingUnstatedSettings(in: value.items))
        return [.entry(key, value)]
      }
      let isUnstated = value.strings.contains { text in
        SettingReferences.names(in: text, all: key == "bundleIdentifier").contains { !isStated($0) }
      }
      let reason = "the project does not state all of it"
      return (isUnstated ? [.suppression(.identifierUnresolvedVariable, reason: reason)] : []) + [item]
    }
  }

  /// Whether a configuration of the app states the value of a build setting.
  private func isStated(_ name: String) -> Bool {
    app.target.configurations.contains { $0.settings[name]?.string != nil }
  }

  private mutating func buildSetting(_ name: String, isRequired: Bool) -> [DraftItem] {
    let path = "app.buildSettings.\(name)"
    let stated = app.target.configurations.compactMap { configuration in
      configuration.settings[name].map { (configuration: configuration.name, value: $0) }
    }
    let known = stated.filter { $0.value.string != nil }
    guard let first = known.first?.value, let text = first.string else {
      guard isRequired else { return [] }
      let value = stated.first?.value
      return [
        todo(
          path, value?.unstatedText ?? "the project does not state it",
          at: [value?.location ?? app.target.location])
      ]
    }
    var items: [DraftItem] = []
    for (configuration, value) in stated where value.string == nil && isRequired {
      items.append(todo("\(path) in \(configuration)", value.unstatedText, at: [value.location]))
    }
    let locations = known.map(\.value.location)
    let isSame = known.allSatisfy { $0.value.string == text }
    // Xcode replaces a setting without a value with an empty text.
    let missing = app.target.configurations.map(\.name).filter { name in
      !stated.contains { $0.configuration == name }
    }
    if isSame, missing.isEmpty || !isRequired {
      items.append(.entry(name, .string(text).at(locations)))
    } else {
      let entries = app.target.configurations.compactMap { configuration -> DraftItem? in
        if missing.contains(configuration.name) { return .entry(configuration.name, .string("")) }
        return configuration.settings[name]?.string.map { .entry(configuration.name, .string($0)) }
      }
      items.append(.entry(name, DraftValue.inline(entries).at(locations)))
    }
    return items
  }
}
