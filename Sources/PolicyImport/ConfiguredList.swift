internal import AppFacts

extension AppImport {
  /// The elements of a list in a property list, in the configuration that ships.
  ///
  /// An element that differs between configurations keeps its build settings. `nil` if the key is missing.
  mutating func configuredList(
    _ key: String, of target: TargetFact, path: String, in values: (ConfigurationFact) -> [FactEntry]
  ) -> (elements: [DraftValue], open: [DraftItem])? {
    guard let release = target.release, let value = values(release)[key] else { return nil }
    guard let list = value.list else { return ([], [todo(path, value.unstatedText, at: [value.location])]) }
    let peers = peers(of: release, value, in: target, path: path) { values($0)[key] }
    var elements: [DraftValue] = []
    var open: [DraftItem] = []
    for (index, element) in list.enumerated() {
      if let expression = element.expression {
        settingsOfFiles.formUnion(SettingReferences.names(in: expression))
      }
      guard let text = element.string else {
        open.append(todo("\(path)[\(index)]", element.unstatedText, at: [element.location]))
        continue
      }
      let others = peers.compactMap { peer in
        peer.list.count > index && peer.list[index].string != text ? (peer.name, peer.list[index]) : nil
      }.filter { $0.1.string != nil }
      if let spelling = element.spelling, !others.isEmpty || varies(spelling, in: target),
        hasSettingsOfApp(target, in: spelling)
      {
        elements.append(.string(spelling).at(element.location))
        continue
      }
      elements.append(.string(text).at(element.location))
      for (name, other) in others {
        open.append(
          todo("\(path)[\(index)]", "\(name) has \(other.string ?? "another value")", at: [other.location]))
      }
    }
    for peer in peers where peer.list.count != list.count {
      open.append(
        todo(
          path, "\(peer.name) lists \(peer.list.count) values instead of \(list.count)",
          at: [peer.location]))
    }
    return (elements, open)
  }

  /// The lists of the other configurations that use the file of the configuration that ships.
  ///
  /// A policy has one list. If another configuration has a file of its own, a difference in its list is only noted.
  private mutating func peers(
    of release: ConfigurationFact, _ value: FactValue, in target: TargetFact, path: String,
    _ other: (ConfigurationFact) -> FactValue?
  ) -> [(name: String, list: [FactValue], location: FactLocation)] {
    var peers: [(name: String, list: [FactValue], location: FactLocation)] = []
    for configuration in target.configurations where configuration.name != release.name {
      guard let another = other(configuration), let list = another.list else { continue }
      if another.location.file == value.location.file {
        peers.append((configuration.name, list, another.location))
      } else if list.compactMap(\.string) != value.list?.compactMap(\.string) {
        summary.skip(
          "\(path) in \(configuration.name)", because: "a policy has one list for all configurations",
          at: another.location)
      }
    }
    return peers
  }

  /// Whether a setting in a text has different values in the configurations of a target.
  ///
  /// A policy names one file, which is read with the settings of each configuration.
  private func varies(_ text: String, in target: TargetFact) -> Bool {
    SettingReferences.names(in: text).contains { name in
      target.configurations.contains {
        $0.settings[name]?.content != target.release?.settings[name]?.content
      }
    }
  }

  /// Whether the settings in a text have the same values in a target as in the app. A policy has one value of a setting for all targets.
  private func hasSettingsOfApp(_ target: TargetFact, in text: String) -> Bool {
    SettingReferences.names(in: text).allSatisfy { name in
      target.release?.settings[name]?.content == app.target.release?.settings[name]?.content
    }
  }
}

extension DraftValue {
  /// The list with one comment, if all elements have the same location.
  var withCommonLocation: DraftValue {
    guard case .list(var elements) = content, let first = elements.first, !first.locations.isEmpty,
      elements.allSatisfy({ $0.locations == first.locations && $0.remark == nil })
    else { return self }
    for index in elements.indices { elements[index].locations = [] }
    return DraftValue(content: .list(elements)).at(first.locations)
  }
}
