// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "bgpolicy",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "bgpolicy", targets: ["bgpolicy"])
  ],
  targets: [
    .systemLibrary(
      name: "CYaml",
      pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .target(name: "Quantities", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "PlatformFacts", dependencies: ["Quantities"]),
    .target(name: "PolicySyntax", dependencies: ["CYaml"]),
    .target(name: "TestSupport", dependencies: ["PolicySyntax"], path: "Tests/TestSupport"),
    .testTarget(name: "PolicySyntaxTests", dependencies: ["PolicySyntax", "TestSupport"]),
    .target(name: "JSON"),
    .target(name: "PolicyModel", dependencies: ["JSON", "PlatformFacts", "PolicySyntax", "Quantities"]),
    .target(name: "PolicyLint", dependencies: ["JSON", "PlatformFacts", "PolicyModel", "PolicySyntax", "Quantities"]),
    .testTarget(name: "PolicyLintTests", dependencies: ["PlatformFacts", "PolicyLint", "PolicyModel", "PolicySyntax", "TestSupport"]),
    .target(name: "PolicyGen", dependencies: ["PlatformFacts", "PolicyModel", "Quantities"]),
    .testTarget(name: "PolicyGenTests", dependencies: ["PolicyGen", "PolicyModel", "PolicySyntax", "TestSupport"]),
    .target(name: "PolicySim", dependencies: ["PlatformFacts", "PolicyModel", "Quantities"]),
    .testTarget(name: "PolicySimTests", dependencies: ["PolicyModel", "PolicySim", "PolicySyntax", "TestSupport"]),
    .executableTarget(
      name: "bgpolicy", dependencies: ["JSON", "PlatformFacts", "PolicyGen", "PolicyLint", "PolicyModel", "PolicySim", "PolicySyntax", "Quantities"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
