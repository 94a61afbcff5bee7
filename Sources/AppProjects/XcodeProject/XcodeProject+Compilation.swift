internal import AppFacts

// The ways in which a target compiles single files.
extension XcodeProject {
  /// The systems for which a target compiles single files.
  func systemsOfFiles(of id: String, _ target: ValueNode, _ files: ProjectFiles) -> [String: Set<String>] {
    var systems = FileSystems()
    for (_, phase) in objects("buildPhases", of: target)
    where phase["isa"]?.string == "PBXSourcesBuildPhase" {
      for (_, file) in objects("files", of: phase) {
        guard let path = file["fileRef"]?.string.flatMap({ path(of: $0) }).map(files.spelling) else {
          continue
        }
        let names =
          (file["platformFilters"]?.strings ?? []) + [file["platformFilter"]?.string].compactMap(\.self)
        systems.add(path, for: names)
      }
    }
    for (group, set) in exceptions[id] ?? [] {
      guard let folder = path(of: group).map(files.spelling) else { continue }
      for entry in set["platformFiltersByRelativePath"]?.entries ?? [] {
        guard let path = AppPath.joined(folder, entry.key).map(files.spelling) else { continue }
        systems.add(path, for: entry.value.strings)
      }
    }
    return systems.files
  }

  /// Notes the rules of a target by which its files are compiled in another way. Only Xcode's own rules are known.
  func noteRules(of target: ValueNode, _ files: ProjectFiles) {
    for (id, rule) in objects("buildRules", of: target) {
      BuildRules.note(
        compiler: rule["compilerSpec"]?.string,
        pattern: rule["filePatterns"]?.string ?? rule["fileType"]?.string ?? "", at: location(of: id), files)
    }
  }
}
