// swift-tools-version: 6.1

import Foundation
import PackageDescription

let package = Package(
  name: "bgpolicy",
  platforms: [.macOS(.v13), .iOS(.v13), .macCatalyst(.v13), .tvOS(.v13), .visionOS(.v1), .watchOS(.v6)],
  products: [
    .executable(name: "bgpolicy", targets: ["bgpolicy"]),
    .library(name: "BackgroundPolicy", targets: ["BackgroundPolicy"]),
    .library(name: "BackgroundRuntime", targets: ["BackgroundRuntime"]),
  ],
  targets: [
    // What everything stands on: values without a subject of their own, and libyaml.
    .systemLibrary(
      name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "Libc"),
    .target(name: "Quantities", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "JSON", dependencies: ["Quantities"]),
    .target(name: "RepositoryFiles", dependencies: ["Libc", "Quantities"]),
    .target(name: "PropertyList", dependencies: ["Quantities"]),
    .target(name: "AppFacts", dependencies: ["JSON", "PlatformFacts", "Quantities"]),

    // The compiler, in the order in which a policy goes through it.
    .target(name: "PlatformFacts", dependencies: ["Quantities"]),
    .target(name: "PolicySyntax", dependencies: ["CYaml", "JSON", "Libc", "Quantities"]),
    .target(
      name: "PolicyModel",
      dependencies: ["AppFacts", "JSON", "PlatformFacts", "PolicySyntax", "PropertyList", "Quantities"]),
    .target(
      name: "PolicyLint",
      dependencies: [
        "AppFacts", "JSON", "PlatformFacts", "PolicyModel", "PolicySyntax", "PropertyList", "Quantities",
      ]),
    .target(
      name: "PolicyGen",
      dependencies: ["JSON", "PlatformFacts", "PolicyModel", "PolicySyntax", "PropertyList", "Quantities"]),
    .target(
      name: "PolicyCalibration", dependencies: ["JSON", "PlatformFacts", "PolicySyntax", "Quantities"]),
    .target(name: "PolicySim", dependencies: ["Libc", "PlatformFacts", "PolicyModel", "Quantities"]),

    // A policy while it is edited: what may be written where.
    .target(
      name: "PolicyEditing",
      dependencies: [
        "JSON", "PlatformFacts", "PolicyLint", "PolicyModel", "PolicySyntax", "PropertyList", "Quantities",
      ]),

    // The stages in order: the whole compiler in one file.
    .target(
      name: "PolicyPipeline",
      dependencies: ["PolicyGen", "PolicyLint", "PolicyModel", "PolicySim", "PolicySyntax", "Quantities"]),

    // The library for other tools.
    .target(
      name: "BackgroundPolicy",
      dependencies: [
        "PlatformFacts", "PolicyEditing", "PolicyGen", "PolicyLint", "PolicyModel", "PolicyPipeline",
        "PolicySim", "PolicySyntax", "Quantities",
      ]),

    // What only the environment of a build knows: where its sources and its documentation are.
    .target(name: "CBuild"),

    // The code of apps that is the same in all of them. It belongs to the apps, and the compiler carries its files as text.
    .target(name: "BackgroundRuntime"),

    // What a change would bring, and every form in which results are shown.
    .target(
      name: "PolicyAdvice",
      dependencies: [
        "PlatformFacts", "PolicyLint", "PolicyModel", "PolicySim", "PolicySyntax", "Quantities",
      ]),
    .target(
      name: "PolicyReports",
      dependencies: [
        "AppFacts", "CBuild", "JSON", "PlatformFacts", "PolicyAdvice", "PolicyCalibration",
        "PolicyGen", "PolicyImport", "PolicyLint", "PolicyModel", "PolicySim", "PolicySyntax",
        "PropertyList", "Quantities",
      ]),

    // The app itself: the readers that find its facts, and the policy that they are written as.
    .target(
      name: "AppProjects",
      dependencies: ["AppFacts", "JSON", "PlatformFacts", "PolicySyntax", "PropertyList", "Quantities"]),
    .target(
      name: "PolicyImport",
      dependencies: ["AppFacts", "JSON", "PlatformFacts", "PolicyModel", "PolicySyntax", "Quantities"]),

    // The editor: the Language Server Protocol, without its streams.
    .target(
      name: "LanguageServer",
      dependencies: [
        "JSON", "PlatformFacts", "PolicyEditing", "PolicyGen", "PolicyLint", "PolicyModel", "PolicyPipeline",
        "PolicyReports", "PolicySim", "PolicySyntax", "PropertyList", "Quantities",
      ]),

    // The command line: the only target that knows disk, clock and terminal.
    .executableTarget(
      name: "bgpolicy",
      dependencies: [
        "AppFacts", "CBuild", "JSON", "LanguageServer", "Libc", "PlatformFacts", "PolicyAdvice",
        "PolicyCalibration", "PolicyGen", "PolicyImport", "PolicyLint", "PolicyModel", "PolicyPipeline",
        "PolicyReports", "PolicySim", "PolicySyntax", "PropertyList", "Quantities", "RepositoryFiles",
      ]),

    // Measured by Scripts/benchmark.sh, and no part of the product. Compiles the simulation along with itself, by a link in its folder: its
    // loads use what is internal there.
    .executableTarget(
      name: "SimulationBenchmark",
      dependencies: ["Libc", "PlatformFacts", "PolicyModel", "PolicySyntax", "Quantities"],
      path: "Benchmarks/SimulationBenchmark"),

    // The library as another tool uses it, so that the tests can run it.
    .executableTarget(
      name: "PrintPolicy", dependencies: ["BackgroundPolicy"], path: "Examples/Library/Sources/PrintPolicy"),

    .target(name: "TestSupport", dependencies: ["PolicySyntax"], path: "Tests/TestSupport"),
    .target(
      name: "GenerationFixtures", dependencies: ["PolicyGen", "PolicyModel", "PolicySyntax", "TestSupport"],
      path: "Tests/GenerationFixtures"),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "PropertyListTests", dependencies: ["PropertyList", "TestSupport"]),
    .testTarget(name: "RepositoryFilesTests", dependencies: ["RepositoryFiles", "TestSupport"]),
    .testTarget(name: "QuantitiesTests", dependencies: ["Quantities", "TestSupport"]),
    .testTarget(name: "PlatformFactsTests", dependencies: ["PlatformFacts", "Quantities", "TestSupport"]),
    .testTarget(name: "PolicySyntaxTests", dependencies: ["PolicySyntax", "TestSupport"]),
    .testTarget(
      name: "PolicyModelTests",
      dependencies: ["JSON", "PlatformFacts", "PolicyModel", "PolicySyntax", "Quantities", "TestSupport"]),
    .testTarget(
      name: "PolicyLintTests",
      dependencies: [
        "JSON", "PlatformFacts", "PolicyLint", "PolicyModel", "PolicySyntax", "Quantities", "TestSupport",
      ]),
    .testTarget(
      name: "PolicyGenTests",
      dependencies: [
        "GenerationFixtures", "JSON", "PlatformFacts", "PolicyCalibration", "PolicyGen", "PolicyLint",
        "PolicyModel", "PolicySim", "PolicySyntax", "PropertyList", "Quantities", "TestSupport",
      ]),
    .testTarget(name: "BackgroundRuntimeTests", dependencies: ["BackgroundRuntime", "TestSupport"]),
    // Compiles generated code, or starts hundreds of programs.
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "GenerationFixtures", "JSON", "PlatformFacts", "PolicyCalibration", "PolicyGen", "PolicyLint",
        "PolicyModel", "PolicySim",
        "PolicySyntax", "PropertyList", "Quantities", "TestSupport",
      ]),
    .testTarget(
      name: "PolicyCalibrationTests",
      dependencies: [
        "JSON", "PlatformFacts", "PolicyCalibration", "PolicyModel", "PolicySyntax", "Quantities",
        "TestSupport",
      ]),
    .testTarget(
      name: "PolicySimTests",
      dependencies: [
        "PlatformFacts", "PolicyCalibration", "PolicyModel", "PolicyReports", "PolicySim", "PolicySyntax",
        "Quantities", "TestSupport",
      ]),
    // The loads of the benchmark, with which the simulation is compiled a second time.
    .testTarget(
      name: "SimulationBenchmarkTests",
      dependencies: ["PolicyModel", "PolicySyntax", "SimulationBenchmark", "TestSupport"]),
    .testTarget(
      name: "AppFactsTests", dependencies: ["AppFacts", "JSON", "PlatformFacts", "TestSupport"]),
    .testTarget(
      name: "AppProjectsTests",
      dependencies: ["AppFacts", "AppProjects", "JSON", "PlatformFacts", "Quantities", "TestSupport"]),
    .testTarget(name: "PolicyEditingTests", dependencies: ["PolicyEditing", "TestSupport"]),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "JSON", "LanguageServer", "PolicyEditing", "PolicyLint", "PolicyModel", "PolicyPipeline", "PolicySim",
        "PolicySyntax", "Quantities", "TestSupport",
      ]),
    .testTarget(
      name: "PolicyImportTests",
      dependencies: [
        "AppFacts", "JSON", "PolicyImport", "PolicyLint", "PolicyModel", "PolicySyntax", "TestSupport",
      ]),
    .testTarget(
      name: "BackgroundPolicyTests", dependencies: ["BackgroundPolicy", "PrintPolicy", "TestSupport"]),
    .testTarget(
      name: "PolicyReportsTests",
      dependencies: [
        "JSON", "PolicyAdvice", "PolicyGen", "PolicyLint", "PolicyModel", "PolicyReports", "PolicySim",
        "PolicySyntax", "Quantities", "TestSupport",
      ]),
    // Each key and each fix, tried in files and estimates.
    .testTarget(
      name: "ExhaustiveTests",
      dependencies: [
        "JSON", "PolicyGen", "PolicyLint", "PolicyModel", "PolicyReports", "PolicySim", "PolicySyntax",
        "TestSupport",
      ]),
    // The repository's own files: which target imports which, who opens files, what the page of security names.
    .testTarget(name: "ProjectTests", dependencies: ["TestSupport"]),
    // bgpolicy in repositories of strangers, and with inputs that require much work.
    .testTarget(
      name: "BoundaryTests",
      dependencies: ["PlatformFacts", "PolicyReports", "Quantities", "bgpolicy", "TestSupport"]),
    // What estimates and comparisons print and draw.
    .testTarget(
      name: "OutputTests", dependencies: ["JSON", "PolicyReports", "PolicySim", "bgpolicy", "TestSupport"]),
    // The pages in Documentation, and the commands on them.
    .testTarget(
      name: "ReferenceTests",
      dependencies: [
        "JSON", "PolicyAdvice", "PolicyLint", "PolicyModel", "PolicyReports", "PolicySyntax", "bgpolicy",
        "TestSupport",
      ]),
    // The commands, one file a command and more for the large ones.
    .testTarget(name: "bgpolicyTests", dependencies: ["JSON", "PolicyModel", "bgpolicy", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// The plugins, which bring bgpolicy into the builds of others. SwiftPM builds every target that they use a second time, for the machine
// that builds: Scripts/test.sh and Scripts/install.sh need no plugins, and leave them out.
if Context.environment["BGPOLICY_WITHOUT_PLUGINS"] == nil {
  package.products += ["BGPolicyPlugin", "BGPolicyCommandPlugin"].map { .plugin(name: $0, targets: [$0]) }
  package.targets += [
    .plugin(name: "BGPolicyPlugin", capability: .buildTool(), dependencies: ["bgpolicy"]),
    .plugin(
      name: "BGPolicyCommandPlugin",
      capability: .command(
        intent: .custom(verb: "bgpolicy", description: "Lint, compile and estimate background policies"),
        permissions: [.writeToPackageDirectory(reason: "To write what the policies compile to")]),
      dependencies: ["bgpolicy"]),
  ]
}

// The reader of sources is built with the toolchain's own SwiftSyntax, where it has one; everything else does without.
if let libraries = syntaxLibraries() {
  package.targets += [
    .target(name: "CClang"),
    .target(
      name: "AppSources",
      dependencies: ["AppFacts", "CClang", "PlatformFacts", "PolicySyntax", "Quantities"],
      swiftSettings: [.unsafeFlags(["-I", libraries])],
      // A release has the libraries beside its executables.
      linkerSettings: [
        .unsafeFlags(
          ["-L", libraries] + ["$ORIGIN", libraries].flatMap { ["-Xlinker", "-rpath", "-Xlinker", $0] }),
        .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftSyntax"),
      ]),
    .executableTarget(
      name: "bgpolicy-appreader",
      dependencies: ["AppFacts", "AppProjects", "AppSources", "JSON", "Quantities", "RepositoryFiles"],
      swiftSettings: [.unsafeFlags(["-I", libraries])]),
    .testTarget(
      name: "AppSourcesTests",
      dependencies: [
        "AppFacts", "AppProjects", "AppSources", "JSON", "PlatformFacts", "PolicyImport", "PolicyLint",
        "PolicyModel",
        "PolicySyntax", "TestSupport", "bgpolicy-appreader",
      ],
      swiftSettings: [.unsafeFlags(["-I", libraries])]),
  ]
  // The reader of apps as a program.
  package.targets.append(
    .testTarget(
      name: "ReaderTests", dependencies: ["AppSources", "TestSupport", "bgpolicy-appreader"],
      swiftSettings: [.unsafeFlags(["-I", libraries])]))
  package.products.append(.executable(name: "bgpolicy-appreader", targets: ["bgpolicy-appreader"]))

  // Objective-C is read with the lexer of the toolchain's libclang, where it has one; Swift is read without.
  if let folder = clangLibrary(), let sources = package.targets.first(where: { $0.name == "AppSources" }) {
    sources.swiftSettings?.append(.define("OBJECTIVE_C"))
    sources.linkerSettings? += [
      .unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder]), .linkedLibrary("clang"),
    ]
  }
}

