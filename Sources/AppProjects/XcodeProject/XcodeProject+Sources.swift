internal import AppFacts
internal import Quantities

extension XcodeProject {
  /// The sources that a target compiles, in the order of their paths.
  func sources(of id: String, _ target: ValueNode, _ files: ProjectFiles) -> [String] {
    var paths: Set<String> = []
    for (phaseID, phase) in objects("buildPhases", of: target)
    where phase["isa"]?.string == "PBXSourcesBuildPhase" {
      for (_, file) in objects("files", of: phase) {
        if let reference = file["fileRef"]?.string { add(reference, to: &paths, files) }
      }
      addMembers(ofPhase: phaseID, to: &paths, files)
    }
    addSynchronizedSources(of: id, target, to: &paths, files)
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The flags of the compiler that single files of a target have.
  func fileFlags(of id: String, _ target: ValueNode) -> [(text: String, location: FactLocation)] {
    let files = objects("buildPhases", of: target).flatMap { objects("files", of: $0.object) }
    let own = files.compactMap { $0.object["settings"]?["COMPILER_FLAGS"] }
    let synchronized = (exceptions[id] ?? [])
      .flatMap { $0.set["additionalCompilerFlagsByRelativePath"]?.entries ?? [] }.map(\.value)
    return (own + synchronized).compactMap { flags in
      flags.settingText.map { (text: $0, location: flags.location) }
    }
  }

  /// Whether a target compiles a file of Objective-C as a file of another type than its name has.
  func hasOtherTypes(of target: ValueNode) -> Bool {
    let files = objects("buildPhases", of: target).flatMap { objects("files", of: $0.object) }
      .compactMap { object($0.object["fileRef"]?.string) }
    // A localized group stands for its files.
    let all = files + files.flatMap { objects("children", of: $0).map(\.object) }
    return all.contains { file in
      Self.isOther(
        file["path"]?.string ?? "", (file["explicitFileType"] ?? file["lastKnownFileType"])?.string)
    }
  }

  /// Whether folders have files of Objective-C with another type than their names have.
  var hasOtherTypesInFolders: Bool {
    synchronizedGroups.contains { group in
      (group.object["explicitFileTypes"]?.entries ?? []).contains { Self.isOther($0.key, $0.value.string) }
    }
  }

  private static func isOther(_ name: String, _ type: String?) -> Bool {
    guard let type, let own = typesByExtension[AppPath.fileExtension(of: name)] else { return false }
    return type != own
  }

  private static let typesByExtension = ["m": "sourcecode.c.objc", "mm": "sourcecode.cpp.objcpp"]

  /// The types of files that are read.
  private static let typesOfCode: Set<String> = [
    "sourcecode.swift", "sourcecode.c.objc", "sourcecode.cpp.objcpp", "sourcecode.c.objc.preprocessed",
    "sourcecode.cpp.objcpp.preprocessed",
  ]

  /// Whether a file that is named like code has a stated type by which the compiler does not read the file.
  private static func isLeftOut(_ name: String, _ type: String?) -> Bool {
    guard let type, !type.isEmpty else { return false }
    if AppPath.fileExtension(of: name) == "swift" { return type != "sourcecode.swift" }
    return type.hasSuffix(".h") || !beginningsOfCode.contains(where: type.hasPrefix)
  }

  /// The beginnings of the types of files that a compiler reads, other than Swift's.
  private static let beginningsOfCode = [
    "sourcecode.c.", "sourcecode.cpp.", "sourcecode.asm", "sourcecode.yacc", "sourcecode.lex",
  ]

  /// Adds a file, or the files of a localized group.
  private func add(_ reference: String, to paths: inout Set<String>, _ files: ProjectFiles) {
    guard let object = object(reference) else { return }
    if object["isa"]?.string == "PBXVariantGroup" {
      for child in object["children"]?.strings ?? []
      where self.object(child)?["isa"]?.string != "PBXVariantGroup" {
        add(child, to: &paths, files)
      }
      return
    }
    guard let name = object["path"]?.string else { return }
    let type = (object["explicitFileType"] ?? object["lastKnownFileType"])?.string ?? ""
    if Self.typesOfCode.contains(type), !AppFacts.isCode(name) {
      files.leaveOutCode(
        location(of: reference), "\(name) is compiled as \(type), and is not read", isRefused: true)
    }
    guard AppPath.isSource(name), !Self.isLeftOut(name, type) else { return }
    if name.contains("$(") || name.contains("${") {
      files.leaveOutCode(location(of: reference), "The path of the source \(name) is not known")
    } else if let path = path(of: reference) {
      paths.insert(files.spelling(of: path))
    } else if ["BUILT_PRODUCTS_DIR", "DERIVED_FILE_DIR"].contains(object["sourceTree"]?.string) {
      files.leaveOutCode(location(of: reference), "The source \(name) is in the folder of a build's products")
    } else {
      files.leaveOutCode(location(of: reference), "The source \(name) is outside of the folder that is read")
    }
  }

  // MARK: Folders that Xcode keeps in step with the disk

  private func addSynchronizedSources(
    of id: String, _ target: ValueNode, to paths: inout Set<String>, _ files: ProjectFiles
  ) {
    let own = Set(target["fileSystemSynchronizedGroups"]?.strings ?? [])
    let sets = Dictionary(grouping: exceptions[id] ?? [], by: \.group)
    for group in own.union(sets.keys).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard let object = object(group), object["isa"]?.string == "PBXFileSystemSynchronizedRootGroup",
        files.take(1, at: location(of: id))
      else { continue }
      guard let folder = path(of: group).map(files.spelling) else {
        if own.contains(group) {
          files.leaveOutCode(location(of: group), "The folder \(object["path"]?.string ?? "") is outside")
        }
        continue
      }
      let exceptions = Set((sets[group] ?? []).flatMap { $0.set["membershipExceptions"]?.strings ?? [] })
      // An exception removes a file of the folder from the folder's targets, and adds the file to other targets.
      if own.contains(group) {
        let excluded = exceptions
        for path in FolderSources.files(in: folder, files, by: .xcode)
        where AppPath.isSource(path) && !Self.isMember(path, of: excluded, in: folder)
          && !Self.isLeftOut(path, of: object, in: folder)
        {
          paths.insert(path)
        }
      } else {
        paths.formUnion(Self.members(exceptions, of: object, in: folder, files))
      }
    }
  }

