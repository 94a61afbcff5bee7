import Foundation
import TestSupport
import Testing

/// Apple's interfaces that an app may use only with a reason in its privacy manifest, in the runtime.
@Suite struct RequiredReasonTests {
  /// Names of the interfaces by categories (Describing use of required reason API).
  private static let names = [
    "NSPrivacyAccessedAPICategoryUserDefaults": ["UserDefaults"],
    "NSPrivacyAccessedAPICategoryFileTimestamp": [
      "creationDate", "modificationDate", "ModificationDate", "getattrlist", "fstat", "lstat", " stat(",
    ],
    "NSPrivacyAccessedAPICategorySystemBootTime": ["systemUptime", "mach_absolute_time"],
    "NSPrivacyAccessedAPICategoryDiskSpace": [
      "volumeAvailableCapacity", "volumeTotalCapacity", "systemFreeSize", "systemSize", "statfs", "statvfs",
    ],
    "NSPrivacyAccessedAPICategoryActiveKeyboards": ["activeInputModes"],
  ]

  /// The page on integrating names each category that the runtime needs, and each file that needs the category. Code for
  /// debugging is in no build for the App Store.
  @Test func pageNamesEachUse() throws {
    let page = try Project.text("Documentation/integrating.md")
    let folder = "Sources/BackgroundRuntime"
    let files = try FileManager.default.contentsOfDirectory(atPath: Project.path(folder)).sorted()
    var uses: [String] = []
    for file in files where file.hasSuffix(".swift") {
      let text = try Project.text("\(folder)/\(file)")
      guard !text.contains("\n#if canImport(os) && DEBUG\n") else { continue }
      for (category, names) in Self.names where names.contains(where: text.contains) {
        uses.append(file)
        #expect(page.contains("`\(category)`"), "\(file) needs the category \(category)")
        #expect(page.contains("`\(file)`"), "the page does not name \(file)")
      }
    }
    #expect(uses == ["TaskBackoff.swift"])
  }
}
