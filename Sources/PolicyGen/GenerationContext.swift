internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The app for which files are generated: its names, systems and settings.
struct GenerationContext {
  /// The first part of all type names.
  let name: String
  /// `public ` and its like, with the blank behind it; empty for internal.
  let access: String
  /// The systems that the app runs on, to guard what came later.
  let deploymentTarget: DeploymentTarget
  /// The SDK that the app is built with, by its iOS version.
  let sdk: Version
  /// How the app hears of its tasks.
  let style: GenerationStyle
  /// The subsystem of the app's log, as Swift has it.
  private(set) var subsystem = ""
  /// The texts that differ between build configurations.
  let configured: ConfiguredValues
  /// The values that the app decides at run time.
  let settings: SessionSettings
  /// The properties that configurations have.
  let sessionProperties: [SessionProperty]
  /// The comment at the top of each file.
  let provenance: Provenance

  /// What is known of a policy's app; `nil` where there is no app.
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
    self.sessionProperties = sessionProperties
    self.provenance = provenance
    access =
      switch policy.generate.access.value {
      case .internal: ""
      case .package: "package "
      case .public: "public "
      }
    subsystem = literal(app.bundleIdentifier?.value ?? name, at: app.bundleIdentifier?.node)
  }

  /// The protocol of what the app does in the background.
  var handler: String { "\(name)BackgroundHandler" }

  /// A writer for a Swift file with its header and imports.
  ///
  /// All that works off the main actor has to say `nonisolated`: new Xcode projects have that actor for a default.
  func swiftFile(importing modules: [String]) -> CodeWriter {
    var writer = CodeWriter()
    for line in provenance.lines { writer.line("// \(line)") }
    writer.line()
    for module in modules.sorted() { writer.line("import \(module)") }
    if !modules.isEmpty { writer.line() }
    return writer
  }

  /// Whether every system of the deployment target has an API, and the SDK does.
  func has(_ availability: Availability) -> Bool {
    guard let introduced = availability.introduced[.iOS], introduced <= sdk else { return false }
    return deploymentTarget.platforms.allSatisfy { platform in
      guard let introduced = availability.introduced[platform], let oldest = deploymentTarget[platform]
      else { return false }
      return introduced <= oldest.value
    }
  }
}
