internal import AppFacts

/// The project files below a folder.
struct ProjectSearch {
  /// The maximum nesting of folders.
  private static let maximumDepth = 64
  /// Folders of dependencies and of build products.
  private static let skipped = DependencyFolders.names.union(["vendor", "build"])

  /// The `.xcodeproj` folders, in the order of their paths.
  private(set) var projects: [String] = []
  /// The `.xcworkspace` folders.
  private(set) var workspaces: [String] = []
  /// Files that may be specs of XcodeGen, by their names.
  private(set) var specs: [String] = []
  /// Tuist's manifests.
  private(set) var manifests: [String] = []
  /// Tuist's workspaces.
  private(set) var workspacesOfTuist: [String] = []
  /// The folders of Tuist's helpers, which all manifests may use.
  private(set) var helpers: [String] = []
  /// Tuist's configurations, which name plug-ins.
  private(set) var configurationsOfTuist: [String] = []
  /// The manifests of Swift packages.
  private(set) var packages: [String] = []
  /// The files of package managers other than SwiftPM, such as CocoaPods.
  private(set) var packageManifests: [String] = []
  /// The configurations of Expo's apps, by their names.
  private(set) var expoConfigurations: [String] = []
  /// The files of Swift and Objective-C, without manifests.
  private(set) var sources: [String] = []
  /// The files that may be the Info.plist of a target, by their names.
  private(set) var propertyLists: [String] = []
  /// The files of entitlements.
  private(set) var entitlements: [String] = []
  /// The files that are the entitlements of a .NET app, by their names.
  private(set) var entitlementLists: [String] = []
  /// Whether a build system other than Xcode's describes the targets.
  private(set) var hasOtherBuildFiles = false
  /// The files in languages that are not read.
  private(set) var languages = OtherLanguages()

  init(_ files: ProjectFiles) { visit("", files, depth: 0) }

  private mutating func visit(_ folder: String, _ files: ProjectFiles, depth: Int) {
    guard let names = files.names(in: folder) else { return }
    guard depth < Self.maximumDepth else {
      files.refuse(FactLocation(file: folder), "Folders are nested deeper than \(Self.maximumDepth) levels")
      return
    }
    if depth > 0, files.isLink(folder) {
      // The projects in the linked folder would be found twice.
      files.note(
        FactLocation(file: folder), "It is a symbolic link, which the search for projects does not follow")
      return
    }
    let hasTuist =
      names.contains("Tuist") || names.contains("Tuist.swift") || names.contains("Workspace.swift")
    for name in names where !name.hasPrefix(".") && !Self.skipped.contains(name) {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if PackageManifests.names.contains(name) {
        packageManifests.append(path)
        continue
      }
      let fileExtension = AppPath.fileExtension(of: name)
      languages.add(path, fileExtension)
      if Self.otherBuildFiles.contains(name) { hasOtherBuildFiles = true }
      if ExpoConfigurations.all.contains(name) { expoConfigurations.append(path) }
      switch fileExtension {
      case "m", "mm", "h": sources.append(path)
      case "plist":
        if name.hasSuffix("Info.plist") { propertyLists.append(path) }
        if name == "Entitlements.plist" { entitlementLists.append(path) }
      case "entitlements": entitlements.append(path)
      case "xcodeproj": projects.append(path)
      case "xcworkspace": workspaces.append(path)
      case "yml", "yaml":
        if name.lowercased().contains("project") { specs.append(path) }
      case "swift":
        if name == "Project.swift", hasTuist || isManifest(path, files) { manifests.append(path) }
        if name == "Package.swift" { packages.append(path) }
        if name == "Workspace.swift" { workspacesOfTuist.append(path) }
        if Self.isConfiguration(name, in: folder) { configurationsOfTuist.append(path) }
        if name != "Package.swift", !name.hasPrefix("Package@swift-"), name != "Project.swift" {
          sources.append(path)
        }
      case "":
        if TuistHelpers.isFolder(name), files.names(in: path) != nil {
          helpers.append(path)
        } else {
          visit(path, files, depth: depth + 1)
        }
      case let end where Self.fileExtensions.contains(end): continue
      default: visit(path, files, depth: depth + 1)
      }
    }
  }

  /// Whether a file may be Tuist's configuration: `Tuist.swift`, or `Config.swift` in the folder `Tuist`.
  private static func isConfiguration(_ name: String, in folder: String) -> Bool {
    switch name.lowercased() {
    case "tuist.swift": true
    case "config.swift": AppPath.name(of: folder).lowercased() == "tuist"
    default: false
    }
  }

  private func isManifest(_ path: String, _ files: ProjectFiles) -> Bool {
    guard let file = files.file(of: path) else { return false }
    return String(decoding: file.bytes.prefix(4096), as: UTF8.self).contains("import ProjectDescription")
  }

  /// The files of Bazel and Buck.
  private static let otherBuildFiles: Set<String> = [
    "BUCK", "BUILD", "BUILD.bazel", "MODULE.bazel", "WORKSPACE",
  ]

  /// The extensions of names that no folder with projects has.
  private static let fileExtensions: Set<String> = [
    "swift", "m", "mm", "h", "c", "cc", "cpp", "png", "jpg", "jpeg", "pdf", "svg", "json", "strings", "plist",
    "xib", "storyboard", "txt", "md", "js", "ts", "kt", "java", "xml", "yml", "yaml", "sh", "rb", "py",
    "html",
    "xcconfig", "entitlements", "xcassets", "lproj", "framework", "xcframework", "bundle", "xcdatamodeld",
    "xcworkspace", "playground", "app", "stringsdict", "xcstrings", "gif", "caf", "wav", "mp3", "ttf", "otf",
    "lock", "css", "modulemap", "a", "dylib", "zip", "gz",
  ]
}
