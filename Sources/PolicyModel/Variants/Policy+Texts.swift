internal import PolicySyntax

/// A string of a policy that may refer to build settings.
struct SettingText {
  /// The string as written.
  let text: String
  /// The node of the string.
  let node: PolicyNode
  /// The process whose build settings are substituted: a target's name, or `Target.app`.
  let process: String
  /// Whether the string appears in the generated Swift.
  var isGenerated = false
  /// The only configuration that has the string; `nil` if every configuration may have the string.
  var onlyIn: String?
}

extension Policy {
  /// Transforms every string in which build settings are substituted.
  ///
  /// Add each new key that supports build settings to this method. A reference in any other key is an error.
  mutating func mapTexts(_ transform: (SettingText) -> String) {
    if var app = app?.value {
      Self.map(&app.bundleIdentifier, of: Policy.Target.app, transform)
      Self.map(&app.appGroups, of: Policy.Target.app, transform)
      self.app?.value = app
    }
    for index in targets.indices {
      let process = targets[index].name.value
      Self.map(&targets[index].bundleIdentifier, of: process, transform)
      Self.map(&targets[index].appGroups, of: process, transform)
    }
    if var permitted = permittedIdentifiers {
      for index in permitted.value.indices {
        Self.map(&permitted.value[index].value.identifier, of: Policy.Target.app, transform)
      }
      permittedIdentifiers = permitted
    }
    for index in sessions.indices {
      let process = sessions[index].target.value
      Self.map(&sessions[index].identifier, of: process, isGenerated: true, transform)
      if let container = sessions[index].sharedContainerIdentifier, let group = container.value {
        let text = SettingText(text: group, node: container.node, process: process, isGenerated: true)
        sessions[index].sharedContainerIdentifier?.value = transform(text)
      }
      Self.map(&sessions[index].httpAdditionalHeaders, of: process, isGenerated: true, transform)
    }
    for index in tasks.indices {
      let isGenerated = !tasks[index].isOfDependency
      Self.map(&tasks[index].identifier, of: Policy.Target.app, isGenerated: isGenerated, transform)
      Self.map(&tasks[index].title, of: Policy.Target.app, isGenerated: true, transform)
      Self.map(&tasks[index].subtitle, of: Policy.Target.app, isGenerated: true, transform)
    }
    for index in backgroundTasks.indices {
      let process = backgroundTasks[index].target.value
      Self.map(&backgroundTasks[index].taskName, of: process, isGenerated: true, transform)
    }
    for index in otherWork.indices {
      Self.map(&otherWork[index].identifier, of: Policy.Target.app, transform)
    }
    for index in retired.indices {
      Self.map(&retired[index].identifier, of: Policy.Target.app, transform)
    }
    for index in pushes.indices { Self.map(&pushes[index].headers, of: Policy.Target.app, transform) }
    for index in transfers.indices where transfers[index].endpoint != nil {
      let process = session(of: transfers[index])?.target.value ?? Policy.Target.app
      Self.map(&transfers[index].endpoint, of: process, transform)
    }
  }

  private static func map(
    _ text: inout Located<String>?, of process: String, isGenerated: Bool = false,
    _ transform: (SettingText) -> String
  ) {
    guard let located = text else { return }
    text?.value = transform(
      SettingText(text: located.value, node: located.node, process: process, isGenerated: isGenerated))
  }

  private static func map(
    _ identifier: inout Located<Identifier>?, of process: String, isGenerated: Bool = false,
    _ transform: (SettingText) -> String
  ) {
    guard let located = identifier else { return }
    identifier?.value.text = transform(
      SettingText(text: located.value.written, node: located.node, process: process, isGenerated: isGenerated)
    )
  }

  private static func map(
    _ list: inout Located<[Located<String>]>?, of process: String, isGenerated: Bool = false,
    _ transform: (SettingText) -> String
  ) {
    guard let texts = list?.value else { return }
    list?.value = texts.map { text in
      Located(
        transform(
          SettingText(text: text.value, node: text.node, process: process, isGenerated: isGenerated)),
        at: text.node)
    }
  }

  private static func map(
    _ headers: inout Located<[Header]>?, of process: String, isGenerated: Bool = false,
    _ transform: (SettingText) -> String
  ) {
    guard let list = headers?.value else { return }
    headers?.value = list.map { header in
      let text = SettingText(
        text: header.value.value, node: header.value.node, process: process, isGenerated: isGenerated)
      return Header(name: header.name, value: Located(transform(text), at: header.value.node))
    }
  }
}

extension Policy {
  /// The build settings, with their values in each configuration.
  package var buildSettings: BuildSettings { knownBuildSettings ?? BuildSettings(of: self) }

  /// The policy with the values of each configuration, beginning with this policy.
  package var allVariants: [Policy] { [self] + variants }

  /// A string as written in the policy, with its references to build settings.
  package func written(_ text: Located<String>) -> String { writtenTexts[text.node] ?? text.value }

  /// Whether the policy declares build settings, or values that differ between configurations.
  var declaresBuildSettings: Bool {
    guard let app = app?.value else { return false }
    return !app.configurations.isEmpty || !app.buildSettings.isEmpty
      || targets.contains { !$0.configurations.isEmpty }
  }
}
