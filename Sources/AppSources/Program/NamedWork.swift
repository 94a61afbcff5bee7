internal import AppFacts

/// The classes and methods by which code asks the system for work in the background, as texts name them.
enum NamedWork {
  /// The names of the classes in Objective-C.
  static let classes = SchedulerTypes.requests.union([
    SchedulerTypes.scheduler, "NSBackgroundActivityScheduler", "NSURLSessionConfiguration",
  ]).sorted()

  /// The names of the methods in Objective-C.
  static let selectors: Set<String> = [
    "registerForTaskWithIdentifier:usingQueue:launchHandler:", "submitTaskRequest:error:",
    "beginBackgroundTaskWithName:expirationHandler:", "beginBackgroundTaskWithExpirationHandler:",
    "performExpiringActivityWithReason:usingBlock:", "setMinimumBackgroundFetchInterval:",
    "backgroundSessionConfigurationWithIdentifier:", "backgroundSessionConfiguration:",
    "enableBackgroundDeliveryForType:frequency:withCompletion:",
    "scheduleBackgroundRefreshWithPreferredDate:userInfo:scheduledCompletion:",
  ]

  /// The names that methods of Objective-C have to have in the sources to be called as methods of the system.
  static let firstParts = Set(selectors.compactMap { $0.split(separator: ":").first.map(String.init) })

  /// The names of the methods in Swift that say by themselves what they are for.
  static let methods: Set<String> = [
    "beginBackgroundTask", "enableBackgroundDelivery", "performExpiringActivity", "scheduleBackgroundRefresh",
    "setMinimumBackgroundFetchInterval", "submitTaskRequest",
  ]

  /// The methods of the scheduler, whose names methods of apps have as well.
  static let methodsOfScheduler: Set<String> = ["register", "submit"]

  /// The types of the system that have the methods.
  private static let types: Set<String> = [
    SchedulerTypes.scheduler, "HKHealthStore", "ProcessInfo", "UIApplication", "WKApplication", "WKExtension",
  ]

  /// Whether a method of a type asks for work in the background.
  static func isMethod(_ name: String, ofType type: String?) -> Bool {
    guard let type, types.contains(type) else { return false }
    return methods.contains(name) || type == SchedulerTypes.scheduler && methodsOfScheduler.contains(name)
  }

  /// The name in Objective-C of a method that asks for work in the background; `nil` for other methods.
  static func selector(of method: String, ofType type: String) -> String? {
    guard isMethod(method, ofType: type) else { return nil }
    return selectors.sorted().first { SwiftName(selector: $0).name == method }
  }

  /// The class that a text names, or that a text with unknown parts may name; `nil` for a text that names no such class. A text of which
  /// nothing is known may name any class.
  static func named(by text: FactValue, among names: some Collection<String>) -> Name? {
    if let text = text.string {
      // A name with which the linker knows a class contains the class's name.
      return names.first { text.contains($0) }.map(Name.certain)
    }
    guard let pattern = text.pattern else { return .possible }
    let parts = known(in: pattern)
    return names.contains { mayBe($0, parts) } ? .possible : nil
  }

  /// A name that a text has, or may have.
  enum Name: Equatable {
    case certain(String), possible
  }

  /// The known parts of a pattern such as `set{name}:`. Anything may be between two parts.
  private static func known(in pattern: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(rest[..<open])
      rest = rest[(rest[open...].firstIndex(of: "}").map(pattern.index(after:)) ?? rest.endIndex)...]
    }
    return parts + [rest]
  }

  private static func mayBe(_ name: String, _ parts: [Substring]) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return false }
    guard name.hasPrefix(first), name.dropFirst(first.count).hasSuffix(last) else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
