internal import PlatformFacts
internal import PolicyModel
internal import Quantities

/// The explanation of a key as Markdown.
struct KeyText {
  /// The explanation.
  let markdown: String

  /// The explanation of the key at the end of `steps`.
  init(_ key: LanguageReference.Key, at steps: [String?]) {
    var lines = ["**`\(key.name)`**" + (key.isRequired ? " (required)" : "")]
    if !key.summary.isEmpty { lines.append(key.summary) }
    var facts: [String] = []
    let isOfSession = steps.count == 3 && steps.first == "sessions"
    let property = isOfSession ? SessionProperty.named(key.name) : nil
    if let property {
      facts.append("default: \(property.defaultText.map { "`\($0)`" } ?? "not documented by Apple")")
      facts.append(contentsOf: Self.facts(of: property.availability))
      facts.append("confidence: documented, \(Confidence.documented.meaning)")
      facts += property.citations.map(Self.source)
    } else {
      if let value = key.defaultValue { facts.append("default: `\(value)`") }
      if steps.first == "tasks", steps.count == 3, key.name == "type" || key.name == "identifier" {
        let fact = PlatformFacts.taskSchedulerAvailability
        facts.append(contentsOf: Self.facts(of: fact.value))
        facts.append("confidence: \(fact.confidence.rawValue), \(fact.confidence.meaning)")
        facts += fact.citations.map(Self.source)
      }
    }
    if !key.values.isEmpty, key.values != ["true", "false"] {
      facts.append("values: " + key.values.map { "`\($0)`" }.joined(separator: ", "))
    }
    if !facts.isEmpty { lines.append(facts.map { "- \($0)" }.joined(separator: "\n")) }
    markdown = lines.joined(separator: "\n\n")
  }

  /// The systems that have a property, and the systems that deprecate the property.
  private static func facts(of availability: Availability) -> [String] {
    let since = list(availability.introduced)
    let until = availability.deprecated.map(list) ?? ""
    return (since.isEmpty ? [] : ["since: \(since)"]) + (until.isEmpty ? [] : ["deprecated: \(until)"])
  }

  private static func list(_ versions: VersionsByPlatform) -> String {
    Platform.allCases.compactMap { platform in versions[platform].map { "\(platform.rawValue) \($0)" } }
      .joined(separator: ", ")
  }

  /// A source as a link.
  static func source(_ citation: Citation) -> String {
    let title = "\(citation.title), \(citation.edition)"
    return citation.address.map { "[\(title)](\($0))" } ?? title
  }

  /// A few words about a key: `required`, or the key's default.
  static func detail(of key: LanguageReference.Key) -> String {
    key.isRequired ? "required" : key.defaultValue.map { "default \($0)" } ?? ""
  }
}
