internal import JSON
internal import PolicyModel
internal import PolicySyntax

/// Changes policies by their structure: keys that exist, values of each kind, parts of other places, other ways to write them.
enum PolicyMutator {
  /// A changed policy; `nil` if the text is not one that can be changed so.
  static func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8]? {
    if random.below(4) == 0 { return lines(bytes, &random) }
    guard bytes.count < 1 << 14, var data = YAMLData(text: String(decoding: bytes, as: UTF8.self)) else {
      return lines(bytes, &random)
    }
    for _ in 0...random.below(3) { data = changed(data, &random) }
    return Array(form(&random).text(of: data).utf8)
  }

  // MARK: - Values

  private static func changed(_ data: YAMLData, _ random: inout SplitMix) -> YAMLData {
    let paths = data.paths
    guard !paths.isEmpty else { return .mapping([]) }
    let path = paths[random.below(paths.count)]
    switch random.below(7) {
    case 0: return data.setting(path[...], to: nil)
    case 1: return data.setting(path[...], to: value(&random))
    case 2:
      // A part of another place.
      let other = paths[random.below(paths.count)]
      return data.setting(path[...], to: data.value(at: other[...]) ?? value(&random))
    case 3, 4:
      // A key that some mapping has.
      return data.setting((path.dropLast() + [.key(keys[random.below(keys.count)])])[...], to: value(&random))
    case 5:
      let key = keys[random.below(keys.count)]
      return data.setting([.key(key)], to: value(&random))
    default: return data.setting((path + [.key("n\(random.below(3))")])[...], to: value(&random))
    }
  }

  private static func value(_ random: inout SplitMix) -> YAMLData {
    switch random.below(8) {
    case 0: .list([scalar(&random)])
    case 1: .list([])
    case 2: .mapping([])
    case 3:
      .mapping([
        YAMLData.Member(
          key: .scalar(keys[random.below(keys.count)], isText: true), value: scalar(&random))
      ])
    default: scalar(&random)
    }
  }

  private static func scalar(_ random: inout SplitMix) -> YAMLData {
    let text = values[random.below(values.count)]
    return .scalar(text, isText: random.below(3) != 0)
  }

  private static func form(_ random: inout SplitMix) -> YAMLForm {
    YAMLForm("") {
      $0.collections = [.block, .block, .flow, .json][random.below(4)]
      $0.quotes = [.plain, .plain, .single, .double][random.below(4)]
      $0.order = [.written, .written, .reversed, .rotated][random.below(4)]
      $0.indentation = [2, 2, 4, 3][random.below(4)]
      $0.hasAliases = random.below(6) == 0
      $0.hasMergeKeys = random.below(6) == 0
      $0.hasComments = random.below(6) == 0
    }
  }

  /// The words of the schema: names of keys, and the values that some have.
  private static let (keys, words): ([String], [String]) = {
    var (keys, words): (Set<String>, Set<String>) = ([], [])
    func visit(_ value: JSONValue, isProperties: Bool) {
      switch value {
      case .object(let members):
        for member in members {
          if isProperties { keys.insert(member.name) }
          visit(member.value, isProperties: member.name == "properties")
        }
      case .array(let elements):
        for element in elements {
          if case .string(let word) = element { words.insert(word) }
          visit(element, isProperties: false)
        }
      default: break
      }
    }
    visit(Schema.json, isProperties: false)
    return (keys.sorted(), words.sorted())
  }()

  private static let values =
    words + [
      "", "~", "true", "no", "0", "-1", "1", "9223372036854775807", "1e308", ".inf", ".nan", "0x10", "07",
      "1h",
      "15m", "1d12h", "0s", "9223372036854775807s", "4MB", "1GiB", "99999999999GB", "16.0", "2026-11-23",
      "$(PRODUCT_BUNDLE_IDENTIFIER).x", "$(A)", "com.example.a", "{account}", "a/b", "../none.yaml", "class",
      "__", "a b", "é", "\u{202E}x", "\u{1B}[1m", "a\nb", "::error::x", "*/", "\\(x)", "\"", "</script>",
      "--",
      "<<", "\u{FEFF}", "\u{0}", "\u{FFFE}", "- a", "# b", "&a", "*a", "|", "%", "runtime", "p95",
    ]

  // MARK: - Lines

  /// Ways in which people and editors change texts.
  private static func lines(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8]? {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    guard lines.count > 1 else { return nil }
    let index = random.below(lines.count)
    switch random.below(7) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: random.below(lines.count))
    case 2: lines.swapAt(index, random.below(lines.count))
    case 3: lines[index] = [0x20, 0x20] + lines[index]
    case 4: lines[index] = lines[index].starts(with: [0x20]) ? Array(lines[index].dropFirst()) : lines[index]
    case 5: lines[index] += Array(" # bgpolicy:ignore \(words[random.below(words.count)]) -- why".utf8)
    default:
      // The dashes of a list in the column of its key.
      lines = lines.map { line in
        let rest = line.drop { $0 == 0x20 }
        return rest.first == UInt8(ascii: "-") && line.starts(with: [0x20, 0x20])
          ? Array(line.dropFirst(2)) : line
      }
    }
    let breaks = ["\n", "\n", "\n", "\n", "\r\n", "\r", "\u{85}"]
    return Array(lines.joined(separator: Array(breaks[random.below(breaks.count)].utf8)))
  }
}

extension YAMLData {
  /// The value at a path; `nil` if there is none.
  fileprivate func value(at path: ArraySlice<Step>) -> YAMLData? {
    guard let step = path.first else { return self }
    switch (step, self) {
    case (.item(let index), .list(let items)):
      return items.indices.contains(index) ? items[index].value(at: path.dropFirst()) : nil
    case (.key(let name), .mapping(let members)):
      return members.first { if case .scalar(name, _) = $0.key { true } else { false } }?.value
        .value(at: path.dropFirst())
    default: return nil
    }
  }
}
