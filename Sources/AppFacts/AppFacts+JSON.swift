package import JSON
internal import PlatformFacts

extension AppFacts {
  /// The version of the format, which grows when readers of the previous version would misread it.
  package static let formatVersion = 1

  /// The facts as JSON, in the format of `Schemas/app-facts.schema.json`.
  package var json: JSONValue {
    .members([
      "version": .number(Self.formatVersion), "targets": .array(targets.map(\.json)),
      "code": .array(code.map(\.json)), "files": .array(files.map { .string($0) }),
      "unread": .array(
        unread.map {
          .members([
            "location": $0.location.json, "reason": .string($0.reason),
            "refused": $0.isRefused ? .bool(true) : nil,
            "leavesOutCode": $0.leavesOutCode ? .bool(true) : nil,
          ])
        }),
      "packages": .array(packages.map(\.json)), "languages": .array(languages.map(\.json)),
    ])
  }
}

extension PackageFact {
  fileprivate var json: JSONValue {
    .members([
      "name": .string(name), "manager": .string(manager.rawValue), "location": location.json,
      "read": isRead ? true : nil,
    ])
  }
}

extension LanguageFact {
  fileprivate var json: JSONValue {
    .members([
      "language": .string(language.rawValue), "count": .number(count), "location": location.json,
      "calls": calls.isEmpty ? nil : .array(calls.map(\.json)),
    ])
  }
}

extension PluginCall {
  fileprivate var json: JSONValue {
    .members([
      "package": .string(package), "name": .string(name), "identifier": identifier?.json,
      "task": task?.json, "asksForSystem": asksForSystem ? true : nil,
      "isInComponent": isInComponent ? true : nil,
      "lacksEntryPoint": lacksEntryPoint ? true : nil, "lacksEnd": lacksEnd ? true : nil,
      "plugin": plugin.map { .string($0) }, "uncalledFunction": uncalledFunction.map { .string($0) },
      "lockedUse": lockedUse?.json,
      "location": location.json,
    ])
  }
}

extension FactLocation {
  var json: JSONValue {
    .members([
      "file": .string(file), "line": line == 0 ? nil : .number(line),
      "column": column == 0 ? nil : .number(column),
    ])
  }
}

extension FactValue {
  var json: JSONValue {
    .members([
      "value": content?.json, "resolution": .string(resolution.rawValue), "location": location.json,
      "expression": expression.map { .string($0) }, "pattern": pattern.map { .string($0) },
      "variants": variants.isEmpty
        ? nil
        : .array(
          variants.map { .members(["conditions": .strings($0.conditions), "value": $0.value?.json]) }),
    ])
  }
}

extension FactValue.Content {
  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let isTrue): .bool(isTrue)
    case .number(let number): Int64(exactly: number).map { .int($0) } ?? .double(number)
    case .string(let text): .string(text)
    case .list(let values): .array(values.map(\.json))
    case .dictionary(let entries): entries.json
    }
  }
}

extension [FactEntry] {
  var json: JSONValue { .object(map { JSONMember($0.key, $0.value.json) }) }
}

extension TargetFact {
  var json: JSONValue {
    .members([
      "name": .string(name), "kind": .string(kind.rawValue), "location": location.json,
      "extensionPoint": extensionPoint.map { .string($0) }, "platforms": .strings(platforms),
      "defaultConfiguration": defaultConfiguration.map { .string($0) },
      "configurations": .array(configurations.map(\.json)), "sources": .strings(sources),
      "dependencies": .strings(dependencies), "packageProducts": .strings(packageProducts),
      "filesOfDependencies": filesOfDependencies.isEmpty
        ? nil
        : .array(
          filesOfDependencies.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map {
            .members(["name": .string($0.key), "files": .strings($0.value)])
          }),
      "includes": includes.isEmpty ? nil : .strings(includes),
    ])
  }
}

extension ConfigurationFact {
  fileprivate var json: JSONValue {
    .members([
      "name": .string(name), "bundleIdentifier": bundleIdentifier?.json, "infoPlist": infoPlist?.json,
      "entitlements": entitlements?.json, "deploymentTargets": deploymentTargets.json,
      "settings": settings.json,
      "compilationConditions": .strings(compilationConditions),
      "undecidedConditions": undecidedConditions.isEmpty ? nil : .strings(undecidedConditions),
      "preprocessorDefinitions": preprocessorDefinitions.isEmpty ? nil : .strings(preprocessorDefinitions),
      "undecidedDefinitions": undecidedDefinitions.isEmpty ? nil : .strings(undecidedDefinitions),
      "isForDebugging": isForDebugging ? .bool(true) : nil,
      "isForRelease": isForRelease ? .bool(true) : nil,
      "isUnoptimized": isUnoptimized ? .bool(true) : nil,
      "checksIsolation": checksIsolation ? .bool(true) : nil,
      "isolatesToMainActor": isolatesToMainActor ? .bool(true) : nil,
      "infoPlistValues": infoPlistValues.json,
      "entitlementValues": entitlementValues.json,
    ])
  }
}

extension CodeFact {
  var json: JSONValue {
    .members([
      "kind": .string(kind.rawValue), "location": location.json, "scope": .strings(scope),
      "conditions": .strings(conditions), "reach": .string(reach.rawValue),
      "moments": .strings(moments.map(\.rawValue)),
      // The values are an array because a name may be repeated.
      "values": .array(
        values.map { entry in
          guard case .object(let members) = entry.value.json else { return entry.value.json }
          return .object([JSONMember("name", .string(entry.key))] + members)
        }),
    ])
  }
}

extension JSONValue {
  fileprivate static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
