// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Backup",
  platforms: [.iOS(.v16)],
  products: [.library(name: "Backup", targets: ["Backup"])],
  dependencies: [
    // Elsewhere: .package(url: "…", from: "…"), and the package is called by the last part of its address.
    .package(name: "bgpolicy", path: "../../..")
  ],
  targets: [
    .target(
      name: "Backup",
      // The policy and what it compiles to besides Swift are no part of the app.
      exclude: ["bgpolicy.yaml", "Generated/BackupInfo.plist", "Generated/BackupTestPlan.md"])
  ]
)
