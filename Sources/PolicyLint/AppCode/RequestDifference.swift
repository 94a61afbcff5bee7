internal import AppFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// A property of a request that an app's code sets to another value than the policy.
struct RequestDifference {
  /// The property's name in the code.
  let name: String
  /// The value in the code. `nil` if the code does not set the property.
  let value: FactValue?
  /// The value in the code as text.
  let inCode: String
  /// The value in the policy as text.
  let inPolicy: String
  /// The property's node in the policy, or the task's node if the policy does not set the property.
  let node: PolicyNode

  /// The first property in which a request in the code differs from its task. `requests` are all requests for
  /// the task.
  ///
  /// Some values are not compared: unresolved values, values in which the requests differ, and values that
  /// the policy leaves to the app.
  static func first(
    of fact: CodeFact, among requests: [CodeFact], from task: TaskRequest
  ) -> RequestDifference? {
    let agrees = { (name: String) in requests.allSatisfy { $0[name]?.content == fact[name]?.content } }
    let switches = [
      ("requiresExternalPower", task.requiresExternalPower),
      ("requiresNetworkConnectivity", task.requiresNetworkConnectivity),
    ]
    if task.isProcessing {
      for (name, setting) in switches {
        let value = fact[name]
        guard value == nil || value?.content != nil, agrees(name) else { continue }
        let isSet = value?.bool ?? false
        guard isSet != setting.value else { continue }
        return RequestDifference(
          name: name, value: value, inCode: "\(isSet)", inPolicy: "\(setting.value)",
          node: setting.written?.node ?? task.name.node)
      }
    }
    return agrees("earliestBeginDate") ? earliestBegin(of: fact, from: task) : nil
  }

  private static func earliestBegin(of fact: CodeFact, from task: TaskRequest) -> RequestDifference? {
    guard task.type?.value != .continuedProcessing, let value = fact["earliestBeginDate"],
      let seconds = value.number
    else { return nil }
    guard let declared = task.earliestBegin else {
      return RequestDifference(
        name: "earliestBeginDate", value: value, inCode: text(max(0, seconds)), inPolicy: "no date",
        node: task.name.node)
    }
    guard case .after(let delay) = declared.value,
      let milliseconds = Int64(exactly: (max(0, seconds) * 1_000).rounded()),
      milliseconds != delay.milliseconds
    else { return nil }
    return RequestDifference(
      name: "earliestBeginDate", value: value, inCode: text(max(0, seconds)), inPolicy: delay.description,
      node: declared.node)
  }

  private static func text(_ seconds: Double) -> String {
    Int64(exactly: (seconds * 1_000).rounded()).map { TimeSpan(milliseconds: $0).description }
      ?? "\(seconds) s"
  }
}
