// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "PrintPolicy",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "bgpolicy", path: "../..")],
  targets: [
    .executableTarget(
      name: "PrintPolicy", dependencies: [.product(name: "BackgroundPolicy", package: "bgpolicy")])
  ]
)
