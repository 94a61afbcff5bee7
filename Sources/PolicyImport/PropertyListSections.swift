internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

// The sections `backgroundModes` and `permittedIdentifiers`, which are written if they differ from the derived lists.

extension AppImport {
  /// The entries of the two sections. A section that the rest of the policy implies is left out.
  mutating func propertyListSections(of policy: [DraftItem]) -> [DraftItem] {
    guard let release = app.target.release else { return [] }
    guard isInfoPlistKnown(release) else {
      guard let file = release.infoPlist else { return [] }
      return [
        todo(
          "backgroundModes", "the Info.plist was not read, so the modes and identifiers are derived",
          at: [file.string.map { FactLocation(file: $0) } ?? file.location])
      ]
    }
    let identifiers = section(
      "permittedIdentifiers", of: PlatformFacts.InfoPlistKey.permittedIdentifiers,
      derived: Self.policy(policy)?.effectivePermittedIdentifiers.map(\.text) ?? [])
    // Legacy fetch needs a mode, and depends on the identifiers.
    let modes = section(
      "backgroundModes", of: PlatformFacts.InfoPlistKey.backgroundModes,
      derived: Self.policy(policy + identifiers)?.placedBackgroundModes.map(\.value) ?? [])
    return permittingUnstated(modes, identifiers, of: policy) + identifiers
  }

  /// The background modes, with a comment if the app permits only identifiers that the project does not state, so that the policy has no
  /// errors except errors of the app.
  private func permittingUnstated(
    _ modes: [DraftItem], _ identifiers: [DraftItem], of policy: [DraftItem]
  ) -> [DraftItem] {
    let key = PlatformFacts.InfoPlistKey.permittedIdentifiers
    guard let index = modes.firstIndex(where: { $0.value?.strings.contains("processing") ?? false }),
      !(app.target.release?.infoPlistValues[key]?.list ?? []).isEmpty,
      Self.policy(policy + modes + identifiers)?.permitsSomeIdentifier == false
    else { return modes }
    var all = modes
    all.insert(
      .suppression(
        "bg-mode-processing-no-identifiers", reason: "the Info.plist permits identifiers that are open here"),
      at: index)
    return all
  }

  /// Whether a dependency may register a permitted identifier that no code of the app names: the app has the dependency register its tasks
  /// without naming the identifiers.
  private func mayBeOfDependency(_ identifier: String) -> Bool {
    let registrations = facts(.taskRegistration).map(\.fact)
    return registrations.contains { $0["dependency"] != nil && $0["identifier"]?.content == nil }
      && !(registrations + facts(.taskRequest).map(\.fact)).contains { fact in
        fact["identifier"]?.string.map { expanded($0) == expanded(identifier) } ?? false
      }
  }

  /// Whether the app permits an identifier of a dependency whose task needs a background mode.
  private var permitsTaskOfDependency: Bool {
    let key = PlatformFacts.InfoPlistKey.permittedIdentifiers
    let identifiers = app.target.release?.infoPlistValues[key]?.list ?? []
    return identifiers.contains { identifier in
      guard let text = identifier.string else { return false }
      return PlatformFacts.dependencyTask(expanded(text))?.value.mode != nil
    }
  }

  private static func policy(_ draft: [DraftItem]) -> Policy? {
    PolicyReader.read(SourceText(name: "", text: DraftYAML.text(of: draft, head: []))).policy
  }

  /// Whether the keys of the Info.plist are known, so that a missing key is known to be missing.
  func isInfoPlistKnown(_ configuration: ConfigurationFact) -> Bool {
    if !configuration.infoPlistValues.isEmpty { return true }
    return configuration.infoPlist?.string.map { files.contains($0) && unreadReasons[$0] == nil } ?? false
  }

  private mutating func section(_ section: String, of key: String, derived: [String]) -> [DraftItem] {
    let written = configuredList(key, of: app.target, path: section) { $0.infoPlistValues }
    let list = written ?? ([], [])
    let texts = list.elements.compactMap(\.text)
    let isDerived =
      list.open.isEmpty && Set(texts.map { expanded($0) }) == Set(derived.map { expanded($0) })
    let isMissing = section == "backgroundModes" && texts.isEmpty && permitsTaskOfDependency
    guard !isDerived || isMissing else { return [] }
    var elements = list.elements
    for index in elements.indices where section == "permittedIdentifiers" {
      guard let text = elements[index].text,
        PlatformFacts.dependencyTask(expanded(text)) != nil || mayBeOfDependency(text)
      else { continue }
      elements[index] = DraftValue.inline(["identifier": .string(text), "owner": .string("sdk")])
        .at(elements[index].locations)
    }
    // An empty list would state that the file has no values.
    guard !elements.isEmpty || list.open.isEmpty else { return list.open }
    if section == "backgroundModes" {
      elements = elements.map { element in
        let mode = withReason(element)
        guard let name = mode.text, !derived.contains(name),
          isOfDependency(mode: name, besidesPushes: hasPush)
        else { return mode }
        return DraftValue.inline(["mode": .string(name), "owner": .string("sdk")])
          .at(mode.locations, remark: mode.remark)
      }
    }
    var value = DraftValue(content: .list(elements)).withCommonLocation
    if written == nil {
      let file = app.target.release?.infoPlist?.string.map { FactLocation(file: $0) }
      value = value.at(file ?? app.target.location, remark: "no \(key)")
    }
    return list.open + [.entry(section, value)]
  }
}
