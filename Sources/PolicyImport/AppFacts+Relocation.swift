internal import AppFacts

extension AppFacts {
  /// The facts with a folder prepended to each path, so that the paths are relative to another folder.
  func relocated(to folder: String) -> AppFacts {
    guard !folder.isEmpty, folder != "." else { return self }
    let paths = Relocation(folder: folder)
    var copy = self
    copy.targets = targets.map(paths.target)
    copy.code = code.map(paths.code)
    copy.files = files.map(paths.path)
    copy.unread = unread.map {
      UnreadFact(
        paths.location($0.location), reason: $0.reason, isRefused: $0.isRefused,
        leavesOutCode: $0.leavesOutCode)
    }
    copy.packages = packages.map {
      PackageFact($0.name, $0.manager, at: paths.location($0.location), isRead: $0.isRead)
    }
    copy.languages = languages.map {
      LanguageFact(
        $0.language, count: $0.count, at: paths.location($0.location), calls: $0.calls.map(paths.call))
    }
    return copy
  }
}

private struct Relocation {
  let folder: String

  func path(_ path: String) -> String { folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)" }

  func location(_ location: FactLocation) -> FactLocation {
    FactLocation(file: path(location.file), line: location.line, column: location.column)
  }

  func value(_ value: FactValue) -> FactValue {
    let content: FactValue.Content? =
      switch value.content {
      case .list(let elements)?: .list(elements.map(self.value))
      case .dictionary(let entries)?: .dictionary(self.entries(entries))
      case let other: other
      }
    return FactValue(
      content, value.resolution, at: location(value.location), expression: value.expression,
      pattern: value.pattern,
      variants: value.variants.map { .init($0.conditions, $0.value.map(self.value)) })
  }

  private func entries(_ entries: [FactEntry]) -> [FactEntry] {
    entries.map { FactEntry($0.key, value($0.value)) }
  }

  /// A value that is itself a path.
  private func pathValue(_ value: FactValue) -> FactValue {
    let moved = self.value(value)
    guard let text = value.string else { return moved }
    return FactValue(
      .string(path(text)), value.resolution, at: moved.location, expression: value.expression,
      pattern: value.pattern)
  }

  func target(_ target: TargetFact) -> TargetFact {
    TargetFact(
      name: target.name, kind: target.kind, location: location(target.location),
      extensionPoint: target.extensionPoint, platforms: target.platforms,
      configurations: target.configurations.map(configuration),
      defaultConfiguration: target.defaultConfiguration, sources: target.sources.map(path),
      dependencies: target.dependencies, packageProducts: target.packageProducts)
  }

  private func configuration(_ configuration: ConfigurationFact) -> ConfigurationFact {
    var moved = configuration
    moved.bundleIdentifier = configuration.bundleIdentifier.map(value)
    moved.infoPlist = configuration.infoPlist.map(pathValue)
    moved.entitlements = configuration.entitlements.map(pathValue)
    moved.deploymentTargets = entries(configuration.deploymentTargets)
    moved.settings = entries(configuration.settings)
    moved.infoPlistValues = entries(configuration.infoPlistValues)
    moved.entitlementValues = entries(configuration.entitlementValues)
    return moved
  }

  func call(_ call: PluginCall) -> PluginCall {
    PluginCall(
      call.package, call.name, identifier: call.identifier.map(value), task: call.task.map(value),
      asksForSystem: call.asksForSystem, isInComponent: call.isInComponent,
      lacksEntryPoint: call.lacksEntryPoint, lacksEnd: call.lacksEnd,
      plugin: call.plugin, uncalledFunction: call.uncalledFunction,
      lockedUse: call.lockedUse.map(location), at: location(call.location))
  }

  func code(_ fact: CodeFact) -> CodeFact {
    CodeFact(
      fact.kind, at: location(fact.location), scope: fact.scope, conditions: fact.conditions,
      reach: fact.reach, moments: fact.moments,
      values: fact.values.map { entry in
        // A transfer names its session, and a cancellation the cancelled submission, by its location.
        let isPlace = entry.key == "session" && fact.kind == .transfer || entry.key == FactKey.submission.name
        guard isPlace else {
          return FactEntry(entry.key, value(entry.value))
        }
        return FactEntry(entry.key, pathValue(entry.value))
      })
  }
}