// Scripts/fuzz.sh gives the path of libFuzzer's archive. The targets take the command line by a link, as no target may depend on an
// executable.
if let fuzzer = Context.environment["BGPOLICY_FUZZER"], !fuzzer.isEmpty, let libraries = syntaxLibraries() {
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: ["AppProjects", "AppSources", "CFuzzer"]
        + (package.targets.first { $0.name == "bgpolicy" }?.dependencies ?? []),
      path: "Fuzzing/Fuzz", exclude: ["Tool/main.swift"],
      swiftSettings: [.unsafeFlags(["-I", libraries])],
      linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]),
  ]
}

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// The address of the documentation, to whose pages findings then link instead of to Apple's; and the sources from which the workflow of
// `import --set-up` builds bgpolicy, which Scripts/install.sh names.
package.targets.first { $0.name == "CBuild" }?.cSettings = [
  "BGPOLICY_DOCUMENTATION_ADDRESS", "BGPOLICY_SOURCE_ADDRESS", "BGPOLICY_SOURCE_COMMIT",
].compactMap { name in
  guard let value = Context.environment[name], !value.isEmpty else { return nil }
  if name.hasSuffix("COMMIT") {
    precondition(value.count == 40 && value.allSatisfy(\.isHexDigit), "\(name) must be a commit")
  } else {
    let isAddress = value.hasPrefix("https://") && !value.contains { "\"'\\$`{}@ \n".contains($0) }
    precondition(isAddress, "\(name) must be an https address")
  }
  return .define(name, to: "\"\(value)\"")
}

