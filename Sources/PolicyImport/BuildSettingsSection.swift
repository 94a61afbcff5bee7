internal import AppFacts
internal import Quantities

extension AppImport {
  /// `app.buildSettings` with the settings that the values of a policy refer to, each with its value in each configuration.
  mutating func buildSettings(for policy: [DraftItem]) -> [DraftItem] {
    let configurations = app.target.configurations
    var items: [DraftItem] = []
    var done: Set<String> = []
    var open = policy.compactMap(\.value).flatMap(\.strings).flatMap(SettingReferences.names(in:))
    while let name = open.popLast() {
      guard done.insert(name).inserted else { continue }
      let values = configurations.map { $0.settings[name] }
      guard let release = app.target.releaseIndex, let value = values[release] else {
        items.append(
          todo("app.buildSettings.\(name)", "the project does not state it", at: [app.target.location]))
        continue
      }
      let texts = values.map { $0?.string }
      guard texts.allSatisfy({ $0 != nil }) else {
        let unknown = values.compactMap(\.self).first { $0.string == nil } ?? value
        items.append(todo("app.buildSettings.\(name)", unknown.unstatedText, at: [unknown.location]))
        continue
      }
      open += texts.compactMap(\.self).flatMap(SettingReferences.names(in:))
      let locations = values.compactMap { $0?.location }
      if let text = value.string, texts.allSatisfy({ $0 == text }) {
        items.append(.entry(name, .string(text).at(value.location)))
      } else {
        let entries = zip(configurations, texts).map { DraftItem.entry($0.name, .string($1 ?? "")) }
        items.append(.entry(name, DraftValue.inline(entries).at(locations)))
      }
    }
    items.sort { ($0.key ?? "").isBefore($1.key ?? "") }
    guard items.contains(where: { $0.key != nil }) else { return items }
    return [.entry("buildSettings", DraftValue(content: .mapping(items)))]
  }
}
