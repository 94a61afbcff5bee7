import GenerationFixtures
import PlatformFacts
import PolicyGen
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Tasks that a dependency registers and submits.
@Suite struct DependencyTaskTests {
  private static let path = "Tests/Fixtures/Generation/dependency-tasks.bgpolicy.yaml"

  private func policy() throws -> Policy {
    try #require(PolicyFile.reading(try Project.text(Self.path), at: Self.path).policy)
  }

  @Test func areThoseThatThePolicyOrATableNames() throws {
    #expect(
      try policy().tasks.filter(\.isOfDependency).map(\.name.value) == ["dp3t", "dp3t-refresh", "vendor"])
  }

  @Test(arguments: [
    ("com.transistorsoft.fetch", true), ("com.transistorsoft.customtask", true),
    ("com.transistorsoft", false),
    ("com.expo.modules.backgroundtask.processing", true), ("org.dpppt.refresh.mine", false),
  ]) func areKnownByTheirIdentifiers(_ identifier: String, isKnown: Bool) {
    #expect((PlatformFacts.dependencyTask(identifier) != nil) == isKnown)
  }

  /// The owner that the policy states takes precedence over the table of dependencies.
  @Test func areTheAppsWhereThePolicySaysSo() {
    let text = """
      schema: 1
      app: { name: Example, bundleIdentifier: com.example }
      permittedIdentifiers: [org.dpppt.refresh, { identifier: org.dpppt.exposure-notification, owner: app }]
      tasks: { refresh: { type: appRefresh, identifier: org.dpppt.refresh, owner: app } }
      """
    let policy = PolicyFile.reading(text, at: "x.yaml").policy
    #expect(policy?.tasks.map(\.isOfDependency) == [false])
    #expect(policy?.permittedIdentifiers?.value.map(\.value.owner.value) == [.sdk, .app])
  }

  /// The property list has the entries of the dependency's tasks, and no code registers, submits or handles these tasks.
  @Test func areInThePropertyListAndNowhereElse() throws {
    let files = Generator.files(
      for: try policy(), provenance: Provenance(policy: Self.path))
    let plist = try #require(files.first { $0.path.hasSuffix("Info.plist") }?.text)
    for entry in [
      "org.dpppt.exposure-notification", "org.dpppt.refresh", "com.vendor.upload", "fetch", "processing",
    ] {
      #expect(plist.contains("<string>\(entry)</string>"))
    }
    for file in files where !file.path.hasSuffix("Info.plist") && !file.path.hasSuffix(".yml") {
      #expect(!file.text.contains("dpppt") && !file.text.contains("com.vendor"), "\(file.path)")
    }
    #expect(files.contains { $0.path == "TracingTasks.swift" && $0.text.contains("cleanup") })
  }
}
