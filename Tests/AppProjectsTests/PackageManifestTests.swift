import AppFacts
import PlatformFacts
import Testing

@testable import AppProjects

/// The files of package managers, and the languages that are not read.
@Suite struct PackageManifestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    /// The packages as `manager name line`.
    var packages: [String] = []
    /// The languages as `language count`.
    var languages: [String] = []
  }

  static let cases = [
    Case(
      testDescription: "Podfile.lock",
      files: [
        "ios/Podfile": "pod 'Ignored'",
        "ios/Podfile.lock": """
        PODS:
          - Firebase/Messaging (10.0):
            - Firebase/CoreOnly
          - "GoogleUtilities/Logger (7.0)"
          - Flutter (1.0.0)

        DEPENDENCIES:
          - Firebase/Messaging
        """,
      ],
      packages: [
        "CocoaPods Firebase/Messaging 2", "CocoaPods GoogleUtilities/Logger 4", "CocoaPods Flutter 5",
      ]),
    Case(
      testDescription: "Podfile",
      files: [
        "Podfile": """
        target 'App' do
          pod 'AFNetworking', '~> 4.0'
          # pod 'Commented'
          pod "OneSignal/OneSignal"
        end
        """
      ], packages: ["CocoaPods AFNetworking 2", "CocoaPods OneSignal/OneSignal 4"]),
    Case(
      testDescription: "Cartfile",
      files: [
        "Cartfile":
          "github \"Alamofire/Alamofire\" ~> 5.0\ngit \"https://example.com/Kit.git\"\n# github \"a/b\"\n"
      ],
      packages: ["Carthage Alamofire 1", "Carthage Kit 2"]),
    Case(
      testDescription: "an app of React Native",
      files: [
        "package.json": """
        {
          "name": "app",
          "dependencies": {
            "lodash": "^4.0.0",
            "react-native": "0.75.0",
            "@react-native-firebase/messaging": "^20.0.0"
          }
        }
        """, "src/App.tsx": "", "index.js": "",
      ], packages: ["npm @react-native-firebase/messaging 6"], languages: ["JavaScript 2"]),
    Case(
      testDescription: "scripts beside an app",
      files: ["package.json": "{ \"dependencies\": { \"ios-deploy\": \"1\" } }", "build.js": ""]),
    Case(
      testDescription: "an app of Flutter",
      files: [
        "pubspec.yaml": """
        name: app
        dependencies:
          flutter:
            sdk: flutter
          flutter_localizations:
            sdk: flutter
          workmanager: ^0.9.0
        """, "lib/main.dart": "",
      ], packages: ["pub workmanager 7"], languages: ["Dart 1"]),
    Case(
      testDescription: "a package of Dart alone", files: ["pubspec.yaml": "name: tool\n", "bin/a.dart": ""]),
    Case(
      testDescription: "Kotlin for Apple's systems and for others",
      files: [
        "shared/src/iosMain/kotlin/A.kt": "", "shared/src/iosArm64Main/kotlin/B.kt": "",
        "shared/src/commonMain/kotlin/C.kt": "", "android/src/main/kotlin/D.kt": "",
      ], languages: ["Kotlin 2"]),
    Case(
      testDescription: "C# for iOS",
      files: ["App/App.csproj": "<TargetFrameworks>net8.0-ios</TargetFrameworks>", "App/Main.cs": ""],
      languages: ["C# 1"]),
    Case(
      testDescription: "C# for a server",
      files: ["S/S.csproj": "<TargetFramework>net8.0</TargetFramework>", "S/Main.cs": ""]),
  ]

  @Test(arguments: cases) func packagesAndLanguagesAreListed(_ one: Case) {
    let projects = AppProjects(MemoryTree(one.files))
    #expect(projects.packages.map { "\($0.manager.rawValue) \($0.name) \($0.location.line)" } == one.packages)
    #expect(projects.languages.map { "\($0.language.rawValue) \($0.count)" } == one.languages)
  }

  /// If the project of CocoaPods compiles the code of a pod in the repository, a note says that the code is not read.
  @Test(arguments: [
    ("./Kit", ["ios/Kit/Sources/Kit.swift"], true), ("Kit/Kit.podspec", ["ios/Kit/Sources/Kit.swift"], true),
    ("./Kit", ["ios/Kit/README.md"], false), ("../node_modules/kit", ["node_modules/kit/Kit.swift"], false),
    ("./Kit", [], false),
  ])
  func codeOfLocalPodsIsNotedAsUnread(_ path: String, _ files: [String], isNoted: Bool) {
    let lock = """
      PODS:
        - Kit (1.0)

      EXTERNAL SOURCES:
        Kit:
          :path: "\(path)"

      """
    let tree = MemoryTree(files.reduce(into: ["ios/Podfile.lock": lock]) { $0[$1] = "" })
    let unread = AppProjects(tree).unread.filter { $0.location.file == "ios/Podfile.lock" }
    #expect(unread.map(\.reason) == (isNoted ? ["The code of the pod Kit is not read"] : []))
    let isCode = unread.allSatisfy { $0.leavesOutCode }
    #expect(isCode)
  }

  /// Lock files and Podfiles of each form, and whether the code of a pod is noted as unread.
  @Test(arguments: [
    ("EXTERNAL SOURCES: {Kit: {\":path\": Kit}}", "", true),
    ("EXTERNAL SOURCES:\n    Kit:\n        :path: Kit", "", true),
    ("EXTERNAL SOURCES:\n  Kit:\n    \":path\": Kit", "", true),
    ("EXTERNAL SOURCES:\n  Kit: { ? :path : Kit }", "", true),
    ("EXTERNAL SOURCES:\n  Kit:\n    :git: https://example.com/kit", "", false),
    ("PODS:\n  - Other (1.0)", "", false),
    ("PODS: [", "", true), ("PODS: []", "pod 'Kit', :path => 'Kit'", true),
    ("PODS: []", "# pod 'Kit', :path => 'Kit'", false),
    (nil, "pod 'Kit', :path => 'Kit'", true), (nil, "pod(\"Kit\", path: \"./Kit/Kit.podspec\")", true),
    (nil, "pod 'Kit',\n  # Own.\n  :path=> 'Kit'", true),
    (nil, "pod 'Kit', # It's own.\n  :path => 'Kit'", true),
    (nil, "pod 'Kit', :path => File.join(__dir__, 'Kit')", true),
    (nil, "pod 'Kit', :path => File.join(__dir__, 'Empty')", false),
    (nil, "target 'A' do pod 'Kit', 'path' => 'Kit' end", true), (nil, "pod 'Kit', 'path': 'Kit'", true),
    (nil, "pod 'Kit', \"path\" : 'Kit'", true), (nil, "own = { path: 'Kit' }\npod 'Kit', own", true),
    (nil, "own[:path] = 'Kit'\npod 'Kit', **own", true), (nil, "own = 1\npod 'Kit', own", false),
    (nil, "use_own!(:path => 'Kit')\npod 'Kit', version", false),
    (nil, "pod 'Kit', :path => 'node_modules/../Kit'", true),
    (nil, "pod 'Kit', :path => '.'", true), (nil, "pod 'Kit', :path => folder", true),
    (nil, "pod 'Kit', :path => 'K' + 'it'", true), (nil, "pod 'Kit', :path => \"#{a}/Kit\"", true),
    (nil, "pod 'Kit', :git => 'Kit'", true),
    (nil, "pod 'Kit', :git => 'https://example.com/kit'", false), (nil, "pod 'Kit', '~> 1.0'", false),
    (nil, "use_react_native!(:path => config[:path])", false),
    (nil, "pod 'Kit', :path => '../node_modules/Kit'", false),
    ("EXTERNAL SOURCES:\n  Kit:\n    :path: \"../node_modules/Kit\"", "pod 'Kit', :path => folder", true),
    ("EXTERNAL SOURCES:\n  Kit:\n    :path: Empty", "pod 'Kit', :path => folder", false),
  ])
  func localPodsAreFound(_ lock: String?, _ podfile: String, isNoted: Bool) {
    var files = ["ios/Podfile": podfile, "ios/Kit/Kit.swift": "", "ios/Empty/README.md": ""]
    files["ios/Podfile.lock"] = lock
    let unread = AppProjects(MemoryTree(files)).unread.filter(\.leavesOutCode)
    #expect(unread.isEmpty != isNoted, "\(unread)")
  }

  /// Code that a Podfile loads, which names a pod in the repository, and the file that is noted.
  @Test(arguments: [
    ("require_relative 'pods'", "ios/pods.rb"), ("require_relative './pods.rb'", "ios/pods.rb"),
    ("load 'pods.rb'", "ios/pods.rb"), ("load \"#{__dir__}/pods.rb\"", "ios/pods.rb"),
    ("eval(File.read('pods.rb'))", "ios/pods.rb"), ("eval File.read(\"pods.rb\")", "ios/pods.rb"),
    ("instance_eval(File.read(File.join(__dir__, 'pods.rb')))", "ios/pods.rb"),
    ("self.instance_eval File.read(File.expand_path('../pods.rb', __FILE__)) if true", "ios/pods.rb"),
    ("require File.expand_path('pods', __dir__)", "ios/pods.rb"),
    ("$:.unshift(__dir__)\nrequire 'pods'", "ios/pods.rb"), ("Kernel.load('pods.rb')", "ios/pods.rb"),
    ("eval_gemfile '../pods.rb'", "pods.rb"), ("require_relative 'inner/first'", "ios/inner/second.rb"),
    ("eval(File.read(name))", "ios/Podfile"), ("eval \"pod 'Kit', :path => 'Kit'\"", "ios/Podfile"),
    ("instance_eval <<~TEXT\n  pods\nTEXT", "ios/Podfile"), ("load name", "ios/Podfile"),
    ("require_relative 'gone'", "ios/Podfile"), ("load 'pods.rb' + ending", "ios/Podfile"),
    ("load 'Pods/../pods.rb'", "ios/pods.rb"), ("eval(File.read('Pods/more.rb'))", "ios/Pods/more.rb"),
  ])
  func loadedCodeIsRead(_ podfile: String, _ file: String) {
    let pod = "pod 'Kit', :path => 'Kit'"
    let files = [
      "ios/Podfile": podfile, "ios/Kit/Kit.swift": "", "ios/pods.rb": pod, "pods.rb": pod,
      "ios/inner/first.rb": "require_relative 'second'", "ios/inner/second.rb": pod,
      "ios/Pods/more.rb": pod,
    ]
    let unread = AppProjects(MemoryTree(files)).unread.filter(\.leavesOutCode)
    #expect(Set(unread.map(\.location.file)) == [file], "\(unread)")
  }

  /// Code of package managers, libraries of Ruby, and other functions of these names.
  @Test(arguments: [
    "require_relative '../node_modules/react-native/scripts/react_native_pods'", "require 'json'",
    "require Pod::Executable.execute_command('node', ['-p', 'require.resolve(\n\"a.rb\")', __dir__]).strip",
    "require File.join(File.dirname(`node --print \"require.resolve('expo/package.json')\"`), \"scripts/autolinking\")",
    "require File.expand_path(File.join('packages', 'flutter_tools', 'bin', 'podhelper'), flutter_root)",
    "config = YAML.load(File.read('pods.rb'))", "data = JSON.parse(File.read('pods.rb'))", "# load name",
    "def load(name)\nend", "installer.pods_project.instance_eval do |project|\nend",
    "require_relative 'empty'", "require_relative '../../other/pods'",
  ])
  func otherCodeIsNotNoted(_ podfile: String) {
    let files = [
      "ios/Podfile": podfile, "ios/Kit/Kit.swift": "", "ios/pods.rb": "pod 'Kit', :path => 'Kit'",
      "ios/empty.rb": "def more\nend\n",
    ]
    let unread = AppProjects(MemoryTree(files)).unread.filter(\.leavesOutCode)
    #expect(unread.isEmpty, "\(unread)")
  }
}
