internal import AppFacts

/// Rules of targets by which a build compiles files of some names, or has a script turn them into other
/// files.
enum BuildRules {
  /// Notes that bgpolicy does not read the code of the files that a rule makes or compiles.
  static func note(compiler: String?, pattern: String, at location: FactLocation, _ files: ProjectFiles) {
    let name = compiler?.lowercased() ?? ""
    let isCode = ["swift", "clang", "llvm", "gcc", "objc"].contains { name.contains($0) }
    if isCode {
      guard !AppFacts.isCode(pattern) else { return }
      files.leaveOutCode(
        location, "A build rule compiles \(pattern) as code, which is not read", isRefused: true)
    } else {
      files.leaveOutCode(location, "A build rule makes other files of \(pattern), which are not read")
    }
  }
}
