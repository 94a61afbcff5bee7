// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Feed",
  platforms: [.iOS(.v16)],
  products: [.library(name: "Feed", targets: ["Feed"])],
  dependencies: [
    // Elsewhere: .package(url: "…", from: "…"), and the package is called by the last part of its address.
    .package(name: "bgpolicy", path: "../../..")
  ],
  targets: [
    .target(name: "Feed", plugins: [.plugin(name: "BGPolicyPlugin", package: "bgpolicy")])
  ]
)
