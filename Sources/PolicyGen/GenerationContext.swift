internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The app for which files are generated: its names, systems and settings.
struct GenerationContext {
  /// The first part of all type names.
  let name: String
  /// `public ` or `package `, with the space. Empty for internal access.
  let access: String
  /// The systems that the app runs on, for availability checks.
  let deploymentTarget: DeploymentTarget
  /// The SDK that the app is built with, by its iOS version.
  let sdk: Version
  /// The framework that starts the app's tasks.
  let style: GenerationStyle
  /// The app's bundle identifier, or its name, as an expression.
  private(set) var bundleIdentifier = ""
  /// The strings that differ between build configurations.
  let configured: ConfiguredValues
  /// The values that the app decides at run time.
  let settings: SessionSettings
  /// The session properties that generated configurations can set.
  let sessionProperties: [SessionProperty]
  /// The processes with generated code, and the folders of their files.
  let processes: ProcessFolders
  /// Whether at least one transfer has a queue.
  let hasQueues: Bool
  /// Whether unit tests can run the app's handler.
  let isTestable: Bool
  /// The moments of transfers about which handlers are informed, in a fixed order.
  let observed: [TransferMoment]
  /// Whether the app records its background work.
  let isRecorded: Bool
  /// Whether generated code imports the library of the runtime instead of having copies of its files.
  let importsRuntime: Bool
  /// The comment at the top of each file.
  let provenance: Provenance

  /// The context of a policy's app. `nil` if the policy has no app.
  init?(
    _ policy: Policy, provenance: Provenance, sessionProperties: [SessionProperty] = SessionProperty.all
  ) {
    guard let app = policy.app?.value, let name = app.name?.value else { return nil }
    self.name = name
    deploymentTarget = app.deploymentTarget
    sdk = app.sdk.value
    style = policy.generate.style.value
    configured = ConfiguredValues(policy)
    settings = SessionSettings(policy)
    processes = ProcessFolders(policy, named: name)
    hasQueues = policy.hasQueues
    isTestable = policy.generate.testing.value
    let moments = policy.generate.observers?.value.map(\.value) ?? []
    observed = TransferMoment.allCases.filter(moments.contains)
    isRecorded = policy.generate.recorder.value
    importsRuntime = policy.generate.runtime.value == .package
    self.sessionProperties = sessionProperties
    self.provenance = provenance
    access =
      switch policy.generate.access.value {
      case .internal: ""
      case .package: "package "
      case .public: "public "
      }
    bundleIdentifier = literal(app.bundleIdentifier?.value ?? name, at: app.bundleIdentifier?.node)
  }

  /// The name of the protocol for the app's work in the background.
  var handler: String { "\(name)BackgroundHandler" }

  /// The attributes of a declaration that extensions may not use. The SDK marks the API in the declaration as
  /// unavailable in extensions.
  var unavailableInExtensions: [String] {
    let platforms = deploymentTarget.platforms.filter { $0 != .macOS && $0 != .watchOS }
    return (platforms.isEmpty ? ["iOS"] : platforms.map(\.rawValue)).map {
      "@available(\($0)ApplicationExtension, unavailable)"
    }
  }

  /// A writer for a Swift file with its header and imports. `usesRuntime` says whether the file uses types of the runtime.
  ///
  /// Code that runs off the main actor must be `nonisolated`, because new Xcode projects isolate code to the main actor by default.
  func swiftFile(importing modules: [String], usesRuntime: Bool) -> CodeWriter {
    let modules = modules + (usesRuntime && importsRuntime ? [RuntimeFile.module] : [])
    var writer = CodeWriter()
    for line in provenance.swiftLines { writer.line("// \(line)") }
    writer.line()
    for module in modules.sorted() { writer.line("import \(module)") }
    if !modules.isEmpty { writer.line() }
    return writer
  }

  /// Whether every system of the deployment target, and the SDK, has an API.
  func has(_ availability: Availability) -> Bool {
    guard let introduced = availability.introduced[.iOS], introduced <= sdk else { return false }
    return deploymentTarget.platforms.allSatisfy { platform in
      guard let introduced = availability.introduced[platform], let oldest = deploymentTarget[platform]
      else { return false }
      return introduced <= oldest.value
    }
  }
}

extension Policy.Transfer {
  /// Whether generated code resumes the transfer's uploads when the app is built with an SDK.
  func resumesUploads(in sdk: Version) -> Bool {
    guard direction.value == .upload, isResumable,
      let introduced = PlatformFacts.resumedUploadAvailability.value.introduced[.iOS]
    else { return false }
    return introduced <= sdk
  }
}
