internal import AppFacts

/// The files below a folder.
enum FolderSources {
  /// The program that decides which files of a folder count.
  enum Program: String {
    case swiftPM, tuist, xcode, xcodeGen
    /// XcodeGen while it looks for an Info.plist, for which it looks into all folders.
    case xcodeGenForPropertyList
  }

  /// The extensions of folders whose code neither Xcode, XcodeGen, Tuist nor SwiftPM compiles.
  private static let packages: Set<String> = ["xcassets", "xcdatamodeld", "playground", "docc"]

  /// The extensions of further folders that Tuist takes for files.
  private static let packagesOfTuist: Set<String> = ["bundle", "scnassets"]

  /// The extensions of further folders that Xcode takes for files: `FileTypes.xcspec` of
  /// https://github.com/swiftlang/swift-build, types that begin with `wrapper` and `folder`.
  private static let packagesOfXcode: Set<String> = packagesOfTuist.union([
    "app", "appex", "artifactbundle", "atlas", "dSYM", "dext", "dsym", "framework", "htmld", "icon",
    "iconset", "imagecatalog", "kext", "mdimporter", "mlpackage", "mpkg", "nib", "pkg", "pluginkit",
    "rtfd", "scncache", "storyboardc", "systemextension", "xcclassmodel", "xcdatamodel", "xcframework",
    "xcmappingmodel", "xcode", "xcodeproj", "xcstickers", "xctarget", "xcworkspace", "xpc",
  ])

  /// The extensions of further folders that XcodeGen takes for files, and `lproj`, in which it looks only for resources.
  private static let packagesOfXcodeGen: Set<String> = packagesOfXcode.union([
    "lproj", "mlmodelc", "octest", "swiftcrossimport", "xcplaygroundpage", "xctest",
  ])

  /// The extensions of files that are no folders on any disk. Some versions of XcodeGen take a folder of such a name for a file.
  private static let extensionsOfFiles: Set<String> = [
    "1", "C", "H", "M", "S", "a", "apns", "c", "c++", "cc", "cp", "cpp", "cxx", "css", "d", "def",
    "entitlements", "gif", "gpx", "gyb", "gz", "h", "hh", "hpp", "htm", "html", "hxx", "i", "inc",
    "intentdefinition", "ipp", "jar", "java", "jpeg", "jpg", "js", "json", "l", "m", "make", "map",
    "markdown", "md", "metal", "mlmodel", "mm", "modulemap", "mov", "mp3", "o", "p", "pch", "pdf",
    "php", "pl", "plist", "pm", "png", "proto", "py", "r", "rb", "rcproject", "rtf", "s", "sh", "sks",
    "sqlite", "storekit", "storyboard", "strings", "stringsdict", "swift", "tar", "tbd", "text", "tif",
    "tiff", "tpp", "ttf", "txt", "usdz", "view", "wav", "xcconfig", "xcfilelist", "xcspec", "xcstrings",
    "xctestplan", "xhtml", "xib", "xml", "y", "yaml", "yml", "zip",
  ]

  /// The innermost folder of a path whose name has one of some extensions; `nil` if the path has no such folder.
  static func folder(in path: String, with extensions: Set<String>) -> String? {
    var folder = AppPath.folder(of: path)
    while folder.utf8.contains(UInt8(ascii: ".")) {
      if extensions.contains(AppPath.ending(of: folder)) { return folder }
      folder = AppPath.folder(of: folder)
    }
    return nil
  }

  /// The innermost folder of a path that has the name of a file; `nil` if the path has no such folder.
  static func folderWithNameOfFile(in path: String) -> String? { folder(in: path, with: extensionsOfFiles) }

  /// Whether a program takes a folder of a name for a file, and compiles no code in the folder. Folders that
  /// every program leaves out do not count.
  private static func isPackage(_ name: String, of program: Program) -> Bool {
    // The program compares the extension as it is written.
    let ending = AppPath.ending(of: name)
    return switch program {
    case .swiftPM, .xcodeGenForPropertyList: false
    case .tuist: packagesOfTuist.contains(ending)
    case .xcode: packagesOfXcode.contains(ending)
    case .xcodeGen: packagesOfXcodeGen.contains(ending)
    }
  }

  /// All files below a folder, without the files of folders that a program takes for files, in the order of their paths; the files of linked
  /// folders come last. XcodeGen also compiles hidden files.
  static func files(in folder: String, _ files: ProjectFiles, by program: Program) -> [String] {
    files.files(below: folder, program.rawValue) { found(in: folder, files, by: program) }
  }

  private static func found(in folder: String, _ files: ProjectFiles, by program: Program) -> [String] {
    let findsHidden = program == .xcodeGen || program == .xcodeGenForPropertyList
    let walk = FolderWalk(files.tree, from: folder) { name in
      if name.hasPrefix("."), !findsHidden || [".git", ".DS_Store"].contains(name) { return .none }
      if packages.contains(AppPath.fileExtension(of: name)) { return .none }
      return isPackage(name, of: program) ? .onlyFile : .either
    }
    for folder in walk.tooDeep {
      files.refuse(
        FactLocation(file: folder), "Folders are nested deeper than \(FolderWalk.maximumDepth) levels")
    }
    return walk.files
  }
}
