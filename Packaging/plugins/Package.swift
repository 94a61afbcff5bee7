// swift-tools-version: 6.1

import PackageDescription

// The plugins of bgpolicy {{VERSION}} with the prebuilt tool: a build needs neither its sources nor libyaml.
let package = Package(
  name: "bgpolicy-plugins",
  platforms: [.macOS(.v13)],
  products: [
    .plugin(name: "BGPolicyPlugin", targets: ["BGPolicyPlugin"]),
    .plugin(name: "BGPolicyCommandPlugin", targets: ["BGPolicyCommandPlugin"]),
  ],
  targets: [
    .binaryTarget(
      name: "bgpolicy",
      url: "{{RELEASES}}/v{{VERSION}}/bgpolicy.artifactbundle.zip",
      checksum: "{{BUNDLE}}"),
    .plugin(name: "BGPolicyPlugin", capability: .buildTool(), dependencies: ["bgpolicy"]),
    .plugin(
      name: "BGPolicyCommandPlugin",
      capability: .command(
        intent: .custom(verb: "bgpolicy", description: "Lint, compile and estimate background policies"),
        permissions: [.writeToPackageDirectory(reason: "To write what the policies compile to")]),
      dependencies: ["bgpolicy"]),
  ],
  swiftLanguageModes: [.v6]
)