  /// Notes the files of a synchronized folder that are compiled as code, and have other names.
  func noteTypes(of group: ValueNode, in id: String, _ files: ProjectFiles) {
    for entry in group["explicitFileTypes"]?.entries ?? [] {
      guard let type = entry.value.string, Self.typesOfCode.contains(type), !AppFacts.isCode(entry.key) else {
        continue
      }
      files.leaveOutCode(
        location(of: id), "\(entry.key) is compiled as \(type), and is not read", isRefused: true)
    }
  }

  /// Adds the files of synchronized folders that belong only to one build phase.
  private func addMembers(ofPhase id: String, to paths: inout Set<String>, _ files: ProjectFiles) {
    for (group, set) in exceptions[id] ?? [] {
      guard files.take(1, at: location(of: id)), let folder = path(of: group).map(files.spelling) else {
        continue
      }
      let names = Set(set["membershipExceptions"]?.strings ?? [])
      paths.formUnion(Self.members(names, of: object(group), in: folder, files))
    }
  }

  /// The sources that exceptions of a folder add to a target or a phase; an exception may be a folder.
  private static func members(
    _ exceptions: Set<String>, of group: ValueNode?, in folder: String, _ files: ProjectFiles
  ) -> Set<String> {
    var members: Set<String> = []
    for exception in exceptions {
      guard let path = AppPath.joined(folder, exception).map(files.spelling) else { continue }
      if files.names(in: path) != nil {
        members.formUnion(FolderSources.files(in: path, files, by: .xcode).filter(AppPath.isSource))
      } else if AppPath.isSource(path) {
        members.insert(path)
      }
    }
    return members.filter { !isLeftOut($0, of: group, in: folder) }
  }

  /// Whether a synchronized folder has a file in a folder that Xcode copies as a whole, or as another type than code.
  private static func isLeftOut(_ path: String, of group: ValueNode?, in folder: String) -> Bool {
    guard let group, group["explicitFolders"] != nil || group["explicitFileTypes"] != nil else {
      return false
    }
    let copied = Set(group["explicitFolders"]?.strings ?? [])
    if !copied.isEmpty, isMember(path, of: copied, in: folder) { return true }
    let name = folder.isEmpty ? path : path.path(below: folder).map(String.init) ?? ""
    return isLeftOut(path, group["explicitFileTypes"]?[name]?.string)
  }

  /// Whether a path, or a folder that contains the path, is among the exceptions of a folder.
  private static func isMember(_ path: String, of exceptions: Set<String>, in folder: String) -> Bool {
    var rest = folder.isEmpty ? path : path.path(below: folder).map(String.init) ?? ""
    while !rest.isEmpty {
      if exceptions.contains(rest) { return true }
      rest = AppPath.folder(of: rest)
    }
    return false
  }
}