// Scripts/test.sh simulates millions of days, and generic code is fast only if a module is compiled as a whole.
// An environment variable asks for it, as no package may depend on unsafe flags.
if Context.environment["BGPOLICY_OPTIMIZE_SIMULATION"] != nil {
  for target in package.targets
  where ["Quantities", "PlatformFacts", "PolicySim"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O", "-wmo", "-num-threads", "2"]))
  }
}

// Scripts/test.sh leaves out the tests that compile generated code, start programs or need the benchmark; Scripts/check.sh builds and
// runs those.
if Context.environment["BGPOLICY_WITHOUT_PROGRAMS"] != nil {
  let targets = [
    "BoundaryTests", "ExhaustiveTests", "OutputTests", "ProgramTests", "ReaderTests", "ReferenceTests",
    "SimulationBenchmark", "SimulationBenchmarkTests", "bgpolicyTests",
  ]
  package.targets.removeAll { targets.contains($0.name) }
}

// Scripts/pre-commit.sh tries that the hooks build bgpolicy, and not how fast what they built is.
if Context.environment["BGPOLICY_UNOPTIMIZED"] != nil {
  for target in package.targets where [.regular, .executable].contains(target.type) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
  }
}

/// The folder with libclang: the value of `BGPOLICY_LIBCLANG`, or that of the toolchain in the path; `nil` if there is none, or the
/// value is empty.
func clangLibrary() -> String? {
  if let folder = Context.environment["BGPOLICY_LIBCLANG"] { return folder.isEmpty ? nil : folder }
  guard let folder = toolchainFolder("lib") else { return nil }
  let isThere = ["libclang.so", "libclang.dylib"].contains {
    FileManager.default.fileExists(atPath: "\(folder)/\($0)")
  }
  return isThere ? folder : nil
}

/// The folder with the modules and libraries of SwiftSyntax: the value of `BGPOLICY_SWIFT_SYNTAX`, or that of the toolchain in the
/// path; `nil` if there is none, or the value is empty.
func syntaxLibraries() -> String? {
  if let folder = Context.environment["BGPOLICY_SWIFT_SYNTAX"] { return folder.isEmpty ? nil : folder }
  guard let folder = toolchainFolder("lib/swift/host") else { return nil }
  let names = [
    "SwiftSyntax.swiftmodule", "SwiftParser.swiftmodule", "libSwiftSyntax.so", "libSwiftParser.so",
  ]
  return names.allSatisfy { FileManager.default.fileExists(atPath: "\(folder)/\($0)") } ? folder : nil
}

/// A folder of the toolchain in the path, beside the one with its compiler.
func toolchainFolder(_ path: String) -> String? {
  for folder in (Context.environment["PATH"] ?? "").split(separator: ":") {
    let compiler = URL(fileURLWithPath: "\(folder)/swiftc").resolvingSymlinksInPath()
    guard FileManager.default.isExecutableFile(atPath: compiler.path) else { continue }
    return compiler.deletingLastPathComponent().appendingPathComponent("../\(path)").standardized.path
  }
  return nil
}
