internal import AppFacts
internal import PlatformFacts

/// The tasks that code in JavaScript defines and registers by their names.
struct PluginTasks {
  /// A call with the name of its task; `nil` if the code does not show the name.
  typealias NamedCall = (name: String?, call: PluginCall)

  private let definitions: [NamedCall]
  private let registrations: [NamedCall]

  /// The tasks of an app's code. The tasks of Capacitor's background runner are apart from Expo's.
  init(_ code: ReleaseCode, ofRunner isOfRunner: Bool) {
    let calls = code.pluginCalls.filter { $0.task != nil && ($0.package == Self.runner) == isOfRunner }
      .map { ($0.task?.string, $0) }
    definitions = calls.filter { $0.1.definesTask }
    registrations = calls.filter { !$0.1.definesTask }
  }

  private static let runner = "@capacitor/background-runner"

  /// The definitions of tasks that nothing registers. Empty if the name of a registration is not known.
  var unregistered: [PluginCall] { Self.missing(definitions, among: registrations) }

  /// The registrations of tasks that nothing defines. Empty if the name of a definition is not known.
  var undefined: [PluginCall] { Self.missing(registrations, among: definitions) }

  /// The calls of one kind, such as definitions, whose task name no call of the other kind has.
  private static func missing(_ calls: [NamedCall], among others: [NamedCall]) -> [PluginCall] {
    guard others.allSatisfy({ $0.name != nil }) else { return [] }
    let names = Set(others.map(\.name))
    return calls.filter { $0.name != nil && !names.contains($0.name) }.map(\.call)
  }
}

extension PluginCall {
  fileprivate var definesTask: Bool {
    let names = PlatformFacts.pluginFunctions.map(\.value).filter(\.definesTask).map(\.name)
    return names.contains(name)
  }
}
