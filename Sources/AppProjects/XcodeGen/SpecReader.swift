internal import AppFacts
internal import Quantities

/// Reads XcodeGen's specs, with included specs merged and templates of targets applied.
///
/// https://github.com/yonaskolb/XcodeGen: `Docs/ProjectSpec.md`
struct SpecReader {
  /// The maximum nesting of includes and templates.
  private static let maximumDepth = 32

  /// The maximum number of values that includes and templates put together.
  private static let maximumValues = 500_000

  let files: ProjectFiles
  /// The specs that other specs include.
  private(set) var included: Set<String> = []
  /// The number of values that have been put together so far.
  private var values = 0
  /// The specs of files, with included specs merged.
  private var specs: [String: ValueNode?] = [:]
  /// The templates of the spec that is read, with their own templates applied.
  private var templates: [String: ValueNode] = [:]

  init(_ files: ProjectFiles) { self.files = files }

  /// Merges a value onto another value, unless the limit for values is exceeded.
  private mutating func merged(_ own: ValueNode, onto base: ValueNode) -> ValueNode {
    guard values <= Self.maximumValues else { return own }
    values += own.count + base.count
    guard values <= Self.maximumValues else {
      files.refuse(
        FactLocation(file: own.file.path),
        "Includes and templates put more than \(Self.maximumValues) values together")
      return own
    }
    return own.merged(onto: base)
  }

  /// The spec of a file. If the file can't be read, the result is `nil`, and the reason is noted.
  mutating func spec(_ path: String) -> ValueNode? {
    guard let spec = merged(path, ancestors: []) else { return nil }
    templates = [:]
    return spec.mapping(["targets"]) { targets in
      let templates = spec["targetTemplates"]
      guard case .dictionary(let entries) = targets.content else { return targets }
      let resolved = entries.map { entry in
        ValueEntry(
          entry.key, at: entry.offset,
          withTemplates(entry.value, templates, ancestors: []).replacing(["target_name": entry.key]))
      }
      return ValueNode(.dictionary(resolved), in: targets.file, at: targets.offset)
    }
  }

  // MARK: Includes

  private mutating func merged(_ path: String, ancestors: [String]) -> ValueNode? {
    guard !ancestors.contains(path) else {
      files.note(FactLocation(file: path), "The file includes itself")
      return nil
    }
    guard ancestors.count < Self.maximumDepth else {
      files.refuse(FactLocation(file: path), "Specs are included deeper than \(Self.maximumDepth) levels")
      return nil
    }
    if let known = specs[path] { return known }
    let spec = read(path, ancestors: ancestors)
    specs[path] = spec
    return spec
  }

  private mutating func read(_ path: String, ancestors: [String]) -> ValueNode? {
    // Other tools have files with such names, too.
    let own = YAMLValues.root(of: path, files) { root in
      !ancestors.isEmpty || root["targets"] != nil || root["include"] != nil
    }
    guard let own else { return nil }
    var base: ValueNode?
    for include in own["include"].map(Self.items) ?? [] {
      guard let name = include.string(or: "path") else { continue }
      // An include with any other condition depends on environment variables.
      if let isEnabled = include["enable"] {
        if case .bool(false) = isEnabled.content { continue }
        if case .string = isEnabled.content {
          files.leaveOutCode(isEnabled.location, "The condition of the included file \(name) is not known")
          continue
        }
      }
      guard let target = AppPath.joined(AppPath.folder(of: path), name) else {
        files.leaveOutCode(include.location, "The included file \(name) is outside of the folder")
        continue
      }
      guard files.text(of: target) != nil else {
        files.leaveOutCode(include.location, "The included file \(name) is missing")
        continue
      }
      guard var spec = merged(target, ancestors: ancestors + [path]) else {
        if target != path, !ancestors.contains(target) {
          files.leaveOutCode(include.location, "The included file \(name) can't be read")
        }
        continue
      }
      included.insert(target)
      var isRelative = true
      if case .bool(false)? = include["relativePaths"]?.content { isRelative = false }
      if isRelative {
        let prefix = Self.relativeFolder(of: target, from: path)
        if !prefix.isEmpty { spec = SpecPaths.prefixed(spec, with: prefix) }
      }
      base = base.map { merged(spec, onto: $0) } ?? spec
    }
    guard let base else { return own }
    return merged(own, onto: base)
  }

  /// The folder of an included file, relative to the folder of the file that includes it.
  private static func relativeFolder(of path: String, from other: String) -> String {
    let folder = AppPath.folder(of: path).pathNames
    let start = AppPath.folder(of: other).pathNames
    let common = zip(folder, start).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: start.count - common) + folder.dropFirst(common).map(String.init))
      .joined(separator: "/")
  }

  // MARK: Templates

  private mutating func withTemplates(
    _ target: ValueNode, _ templates: ValueNode?, ancestors: [String]
  ) -> ValueNode {
    guard let names = target["templates"]?.strings, !names.isEmpty else { return target }
    var base: ValueNode?
    for name in names {
      guard let resolved = template(name, of: target, templates, ancestors: ancestors) else { continue }
      base = base.map { merged(resolved, onto: $0) } ?? resolved
    }
    var attributes: [String: String] = [:]
    let result = base.map { merged(target, onto: $0) } ?? target
    for entry in result["templateAttributes"]?.entries ?? [] {
      attributes[entry.key] = entry.value.settingText
    }
    return result.replacing(attributes)
  }

  /// A template with its own templates applied; `nil` if the template does not exist or can't be applied.
  private mutating func template(
    _ name: String, of target: ValueNode, _ templates: ValueNode?, ancestors: [String]
  ) -> ValueNode? {
    if let known = self.templates[name] { return known }
    guard let template = templates?[name] else {
      files.leaveOutCode(target.location, "The template \(name) is missing")
      return nil
    }
    guard !ancestors.contains(name), ancestors.count < Self.maximumDepth else {
      files.refuse(
        target.location,
        "The template \(name) is one of its own templates, or more than \(Self.maximumDepth) are in a row")
      return nil
    }
    let resolved = withTemplates(template, templates, ancestors: ancestors + [name])
    self.templates[name] = resolved
    return resolved
  }

  /// The elements of a list, or a single value.
  static func items(_ value: ValueNode) -> [ValueNode] {
    if case .list(let items) = value.content { return items }
    return [value]
  }
}

/// Functions on the paths that a spec contains.
enum SpecPaths {
  /// An included spec, with the folder of its file prepended to the paths of its targets.
  static func prefixed(_ spec: ValueNode, with folder: String) -> ValueNode {
    func path(_ value: ValueNode) -> ValueNode {
      guard let text = value.string, !text.isAbsolutePath else { return value }
      return ValueNode(.string("\(folder)/\(text)"), in: value.file, at: value.offset)
    }
    func file(_ value: ValueNode) -> ValueNode { value.mapping(["path"], path) }
    func sources(_ value: ValueNode) -> ValueNode {
      switch value.content {
      case .list(let items):
        ValueNode(
          .list(items.map { $0.string == nil ? file($0) : path($0) }), in: value.file, at: value.offset)
      case .dictionary: file(value)
      default: path(value)
      }
    }
    func target(_ value: ValueNode) -> ValueNode {
      value.mapping(["sources"], sources).mapping(["info", "entitlements"], file)
        .mapping(["configFiles"]) { $0.mappingAll(path) }
    }
    return spec.mapping(["targets", "targetTemplates"]) { $0.mappingAll(target) }
      .mapping(["configFiles"]) { $0.mappingAll(path) }
      .mapping(["packages", "projectReferences"]) { $0.mappingAll(file) }
  }
}
