internal import AppFacts
internal import Quantities

/// Settings that name the programs by which a build compiles and links code.
enum CompilerPrograms {
  private static let settings = [
    "ALTERNATE_LINKER", "CC", "CPLUSPLUS", "CXX", "C_COMPILER_LAUNCHER", "LD", "LDPLUSPLUS", "LIBTOOL",
    "SWIFT_EXEC", "TOOLCHAINS",
  ]

  /// Settings that name folders in which a build looks for the programs that compile and link code.
  private static let settingsOfFolders = [
    "DEVELOPER_DIR", "DT_TOOLCHAIN_DIR", "EXTERNAL_TOOLCHAINS_DIR", "SWIFT_TOOLS_DIR", "TOOLCHAIN_DIR",
  ]

  /// The settings of Xcode's own folders, as the beginnings of paths that are not known.
  private static let foldersOfXcode = ["{DEVELOPER_DIR}", "{DT_TOOLCHAIN_DIR}", "{TOOLCHAIN_DIR}"]

  /// Notes that a program of the repository may compile other code than bgpolicy reads. A name without a folder and an absolute path are
  /// programs of the machine.
  static func note(_ scope: SettingsScope, of target: TargetDescription, _ files: ProjectFiles) {
    for setting in settings {
      for (path, location) in texts(of: setting, scope, target)
      where isOfRepository(path.trimmed, files) {
        files.leaveOutCode(
          location, "\(setting) of \(target.name) names a program, which may compile other code than is read")
      }
    }
    for setting in settingsOfFolders {
      for (path, location) in texts(of: setting, scope, target)
      where isOfRepository(path.trimmed, isFolder: true, files) {
        files.leaveOutCode(
          location,
          "\(setting) of \(target.name) names a folder of programs, which may compile other code than is read"
        )
      }
    }
    for (macros, location) in texts(of: "SWIFT_LOAD_BINARY_MACROS", scope, target)
    where !macros.trimmed.isEmpty {
      files.leaveOutCode(
        location, "SWIFT_LOAD_BINARY_MACROS of \(target.name) loads a plug-in, whose code is not read")
    }
  }

  /// Notes that flags name a program of the repository, or a folder with such programs.
  static func note(
    _ flags: CompilerFlags, at location: FactLocation, of target: TargetDescription, _ files: ProjectFiles
  ) {
    let path =
      flags.programs.first { isOfRepository($0, files) }
      ?? flags.foldersOfPrograms.first { isOfRepository($0, isFolder: true, files) }
    guard let path else { return }
    files.leaveOutCode(
      location,
      "The flags of \(target.name) have the compiler use programs at \(path), which may compile other code than is read"
    )
  }

  /// The text of a setting; all its texts if a condition that is not known decides which of the texts counts.
  private static func texts(
    of setting: String, _ scope: SettingsScope, _ target: TargetDescription
  ) -> [(text: String, location: FactLocation)] {
    switch scope.value(of: setting) {
    case .absent: []
    case .assigned(let assignment, let text): [(text.text, assignment.location)]
    case .unknown:
      scope.levels.flatMap { $0.values(of: setting) }.map { text in
        var evaluation = SettingEvaluation(scope: scope)
        return (evaluation.text(of: SettingExpression(text)).text, target.location)
      }
    }
  }

  /// Whether a path may lead into the repository. A program's name without a folder is looked for in other
  /// folders.
  private static func isOfRepository(
    _ path: String, isFolder: Bool = false, _ files: ProjectFiles
  ) -> Bool {
    guard !path.isEmpty, !foldersOfXcode.contains(where: path.hasPrefix) else { return false }
    if path.isAbsolutePath { return files.mayLeadBack(path, from: "") }
    return isFolder || path.hasSlash || path.contains(SettingsScope.root)
  }
}
