internal import AppFacts
internal import Quantities

/// Reads XcodeGen's specs, with included specs merged and templates of targets applied.
///
/// https://github.com/yonaskolb/XcodeGen: `Docs/ProjectSpec.md`
struct SpecReader {
  /// The maximum nesting of includes.
  private static let maximumDepth = 32

  let files: ProjectFiles
  /// The specs that other specs include.
  private(set) var included: Set<String> = []
  private let merging: SpecMerging
  /// The files of specs, without included specs.
  private var roots: [String: ValueNode?] = [:]
  /// The files that are merged into the spec that is read.
  private var mergedFiles: Set<String> = []

  init(_ files: ProjectFiles) {
    self.files = files
    merging = SpecMerging(files)
  }

  /// The spec of a file. If the file can't be read, the result is `nil`, and the reason is noted.
  mutating func spec(_ path: String) -> ValueNode? {
    mergedFiles = [path]
    guard let spec = merged(path, prefix: "", ancestors: []) else { return nil }
    let targets = SpecTargets(of: spec, files, merging)
    return spec.mapping(["targets"], targets.resolved)
  }

  // MARK: Includes

  /// A file with the included specs. The prefix leads from the folder of the first file to the folder to which the paths are relative.
  private mutating func merged(_ path: String, prefix: String, ancestors: [String]) -> ValueNode? {
    guard !ancestors.contains(path) else {
      files.note(FactLocation(file: path), "The file includes itself")
      return nil
    }
    guard ancestors.count < Self.maximumDepth else {
      files.refuse(FactLocation(file: path), "Specs are included deeper than \(Self.maximumDepth) levels")
      return nil
    }
    guard let root = root(path, isIncluded: !ancestors.isEmpty) else { return nil }
    let own = prefix.isEmpty ? root : SpecPaths.prefixed(root, with: prefix)
    // A key that ends with `:REPLACE` loses its ending, also if there is nothing to replace.
    let nothing = ValueNode(.dictionary([]), in: root.file, at: root.offset)
    var base: ValueNode?
    for include in root["include"].map(Self.items) ?? [] {
      guard let name = include.string(or: "path"), isKnown(include, name),
        let target = target(of: include, name, in: path),
        // XcodeGen merges a file where it is included first.
        target == path || ancestors.contains(target) || mergedFiles.insert(target).inserted
      else { continue }
      let isRelative = include["relativePaths"].map { !$0.isFalse } ?? true
      if !isRelative, mayFollowOtherPaths(target, from: path, ancestors: ancestors) {
        files.leaveOutCode(include.location, "The folder of the paths of \(name) is not known")
        continue
      }
      let folder = ancestors.first ?? path
      let prefix = isRelative ? Self.relativeFolder(of: target, from: folder) : ""
      guard let spec = merged(target, prefix: prefix, ancestors: ancestors + [path]) else {
        if target != path, !ancestors.contains(target) {
          files.leaveOutCode(include.location, "The included file \(name) can't be read")
        }
        continue
      }
      included.insert(target)
      base = base.map { merging.merged(spec, onto: $0) } ?? spec.merged(onto: nothing)
    }
    guard let base else { return own.merged(onto: nothing) }
    return merging.merged(own, onto: base)
  }

  /// The content of a file; `nil` if it can't be read or is the file of another tool with such a name.
  private mutating func root(_ path: String, isIncluded: Bool) -> ValueNode? {
    if let known = roots[path] { return known }
    let root = YAMLValues.root(of: path, files) { root in
      isIncluded || root["targets"] != nil || root["include"] != nil || root["targets:REPLACE"] != nil
    }
    roots[path] = root
    if let root, let twin = root.keyBesideReplacement {
      files.leaveOutCode(
        root.file.location(of: twin.offset), "The key \(twin.key) is beside the key that it replaces",
        isRefused: true)
    }
    return root
  }

  /// Whether a file is included, and the folder of its paths, is known. Conditions may be texts that depend on the environment.
  private func isKnown(_ include: ValueNode, _ name: String) -> Bool {
    for (key, subject) in [("enable", "condition"), ("relativePaths", "folder of the paths")] {
      guard let value = include[key] else { continue }
      if key == "enable", value.isFalse { return false }
      if case .bool = value.content { continue }
      files.leaveOutCode(value.location, "The \(subject) of the included file \(name) is not known")
      return false
    }
    return true
  }

  /// The path of an included file; `nil` if it can't be read, with a note.
  private func target(of include: ValueNode, _ name: String, in path: String) -> String? {
    let isSpelledOut = name.pathNames.drop { $0 == ".." || $0 == "." }.contains("..")
    guard !isSpelledOut, let target = AppPath.joined(AppPath.folder(of: path), name) else {
      files.leaveOutCode(
        include.location,
        isSpelledOut
          ? "The included file \(name) has .. within its path"
          : "The included file \(name) is outside of the folder")
      return nil
    }
    guard files.text(of: target) != nil else {
      files.leaveOutCode(include.location, "The included file \(name) is missing")
      return nil
    }
    return target
  }

  /// Whether an included file, whose paths stay as they are, may have paths that are relative to another
  /// folder. This is so if the including file is itself included, or if the included file is in another
  /// folder and includes files.
  private mutating func mayFollowOtherPaths(_ target: String, from path: String, ancestors: [String]) -> Bool
  {
    !ancestors.isEmpty
      || AppPath.folder(of: target) != AppPath.folder(of: path)
        && root(target, isIncluded: true)?["include"] != nil
  }

  /// The folder of an included file, relative to the folder of another file.
  private static func relativeFolder(of path: String, from other: String) -> String {
    let folder = AppPath.folder(of: path).pathNames
    let start = AppPath.folder(of: other).pathNames
    let common = zip(folder, start).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: start.count - common) + folder.dropFirst(common).map(String.init))
      .joined(separator: "/")
  }

  /// The elements of a list, or a single value.
  static func items(_ value: ValueNode) -> [ValueNode] {
    if case .list(let items) = value.content { return items }
    return [value]
  }
}
