internal import AppFacts
internal import Quantities

/// Settings that name the programs by which a build compiles and links code.
enum CompilerPrograms {
  private static let settings = [
    "CC", "CPLUSPLUS", "CXX", "C_COMPILER_LAUNCHER", "LD", "LDPLUSPLUS", "LIBTOOL", "SWIFT_EXEC",
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
    for (macros, location) in texts(of: "SWIFT_LOAD_BINARY_MACROS", scope, target)
    where !macros.trimmed.isEmpty {
      files.leaveOutCode(
        location, "SWIFT_LOAD_BINARY_MACROS of \(target.name) loads a plug-in, whose code is not read")
    }
  }

  /// The text of a setting; all its texts if a condition that is not known decides which one counts.
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

  /// Whether a path may be one in the repository.
  private static func isOfRepository(_ path: String, _ files: ProjectFiles) -> Bool {
    guard !path.isAbsolutePath else { return files.mayLeadBack(path, from: "") }
    return (path.hasSlash || path.contains(SettingsScope.root))
      && !foldersOfXcode.contains(where: path.hasPrefix)
  }
}
