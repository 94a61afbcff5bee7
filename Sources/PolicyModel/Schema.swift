package import JSON
internal import Quantities

/// The JSON Schema of a policy, from the same tables as the lowering.
package enum Schema {
  /// The schema, draft 7.
  package static var json: JSONValue {
    let tables: [(name: String, definition: JSONValue)] = [
      definition(Policy.App.keys), definition(DeploymentTarget.keys), definition(BuildConfiguration.keys),
      definition(Policy.Target.keys), definition(BackgroundMode.keys), definition(PermittedIdentifier.keys),
      definition(Policy.Session.keys), definition(SessionInstances.keys),
      definition(Shape<RuntimeBool>.runtimeSwitchKeys), definition(Shape<Identifier>.runtimeKeys),
      definition(Shape<String?>.composedTextKeys),
      definition(TaskRequest.keys), definition(EarliestBeginForm.keys), definition(Backoff.keys),
      definition(UIBackgroundTask.keys), definition(Policy.Push.keys),
      definition(OtherWork.keys), definition(RetiredIdentifier.keys),
      definition(Policy.Transfer.keys), definition(Shape<Submission>.batchKeys), definition(Scenario.keys),
      definition(ScenarioDay.keys), definition(ScenarioBattery.keys), definition(ForegroundSessions.keys),
      definition(ForegroundVisit.keys), definition(Budget.keys),
      definition(StatisticLimits<TimeSpan>.keys), definition(StatisticLimits<Double>.keys),
      definition(Requirement.keys),
      definition(ModelOverride.keys), definition(Generation.keys),
    ]
    guard case .object(let policy) = Policy.keys.definition else { return .null }
    let head: [JSONMember] = [
      JSONMember("$schema", "http://json-schema.org/draft-07/schema#"),
      JSONMember("title", "bgpolicy: the background work of an iOS app"),
      JSONMember(
        "description",
        .string(
          """
          Durations are at most \(Quantity.longestDuration), sizes at most \(Quantity.largestSize), energies at most \
          \(Quantity.mostEnergy); a quantity has at most \(Quantity.longestText) characters.
          """)),
    ]
    let definitions = JSONMember("definitions", .object(tables.map { JSONMember($0.name, $0.definition) }))
    return .object(head + policy + [definitions])
  }

  private static func definition<Subject>(_ table: KeyTable<Subject>) -> (name: String, definition: JSONValue)
  {
    (table.name, table.definition)
  }
}
