internal import AppFacts

/// The apps for iOS of .NET projects, such as projects of .NET MAUI: MSBuild builds the app from the project file and the Info.plist.
///
/// The targets have no sources, because C# is not read.
struct NETApp {
  /// The apps, in the order of their project files.
  let descriptions: [TargetDescription]

  init(_ search: ProjectSearch, _ files: ProjectFiles) {
    descriptions = search.languages.projectsInCSharp.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { path in
        guard OtherLanguages.isForIOS(path, files), let project = files.file(of: path) else { return nil }
        return Self.description(of: project, search)
      }
  }

  private static func description(of project: TextFile, _ search: ProjectSearch) -> TargetDescription? {
    let folder = AppPath.folder(of: project.path)
    let lists = ["Platforms/iOS/Info.plist", "Info.plist"].filter { path in
      AppPath.joined(folder, path).map(search.propertyLists.contains) ?? false
    }
    // Libraries have no Info.plist.
    guard let list = lists.first else { return nil }
    var level = SettingLevel()
    func set(_ name: String, _ value: String, at offset: Int? = nil) {
      level.append(
        SettingAssignment(name: name, conditions: [], value: value, location: project.location(of: offset)))
    }
    set("SDKROOT", "iphoneos")
    set("INFOPLIST_FILE", list)
    if let identifier = element("ApplicationId", in: project) {
      set("PRODUCT_BUNDLE_IDENTIFIER", identifier.text, at: identifier.offset)
    }
    if let entitlements = element("CodesignEntitlements", in: project) {
      set("CODE_SIGN_ENTITLEMENTS", entitlements.text.replacing("\\", with: "/"), at: entitlements.offset)
    } else if let folder = AppPath.joined(folder, AppPath.folder(of: list)),
      search.entitlementLists.contains(folder.isEmpty ? "Entitlements.plist" : "\(folder)/Entitlements.plist")
    {
      let own = AppPath.folder(of: list)
      set("CODE_SIGN_ENTITLEMENTS", own.isEmpty ? "Entitlements.plist" : "\(own)/Entitlements.plist")
    }
    let name = AppPath.stem(of: AppPath.name(of: project.path))
    return TargetDescription(
      name: name, productType: "com.apple.product-type.application",
      location: FactLocation(file: project.path), folder: folder, projectName: name,
      configurations: [ConfigurationDescription(name: "Release", levels: [level])], sources: [],
      dependencies: [], packageProducts: [])
  }

  /// The text of an element of a project file, with its offset; `nil` if the file has several such elements, or if MSBuild computes the text.
  private static func element(_ name: String, in project: TextFile) -> (text: String, offset: Int)? {
    let text = String(decoding: project.bytes, as: UTF8.self)
    let parts = text.split(separator: "<\(name)>", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let value = parts[1].split(separator: "<", omittingEmptySubsequences: false).first,
      !value.isEmpty, !value.contains("$(")
    else { return nil }
    return (String(value), parts[0].utf8.count + name.utf8.count + 2)
  }
}
