internal import AppFacts
internal import Quantities

/// Settings that name the programs by which a build compiles and links code.
enum CompilerPrograms {
  private static let settings = [
    "CC", "CPLUSPLUS", "CXX", "C_COMPILER_LAUNCHER", "LD", "LDPLUSPLUS", "LIBTOOL", "SWIFT_EXEC",
  ]

  /// Notes that a program of the repository may compile other code than bgpolicy reads. A name without a folder and an absolute path are
  /// programs of the machine.
  static func note(_ scope: SettingsScope, of target: TargetDescription, _ files: ProjectFiles) {
    for setting in settings {
      guard case .assigned(let assignment, let text) = scope.value(of: setting) else { continue }
      let path = text.text.trimmed
      guard path.contains("/") || path.contains(SettingsScope.root), !path.hasPrefix("/"),
        !path.hasPrefix("{")
      else { continue }
      files.leaveOutCode(
        assignment.location,
        "\(setting) of \(target.name) names a program, which may compile other code than is read")
    }
  }
}
