import PlatformFacts
import Testing

/// Tests of facts that are found by a name from Apple or from a dependency.
@Suite struct NamedFactTests {
  @Test func backgroundModesAreFoundByTheirNames() throws {
    let modes = PlatformFacts.backgroundModes.value
    #expect(Set(modes.map(\.name)).count == modes.count)
    for mode in modes {
      #expect(PlatformFacts.backgroundMode(mode.name)?.purpose == mode.purpose)
      #expect(!mode.purpose.isEmpty && !mode.purpose.hasSuffix("."))
    }
    #expect(PlatformFacts.backgroundMode("fetching") == nil && PlatformFacts.backgroundMode("Fetch") == nil)
    // Xcode offers the modes of iOS for Catalyst, too.
    for mode in modes where mode.platforms.contains(.iOS) { #expect(mode.platforms.contains(.macCatalyst)) }
  }

  static let dependencies: [(identifier: String, dependency: String?)] = [
    ("com.expo.modules.backgroundtask.processing", "expo-background-task"),
    ("com.transistorsoft.fetch", "react-native-background-fetch and its siblings"),
    ("com.transistorsoft.customtask", "react-native-background-fetch and its siblings"),
    ("app.capgo.backgroundtask.processing", "@capgo/capacitor-background-task"),
    ("org.dpppt.refresh", "DP3T SDK"), ("com.transistorsoft", nil), ("com.example.org.dpppt.refresh", nil),
    ("org.dpppt.refresh.more", nil), ("", nil),
  ]

  @Test(arguments: dependencies)
  func dependenciesAreFoundByTheirIdentifiers(_ identifier: String, _ dependency: String?) {
    #expect(PlatformFacts.dependencyTask(identifier)?.value.dependency == dependency)
  }

  @Test(arguments: [
    ("com.transistorsoft.fetch", "fetch"), ("com.transistorsoft.customtask", "processing"),
    ("com.expo.modules.backgroundtask.processing", "processing"),
  ])
  func dependenciesNeedAModeIfTheirTaskIsKnown(_ identifier: String, _ mode: String?) {
    #expect(PlatformFacts.dependencyTask(identifier)?.value.mode == mode)
  }

  @Test func dependenciesHaveASourceAndANameOfTheirOwn() {
    let facts = PlatformFacts.dependencies
    #expect(Set(facts.map(\.value.name)).count == facts.count)
    let names = facts.flatMap { Set($0.value.packages + $0.value.modules) }
    #expect(Set(names).count == names.count, "Two dependencies have a package or a module of one name")
    for fact in facts {
      #expect(fact.confidence == .reported || fact.confidence == .documented)
      #expect(!fact.citations.isEmpty)
      #expect(fact.citations.allSatisfy { $0.address?.hasPrefix("https://") == true })
      for mode in fact.value.modes { #expect(PlatformFacts.backgroundMode(mode) != nil, "\(mode)") }
      for mode in fact.value.tasks.compactMap(\.mode) { #expect(fact.value.modes.contains(mode)) }
    }
  }

  @Test(arguments: [
    ("FirebaseMessaging", "Firebase Cloud Messaging"), ("Firebase/Messaging", "Firebase Cloud Messaging"),
    ("workmanager_apple", "workmanager for Flutter"), ("Kingfisher", nil), ("", nil),
  ])
  func dependenciesAreFoundByPackageAndModule(_ name: String, _ dependency: String?) {
    #expect(PlatformFacts.dependency(name)?.value.name == dependency)
  }

  @Test func modesWithUsesAreKnown() {
    for (mode, symbols) in PlatformFacts.modeUses.value {
      #expect(PlatformFacts.backgroundMode(mode) != nil, "\(mode)")
      #expect(!symbols.isEmpty)
    }
  }

  @Test func entitlementsHaveNamesOfTheirOwn() {
    let keys =
      [
        PlatformFacts.applicationGroupsEntitlement, PlatformFacts.multipathEntitlement,
        PlatformFacts.continuedProcessingGPUEntitlement, PlatformFacts.healthResearchEntitlement,
        PlatformFacts.healthKitDeliveryEntitlement, PlatformFacts.pushEntitlement,
        PlatformFacts.macPushEntitlement, PlatformFacts.dataProtectionEntitlement,
      ].map(\.value) + PlatformFacts.slicingEntitlements.value
      + PlatformFacts.carrierConstrainedEntitlements.value
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0 == "aps-environment" || $0.hasPrefix("com.apple.") })
  }

  @Test(arguments: PlatformFacts.scenarioNames) func scenariosAreFoundByTheirNames(_ name: String) {
    #expect(PlatformFacts.scenario(name)?.name == name)
  }
}
