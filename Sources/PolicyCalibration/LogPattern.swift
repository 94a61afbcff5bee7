/// A pattern of lines that matter for calibration.
enum LogPattern: CaseIterable {
  case recorder, setDelay, resetDelay, startingTask, activityCompleted, sessionEvents

  /// The meaning of a line.
  enum Outcome {
    case event(LogEvent.Kind, app: String?)
    /// The line matches, but does not matter.
    case nothing
    case unreadable(String)
  }

  private var words: [UInt8] {
    switch self {
    case .recorder: RecorderLine.words
    case .setDelay: Self.setDelayWords
    case .resetDelay: Self.resetDelayWords
    case .startingTask: Self.startingTaskWords
    case .activityCompleted: Self.completedWords
    case .sessionEvents: Self.sessionEventWords
    }
  }

  private static let setDelayWords = Array("Set request delay".utf8)
  private static let resetDelayWords = Array("Resetting request delay".utf8)
  private static let startingTaskWords = Array("Starting task: <BG".utf8)
  private static let completedWords = Array("COMPLETED ".utf8)
  private static let sessionEventWords = Array("handleEventsForBackgroundURLSession".utf8)

  /// The first pattern that a line matches; `nil` if the line matches no pattern.
  static func first(in line: ArraySlice<UInt8>) -> LogPattern? {
    allCases.first { line.position(of: $0.words) != nil }
  }

  /// The meaning of a line that matches this pattern.
  func event(in line: ArraySlice<UInt8>) -> Outcome {
    guard let start = line.position(of: words) else { return .nothing }
    let rest = String(decoding: line[(start + words.count)...], as: UTF8.self)
    switch self {
    case .recorder: return RecorderLine.event(String(decoding: line[..<start], as: UTF8.self), rest)
    case .setDelay: return Self.delay(rest)
    case .resetDelay: return .event(.delayReset, app: Self.application(rest))
    case .startingTask: return Self.task(rest)
    case .activityCompleted: return Self.activity(rest)
    case .sessionEvents: return .event(.sessionEvents, app: nil)
    }
  }

  /// Reads ` for com.example.app to 60.000000`; the name may be redacted or missing.
  private static func delay(_ rest: String) -> Outcome {
    let words = rest.split(whereSeparator: \.isWhitespace)
    guard let index = words.lastIndex(of: "to"), index + 1 < words.count else {
      return .unreadable("there is no delay after \"Set request delay\"")
    }
    let number = words[index + 1].trimmingSuffix(".,;")
    guard let seconds = Double(number), seconds.isFinite, seconds >= 0 else {
      return .unreadable("the delay \"\(number)\" is not a number of seconds")
    }
    guard seconds > 0 else { return .event(.delayReset, app: application(rest)) }
    return .event(.delaySet(seconds), app: application(rest))
  }

  /// Reads the name in ` for com.example.app`, after which the reason may follow; `nil` if the name is redacted or missing.
  private static func application(_ rest: String) -> String? {
    let words = rest.split(whereSeparator: \.isWhitespace)
    guard let index = words.firstIndex(of: "for"), index + 1 < words.count else { return nil }
    let name = words[index + 1].trimmingSuffix(".,;")
    return name.hasPrefix("<") || name == "to" || name == "since" ? nil : String(name)
  }

  /// Reads `AppRefreshTask: com.example.refresh>` after `Starting task: <BG`.
  private static func task(_ rest: String) -> Outcome {
    guard let colon = rest.firstIndex(of: ":"), let end = rest.firstIndex(of: ">"), colon < end else {
      return .unreadable("there is no task after \"Starting task:\"")
    }
    let identifier = String(rest[rest.index(after: colon)..<end].filter { !$0.isWhitespace })
    switch rest[..<colon] {
    case "AppRefreshTask": return .event(.refresh(identifier), app: nil)
    case "ProcessingTask": return .event(.processing(identifier), app: nil)
    default: return .nothing
    }
  }

  /// Reads `bgRefresh-com.example.refresh:A8B50D at priority 5` or `com.apple.pushLaunch.com.example.app:DBA43D …`.
  private static func activity(_ rest: String) -> Outcome {
    guard let word = rest.split(whereSeparator: \.isWhitespace).first else { return .nothing }
    let name = word.split(separator: ":").first.map(String.init) ?? ""
    func identifier(after prefix: String) -> String? {
      name.hasPrefix(prefix) && name.count > prefix.count ? String(name.dropFirst(prefix.count)) : nil
    }
    if let app = identifier(after: "com.apple.pushLaunch.") { return .event(.push, app: app) }
    if let id = identifier(after: "bgRefresh-") { return .event(.refresh(id), app: nil) }
    if let id = identifier(after: "bgProcessing-") { return .event(.processing(id), app: nil) }
    return .nothing
  }
}

extension Substring {
  /// The string without trailing characters that are in `characters`.
  fileprivate func trimmingSuffix(_ characters: String) -> Substring {
    var result = self
    while let last = result.last, characters.contains(last) { result.removeLast() }
    return result
  }
}

extension ArraySlice<UInt8> {
  /// The index at which a pattern begins; `nil` if the pattern does not occur.
  func position(of pattern: [UInt8]) -> Int? {
    guard let head = pattern.first, count >= pattern.count else { return nil }
    let last = endIndex - pattern.count
    var index = startIndex
    while index <= last {
      if self[index] == head, self[index..<(index + pattern.count)].elementsEqual(pattern) { return index }
      index += 1
    }
    return nil
  }
}

/// The process that wrote a line.
enum ProcessName {
  /// The name after the time: `nsurlsessiond[116]:`, `nsurlsessiond: (lib)`, `Df app[1:2]`, `app text`.
  static func first(in rest: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: rest.prefix(200), as: UTF8.self)
    // Console separates columns by tabs.
    if text.contains("\t") {
      return text.split(separator: "\t").first { !$0.allSatisfy(\.isWhitespace) }.map { plain(String($0)) }
    }
    let words = text.split(separator: " ")
    if let word = words.prefix(6).first(where: { $0.contains("[") && !$0.hasPrefix("[") }) {
      return plain(String(word))
    }
    if let word = words.prefix(8).first(where: { $0.hasSuffix(":") }) { return plain(String(word)) }
    return words.first.map { plain(String($0)) }
  }

  private static func plain(_ word: String) -> String {
    String(word.prefix { $0 != "[" && $0 != "(" && $0 != ":" })
  }
}
