import AppFacts
import Testing

/// The configurations that schemes archive.
@Suite struct XcodeSchemeTests {
  private static let xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"

  @Test(
    arguments: [
      ("\(xml)<ArchiveAction\n  buildConfiguration = \"Release\"\n  a = \"b\">", ["Release"]),
      ("<ArchiveAction customArchiveName = \"Diary > Store\" buildConfiguration = 'Debug'/>", ["Debug"]),
      ("<ArchiveAction a = \"buildConfiguration = 'Debug'\" buildConfiguration = \"Release\">", ["Release"]),
      ("<LaunchAction buildConfiguration = \"Debug\"></LaunchAction>", []),
      ("<!-- <ArchiveAction buildConfiguration = \"Debug\"> -->", ["Debug"]),
      (
        "<ArchiveAction buildConfiguration=\"Debug\"/><ArchiveAction buildConfiguration=\"Release\"/>",
        ["Debug", "Release"]
      ),
    ])
  func schemesArchive(_ text: String, _ configurations: [String]) {
    let scheme = XcodeScheme(Array(text.utf8))
    #expect(scheme.archivedConfigurations == configurations)
    #expect(scheme.problem == nil)
  }

  @Test(
    arguments: [
      "<ArchiveAction>", "<ArchiveAction buildConfiguration = \"&#68;ebug\">",
      "<ArchiveAction buildConfiguration = \"\u{301}Release\">",
      "<!DOCTYPE Scheme [<!ATTLIST ArchiveAction buildConfiguration CDATA \"Debug\">]><Scheme/>",
      "<![CDATA[<ArchiveAction buildConfiguration = \"Release\">]]>",
      "<?xml version=\"1.0\" encoding=\"UTF-7\"?><Scheme/>", "<?xml version = '1.0' encoding = 'EBCDIC-US'?>",
    ].map { Array($0.utf8) } + [
      Array("<Scheme/>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) + [0xFF]
    ])
  func otherSchemesAreNotKnown(_ bytes: [UInt8]) {
    #expect(XcodeScheme(bytes).problem != nil)
  }

  @Test func targetsAreNamed() {
    let text =
      "<BuildableReference BlueprintIdentifier = \"1\" BlueprintName = \"Diary\"></BuildableReference>"
    #expect(XcodeScheme(Array(text.utf8)).targets == ["Diary"])
  }
}
