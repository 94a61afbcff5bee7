internal import AppFacts

/// Applies platforms and templates to the targets of a spec, in the order in which XcodeGen does.
///
/// https://github.com/yonaskolb/XcodeGen: `Template.swift` and `Target.swift`
struct SpecTargets {
  /// The maximum nesting of templates.
  private static let maximumDepth = 32

  let files: ProjectFiles
  let merging: SpecMerging
  private let templates: [String: ValueNode]

  /// The targets of a spec whose included specs are merged.
  init(of spec: ValueNode, _ files: ProjectFiles, _ merging: SpecMerging) {
    self.files = files
    self.merging = merging
    let entries = spec["targetTemplates"]?.entries ?? []
    // XcodeGen reads all of the templates or none.
    templates =
      entries.allSatisfy { $0.value.isDictionary }
      ? Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last } : [:]
  }

  func resolved(_ targets: ValueNode) -> ValueNode {
    guard case .dictionary(let entries) = targets.content else { return targets }
    if let other = entries.first(where: { !$0.value.isDictionary }) {
      files.leaveOutCode(
        targets.file.location(of: other.offset),
        "\(other.key) is no target, so XcodeGen applies no template and no list of platforms",
        isRefused: true)
    }
    // A target may have several platforms itself, or by a template.
    let resolved = entries.flatMap(platforms).map { entry in
      ValueEntry(entry.key, at: entry.offset, withTemplates(entry.value, name: entry.key))
    }.flatMap(platforms)
    var names: Set<String> = []
    if let twin = resolved.first(where: { !names.insert($0.key).inserted }) {
      files.leaveOutCode(
        targets.file.location(of: twin.offset), "Two targets are called \(twin.key)", isRefused: true)
    }
    return ValueNode(.dictionary(resolved), in: targets.file, at: targets.offset)
  }

  // MARK: Platforms

  /// A target for each of its platforms, if they are a list.
  private func platforms(of entry: ValueEntry) -> [ValueEntry] {
    let target = entry.value
    guard let list = target["platform"], case .list(let items) = list.content,
      items.allSatisfy({ $0.string != nil })
    else { return [entry] }
    let names = Set(list.strings)
    if let other = names.subtracting(SpecProject.platforms).min() {
      files.leaveOutCode(list.location, "The platform \(other) is not known")
    }
    return SpecProject.platforms.filter(names.contains).compactMap { platform in
      func text(_ text: String) -> ValueNode { ValueNode(.string(text), in: target.file, at: list.offset) }
      var result = SpecVariables(["platform": platform], files).replaced(
        in: target.setting("platform", to: nil))
      let name =
        (result["platformPrefix"]?.string ?? "") + entry.key
        + (result["platformSuffix"]?.string ?? "_\(platform)")
      let nothing = ValueNode(.dictionary([]), in: target.file, at: target.offset)
      let settings = result["settings"] ?? nothing
      let hasParts = SpecSettings.hasParts(settings)
      let own = hasParts ? settings["base"] ?? nothing : settings
      if own["PRODUCT_NAME"] == nil {
        let named = own.setting("PRODUCT_NAME", to: text(entry.key))
        result = result.setting("settings", to: hasParts ? settings.setting("base", to: named) : named)
      }
      if let versions = target["deploymentTarget"], versions.isDictionary {
        result = result.setting("deploymentTarget", to: versions[platform])
      }
      result = result.setting("platform", to: text(platform)).setting("productName", to: text(entry.key))
      return ValueEntry(name, at: entry.offset, result)
    }
  }

  // MARK: Templates

  private func withTemplates(_ target: ValueNode, name: String) -> ValueNode {
    var found = FoundTemplates()
    collect(target, into: &found, at: target, depth: 0)
    guard !found.names.isEmpty else { return target }
    var base = ValueNode(.dictionary([]), in: target.file, at: target.offset)
    for template in found.names.compactMap({ templates[$0] }) { base = merging.merged(template, onto: base) }
    let result = SpecVariables(["target_name": name], files).replaced(in: merging.merged(target, onto: base))
    return SpecVariables(attributes(of: result), files).replaced(in: result)
  }

  /// The attributes of a target, which XcodeGen applies if all of them are texts.
  private func attributes(of target: ValueNode) -> [String: String] {
    var attributes: [String: String] = [:]
    for entry in target["templateAttributes"]?.entries ?? [] {
      guard let text = entry.value.string else { return [:] }
      if entry.value.mayBeNoText {
        files.leaveOutCode(
          entry.value.location, "Whether the attribute \(entry.key) is a text is not known without quotes")
      }
      attributes[entry.key] = text
    }
    return attributes
  }

  /// The templates of a target and the templates of these templates, each once, in the order in which they
  /// are merged.
  private struct FoundTemplates {
    var names: [String] = []
    var known: Set<String> = []
    /// The place of the next template.
    var index = 0
  }

  private func collect(
    _ value: ValueNode, into found: inout FoundTemplates, at target: ValueNode, depth: Int
  ) {
    guard let list = value["templates"] else { return }
    guard case .list(let items) = list.content, items.allSatisfy({ $0.string != nil && !$0.mayBeNoText })
    else {
      files.leaveOutCode(list.location, "The templates are no list of texts")
      return
    }
    guard items.isEmpty || depth < Self.maximumDepth else {
      files.refuse(target.location, "More than \(Self.maximumDepth) templates are in a row")
      return
    }
    for name in list.strings where !found.known.contains(name) {
      guard merging.take(1, at: target.location) else { return }
      guard let template = templates[name] else {
        files.leaveOutCode(target.location, "The template \(name) is missing")
        continue
      }
      found.known.insert(name)
      found.names.insert(name, at: found.index)
      collect(template, into: &found, at: target, depth: depth + 1)
      found.index += 1
    }
  }
}
