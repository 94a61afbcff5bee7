import Foundation
import TestSupport
import Testing

/// `bgpolicy compile --merge`, called as a user calls it.
@Suite struct MergeTests {
  private static let policy = """
    schema: 1
    app:
      name: Diary
      bundleIdentifier: com.example.diary
      deploymentTarget: { iOS: "16.0" }
      infoPlist: Support/Info.plist
      entitlements: Support/Diary.entitlements
      appGroups: [group.com.example.diary]
    targets:
      share: { type: extension, bundleIdentifier: com.example.diary.share, entitlements: Support/Share.entitlements }
    backgroundModes: [fetch, { mode: audio, because: plays entries, owner: sdk }]
    permittedIdentifiers:
      - $(PRODUCT_BUNDLE_IDENTIFIER).refresh
      - { identifier: org.dependency.upload, owner: sdk }
    sessions:
      share:
        target: share
        identifier: com.example.diary.share.upload
        sharedContainerIdentifier: group.com.example.diary
        timeoutIntervalForResource: 1d
        multipathServiceType: handover
    tasks:
      refresh:
        type: appRefresh
        identifier: $(PRODUCT_BUNDLE_IDENTIFIER).refresh
        earliestBegin: 1h
        reschedule: true

    """
  /// The policy for an app that has further, valid entries in its property lists.
  private static let tolerant = policy + "rules: { plist-identifier-surplus: off, plist-mode-surplus: off }\n"

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private static let info =
    head + """
      <dict>
      \t<key>CFBundleName</key>
      \t<string>Diary</string> <!-- as in the store -->
      \t<key>BGTaskSchedulerPermittedIdentifiers</key>
      \t<array>
      \t\t<string>com.example.diary.refresh</string>
      \t\t<string>com.other.task</string>
      \t</array>
      \t<key>UIBackgroundModes</key>
      \t<array>
      \t\t<string>voip</string>
      \t\t<string>audio</string>
      \t</array>
      </dict>
      </plist>

      """

  private static let mergedInfo = info.replacingOccurrences(
    of: "com.other.task</string>\n",
    with: "com.other.task</string>\n\t\t<string>org.dependency.upload</string>\n"
  ).replacingOccurrences(
    of: "audio</string>\n", with: "audio</string>\n\t\t<string>fetch</string>\n")

