internal import PolicySyntax

/// A text of a policy that may refer to build settings.
struct SettingText {
  /// The text as it is written.
  let text: String
  /// Where it stands.
  let node: PolicyNode
  /// The target's name, or `Target.app`, in whose build the settings are put in place.
  let process: String
  /// Whether it goes into the generated Swift.
  var isGenerated = false
  /// The one configuration that has it; `nil` where all may.
  var onlyIn: String?
}

extension Policy {
  /// Changes every text in which build settings are put in place.
  ///
  /// A key that is new to the language and takes such texts has to come in here; in any other key a reference is an error.
  mutating func mapTexts(_ transform: (SettingText) -> String) {
    if var app = app?.value {
      Self.map(&app.bundleIdentifier, Target.app, transform)
      Self.map(&app.appGroups, Target.app, transform)
      self.app?.value = app
    }
    for index in targets.indices {
      let process = targets[index].name.value
      Self.map(&targets[index].bundleIdentifier, process, transform)
      Self.map(&targets[index].appGroups, process, transform)
    }
    if var permitted = permittedIdentifiers {
      for index in permitted.value.indices {
        Self.map(&permitted.value[index].value.identifier, Target.app, transform)
      }
      permittedIdentifiers = permitted
    }
    for index in sessions.indices {
      let process = sessions[index].target.value
      Self.map(&sessions[index].identifier, process, isGenerated: true, transform)
      if let container = sessions[index].sharedContainerIdentifier, let group = container.value {
        let text = SettingText(text: group, node: container.node, process: process, isGenerated: true)
        sessions[index].sharedContainerIdentifier?.value = transform(text)
      }
      Self.map(&sessions[index].httpAdditionalHeaders, process, isGenerated: true, transform)
    }
    for index in tasks.indices {
      let isGenerated = !tasks[index].isOfDependency
      Self.map(&tasks[index].identifier, Target.app, isGenerated: isGenerated, transform)
      Self.map(&tasks[index].title, Target.app, isGenerated: true, transform)
      Self.map(&tasks[index].subtitle, Target.app, isGenerated: true, transform)
    }
    for index in backgroundTasks.indices {
      let process = backgroundTasks[index].target.value
      Self.map(&backgroundTasks[index].taskName, process, isGenerated: true, transform)
    }
    for index in otherWork.indices { Self.map(&otherWork[index].identifier, Target.app, transform) }
    for index in pushes.indices { Self.map(&pushes[index].headers, Target.app, transform) }
    for index in transfers.indices where transfers[index].endpoint != nil {
      let process = session(of: transfers[index])?.target.value ?? Target.app
      Self.map(&transfers[index].endpoint, process, transform)
    }
  }

  private static func map(
    _ text: inout Located<String>?, _ process: String, isGenerated: Bool = false,
    _ transform: (SettingText) -> String
  ) {
    guard let located = text else { return }
    text?.value = transform(
      SettingText(text: located.value, node: located.node, process: process, isGenerated: isGenerated))
  }

  private static func map(
    _ identifier: inout Located<Identifier>?, _ process: String, isGenerated: Bool = false,
    _ transform: (SettingText) -> String
  ) {
    guard let located = identifier else { return }
    identifier?.value.text = transform(
      SettingText(text: located.value.written, node: located.node, process: process, isGenerated: isGenerated)
    )
  }

  private static func map(
    _ list: inout Located<[Located<String>]>?, _ process: String, isGenerated: Bool = false,
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
    _ headers: inout Located<[Header]>?, _ process: String, isGenerated: Bool = false,
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
  /// The build settings, with what the policy knows of them in each configuration.
  package var buildSettings: BuildSettings { knownBuildSettings ?? BuildSettings(of: self) }

  /// The policy with the values of each configuration, this one's first.
  package var allVariants: [Policy] { [self] + variants }

  /// A string as the policy spells it, with its references to build settings.
  package func written(_ text: Located<String>) -> String { writtenTexts[text.node] ?? text.value }

  /// Whether it says anything of build settings, or of what differs between configurations.
  var declaresBuildSettings: Bool {
    guard let app = app?.value else { return false }
    return !app.configurations.isEmpty || !app.buildSettings.isEmpty
      || targets.contains { !$0.configurations.isEmpty }
  }
}