  private func folder(info: String = info, policy: String = tolerant) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    try folder.write(info, to: "Support/Info.plist")
    let entitlements =
      Self.head + "<dict>\n\t<key>aps-environment</key>\n\t<string>production</string>\n</dict>\n</plist>\n"
    try folder.write(entitlements, to: "Support/Diary.entitlements")
    try folder.write(Self.head + "<dict/>\n</plist>\n", to: "Support/Share.entitlements")
    return folder
  }

  private func text(_ name: String, in folder: ScratchFolder) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  @Test func addsWhatIsMissingAndLeavesTheRest() throws {
    let folder = try folder(policy: Self.policy)
    let result = try Tool.run("compile", "--runs", "1", "--merge", "--format", "gcc", in: folder.path)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("Merged into Support/Info.plist\n"))
    #expect(try text("Support/Info.plist", in: folder) == Self.mergedInfo)
    let errors = result.output.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(
      errors.map { $0.prefix { $0 != "[" } } == [
        "Support/Info.plist:10:11: error: Info.plist permits the identifier com.other.task, but the policy does not ",
        "Support/Info.plist:14:11: error: Info.plist declares the background mode voip, but the policy does not ",
      ])
    let groups =
      "<key>com.apple.security.application-groups</key>\n\t<array>\n\t\t<string>group.com.example.diary</string>\n\t</array>\n"
    #expect(
      try text("Support/Diary.entitlements", in: folder) == Self.head
        + "<dict>\n\t<key>aps-environment</key>\n\t<string>production</string>\n\t\(groups)</dict>\n</plist>\n"
    )
    #expect(
      try text("Support/Share.entitlements", in: folder) == Self.head
        + "<dict>\n\t\(groups)\t<key>com.apple.developer.networking.multipath</key>\n\t<true/>\n</dict>\n</plist>\n"
    )
  }

  /// A base policy names a property list in its own folder, and a merge adds the values to that file.
  @Test func mergesIntoTheFileThatABaseNames() throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 1\napp: { infoPlist: App/Info.plist }\n", to: "shared/base.yaml")
    try folder.write(
      """
      schema: 1
      extends: shared/base.yaml
      app: { name: Diary, bundleIdentifier: com.example.diary, deploymentTarget: { iOS: "16.0" } }
      backgroundModes: [{ mode: audio, because: plays entries }]
      """, to: "bgpolicy.yaml")
    try folder.write(Self.head + "<dict/>\n</plist>\n", to: "shared/App/Info.plist")
    let result = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("Merged into shared/App/Info.plist\n"))
    #expect(try text("shared/App/Info.plist", in: folder).contains("<string>audio</string>"))
    #expect(try Tool.run("compile", "--merge", "--check", in: folder.path).status == 0)
  }

  /// A rule accepts a build setting that the policy does not know, and a merge adds the value anyway.
  @Test func compileSaysWhatTheAppsFilesLack() throws {
    let folder = try folder()
    _ = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    let merged = try text("Support/Info.plist", in: folder)
    try folder.write(
      merged.replacing(
        "<string>com.example.diary.refresh</string>", with: "<string>$(PREFIX).refresh</string>"),
      to: "Support/Info.plist")
    let result = try Tool.run("compile", "--runs", "1", in: folder.path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains(
        "Support/Info.plist lacks values of the policy: BGTaskSchedulerPermittedIdentifiers; `bgpolicy compile --merge` adds them\n"
      ), "\(result.output)")
    _ = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(!(try Tool.run("compile", "--runs", "1", in: folder.path).output.contains("lacks")))
  }

  @Test func secondMergeChangesNothing() throws {
    let folder = try folder()
    _ = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(try Tool.run("compile", "--merge", "--check", in: folder.path).status == 0)
    let again = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(again.output.contains("Unchanged Support/Info.plist\n"))
    #expect(try text("Support/Info.plist", in: folder) == Self.mergedInfo)
  }

  @Test func checkAndDiffWriteNothing() throws {
    let folder = try folder()
    _ = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 0)
    try folder.write(Self.info, to: "Support/Info.plist")
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 1)
    let check = try Tool.run("compile", "--merge", "--check", in: folder.path)
    #expect(check.status == 1)
    #expect(
      check.output.contains(
        "Support/Info.plist lacks values of the policy: BGTaskSchedulerPermittedIdentifiers, UIBackgroundModes\n"
      ))
    let diff = try Tool.run("compile", "--merge", "--diff", in: folder.path)
    #expect(diff.status == 1)
    #expect(diff.output.contains("--- a/Support/Info.plist\n+++ b/Support/Info.plist\n"))
    #expect(diff.output.contains("\n+\t\t<string>fetch</string>\n"))
    #expect(try text("Support/Info.plist", in: folder) == Self.info)
    // The output is a patch.
    let start = try #require(diff.output.range(of: "--- a/"))
    let applied = try Shell.run(
      ["git", "apply", "-"], input: String(diff.output[start.lowerBound...]), in: folder.path)
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(try text("Support/Info.plist", in: folder) == Self.mergedInfo)
  }

  @Test func binaryStaysBinary() throws {
    let folder = try folder()
    let path = folder.path("Support/Info.plist")
    #expect(try Shell.run(["plutil", "-convert", "binary1", path]).status == 0)
    let diff = try Tool.run("compile", "--merge", "--diff", in: folder.path)
    #expect(
      diff.output.contains(
        """
        Support/Info.plist (binary): BGTaskSchedulerPermittedIdentifiers would get org.dependency.upload
        Support/Info.plist (binary): UIBackgroundModes would get fetch

        """))
    #expect(try Tool.run("compile", "--runs", "1", "--merge", in: folder.path).status == 0)
    let merged = try Data(contentsOf: URL(filePath: path))
    #expect(merged.starts(with: Array("bplist00".utf8)))
    let expected = try PropertyListSerialization.propertyList(from: Data(Self.mergedInfo.utf8), format: nil)
    let found = try PropertyListSerialization.propertyList(from: merged, format: nil)
    #expect((found as? NSDictionary)?.isEqual(expected) == true)
    #expect(try Tool.run("compile", "--merge", "--check", in: folder.path).status == 0)
  }

  /// A list that contains a build setting already contains the setting's value.
  @Test(arguments: ["$(PRODUCT_BUNDLE_IDENTIFIER)", "${PRODUCT_BUNDLE_IDENTIFIER}", "com.example.diary"])
  func theSameIdentifierIsNotAddedTwice(_ spelling: String) throws {
    let info = Self.mergedInfo.replacingOccurrences(of: "com.example.diary", with: spelling)
    let folder = try folder(info: info)
    _ = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(try text("Support/Info.plist", in: folder) == info)
  }

  /// Projects have their own settings for parts of identifiers, and the values differ by configuration.
  @Test(arguments: [
    ("$(APPLICATION_IDENTIFIER).refresh", "org.example.vpn.refresh", 0),
    ("${APPLICATION_IDENTIFIER}.refresh", "$(PRODUCT_BUNDLE_IDENTIFIER).refresh", 0),
    ("com.$(unique_id).Follow$(app_suffix)", "com.ab12.Follow", 0),
    ("com.ab12.Follow$(app_suffix)", "com.$(unique_id).Follow$(app_suffix)", 0),
    ("$(CFBundleIdentifier)$(STAGE).refresh", "$(PRODUCT_BUNDLE_IDENTIFIER)${STAGE}.refresh", 0),
    ("org.example.vpn.refresh", "$(PRODUCT_BUNDLE_IDENTIFIER)$(STAGE).refresh", 1),
    ("$(OTHER).refresh", "org.example.vpn.refresh", 1),
  ])
  func entriesAreComparedWithSettingsInPlace(_ entry: String, _ identifier: String, _ added: Int) throws {
    let policy = """
      schema: 1
      app:
        name: Tunnel
        bundleIdentifier: $(APPLICATION_IDENTIFIER)
        infoPlist: Support/Info.plist
        configurations: { Debug: { bundleIdentifier: org.example.vpn }, Release: {} }
        buildSettings:
          APPLICATION_IDENTIFIER: org.example.vpn
          unique_id: ab12
          app_suffix: ""
          STAGE: { Debug: .debug, Release: "" }
      permittedIdentifiers: [{ identifier: "\(identifier)", owner: sdk }]

      """
    let info =
      Self.head + "<dict>\n\t<key>BGTaskSchedulerPermittedIdentifiers</key>\n\t<array>\n"
      + "\t\t<string>\(entry)</string>\n\t</array>\n</dict>\n</plist>\n"
    let folder = try folder(info: info, policy: policy)
    let result = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let merged = try text("Support/Info.plist", in: folder)
    #expect(merged.components(separatedBy: "<string>").count == 2 + added)
    #expect(added == 0 || merged.contains("<string>\(identifier)</string>"))
  }

  @Test func aTargetThatSharesItsEntitlementsGetsBoth() throws {
    let folder = try folder(
      policy: Self.tolerant.replacingOccurrences(
        of: "Share.entitlements", with: "../Support/Diary.entitlements"))
    let result = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let merged = try text("Support/Diary.entitlements", in: folder)
    #expect(merged.components(separatedBy: "group.com.example.diary").count == 2)
    #expect(merged.contains("multipath"))
  }

  private static let refusals: [(info: String, message: String)] = [
    (
      "{ UIBackgroundModes = (fetch); }\n",
      "Can't read Support/Info.plist: line 1, column 1: It is an OpenStep or JSON property list"
    ),
    (
      head + "<dict>\n\t<oops/>\n</dict>\n</plist>\n",
      "Can't read Support/Info.plist: line 5, column 2: A property list has no element <oops>"
    ),
    (
      head + "<dict>\n\t<key>UIBackgroundModes</key>\n\t<string>fetch</string>\n</dict>\n</plist>\n",
      "Support/Info.plist:6:10: error: UIBackgroundModes must be an array of strings; found a string"
    ),
    (
      head
        + "<dict>\n<key>UIBackgroundModes</key>\n<array/>\n<key>UIBackgroundModes</key>\n<array/>\n</dict>\n</plist>\n",
      "Support/Info.plist:7:1: error: The key UIBackgroundModes occurs twice"
    ),
    ("bplist00 and no more", "Can't read Support/Info.plist: The binary property list is damaged"),
  ]

  @Test(arguments: refusals.indices) func whatIsNoPropertyListIsRefused(_ index: Int) throws {
    let (info, message) = Self.refusals[index]
    let folder = try folder(info: info)
    let result = try Tool.run("compile", "--runs", "1", "--merge", "--format", "gcc", in: folder.path)
    #expect(result.status == 1)
    #expect(result.output.contains(message), "\(result.output)")
    #expect(try text("Support/Info.plist", in: folder) == info)
    #expect(!FileManager.default.fileExists(atPath: folder.path("Generated")))
  }

  @Test func aFileThatIsNotThereIsRefused() throws {
    let folder = try folder()
    try FileManager.default.removeItem(atPath: folder.path("Support/Info.plist"))
    let result = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(result.status == 1)
    #expect(result.output.contains("Can't read Support/Info.plist: No such file or directory"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("Generated")))
  }

  /// Policies that name no property lists, or that have no app, are compiled as usual together with other policies.
  @Test func otherPoliciesNeedNoFiles() throws {
    let folder = try folder()
    try folder.write("schema: 1\nmodel: { limiter.base: 30s }\n", to: "base.bgpolicy.yaml")
    try folder.write(
      "schema: 1\napp: { name: Other, bundleIdentifier: com.example.other }\n", to: "Other/bgpolicy.yaml")
    let result = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("Merged into Support/Info.plist\n"))
    #expect(result.output.contains("Wrote Other/Generated/OtherInfo.plist\n"))
  }

  @Test func aPolicyThatNamesNoFileIsRefused() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "schema: 1\napp: { name: Diary, bundleIdentifier: com.example.diary }\n", to: "bgpolicy.yaml")
    let result = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("There is no file to merge into"))
  }
}
