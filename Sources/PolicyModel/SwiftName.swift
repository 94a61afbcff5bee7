/// Swift names for the names in a policy.
package enum SwiftName {
  /// The Swift name for a key, without backticks: `foo-bar` becomes `fooBar`; `nil` if no character is valid in a name.
  package static func of(_ key: String) -> String? {
    if isPlain(key) { return isTaken(key) ? key + "_" : key }
    let words = key.unicodeScalars.split { !isPartOfName($0) }
    guard let first = words.first else { return nil }
    var name = String(String.UnicodeScalarView(first))
    for word in words.dropFirst() {
      let text = String(String.UnicodeScalarView(word))
      name += text.prefix(1).uppercased() + text.dropFirst()
    }
    guard name.contains(where: { $0 != "_" }), let head = name.unicodeScalars.first else { return nil }
    // A character that can't come first can come second.
    if !isHead(head) { return "_" + name }
    return isTaken(name) ? name + "_" : name
  }

  /// The name of a function whose verb is followed by a key: `submitRefresh` for `refresh`.
  package static func function(_ verb: String, of key: String) -> String {
    let name = of(key) ?? "_"
    return verb + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Whether a key is a valid Swift name as written, apart from reserved words.
  package static func isPlain(_ key: String) -> Bool {
    var key = key
    return key.withUTF8(isPlain)
  }

  private static func isPlain(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    var isFirst = true
    var hasLetter = false
    for byte in key {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): hasLetter = true
      case UInt8(ascii: "_"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !isFirst: break
      default: return false
      }
      isFirst = false
    }
    return hasLetter
  }

  /// A name as written in Swift: a keyword is in backticks.
  package static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39: false
    // Combining marks can't come first.
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: false
    default: isPartOfName(scalar)
    }
  }

  /// Whether Swift's grammar allows a scalar in an identifier; invisible scalars are excluded.
  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
    guard scalar.properties.generalCategory != .format, scalar.properties.generalCategory != .control else {
      return false
    }
    return scalar.properties.isXIDContinue || scalar.properties.isEmojiPresentation
  }

  private static func isTaken(_ name: String) -> Bool { taken.contains(name) || types.contains(name) }

  /// Words that are reserved even in backticks, or that are members of the generated types.
  private static let taken: Set = ["self", "Self", "Type", "Protocol", "init", "rawValue"]

  /// Types and modules that generated code uses. A member with the same name would hide the type or module.
  private static let types: Set = [
    "Any", "AnyHashable", "AnyObject", "Array", "ArraySlice", "AsyncStream", "BackgroundAssertion",
    "BackgroundEvent", "BackgroundEvents", "BackgroundLog", "BackgroundProcess", "BackgroundRecorder",
    "BackgroundRuntime",
    "BackgroundTasks", "BackgroundWork", "BGAppRefreshTask", "BGAppRefreshTaskRequest",
    "BGContinuedProcessingTask", "BGContinuedProcessingTaskRequest", "BGHealthResearchTask",
    "BGHealthResearchTaskRequest", "BGProcessingTask", "BGProcessingTaskRequest", "BGTask", "BGTaskRequest",
    "BGTaskScheduler", "Bool", "Bundle", "Calendar", "CancellationError", "CFString", "Character",
    "CharacterSet", "CheckedContinuation", "CocoaError", "Codable", "_Concurrency", "Configuring",
    "ContinuedRun", "ContinuedRuns", "ContinuedTask", "ContinuedWork", "CustomStringConvertible",
    "Data", "Date", "DateComponents", "DateFormatter", "DateInterval", "DispatchQueue", "DispatchSemaphore",
    "DispatchTime", "Double", "DownloadItem", "Equatable", "Error", "EventsCompletion", "ExpiringActivity",
    "FileManager", "FileProtectionType", "Foundation", "Hashable", "HTTPCookieStorage", "HTTPURLResponse",
    "Int", "Int64", "ISO8601DateFormatter", "JSONDecoder", "JSONEncoder", "Locale", "Logger", "MainActor",
    "Never", "NoQueuing", "Notification", "NotificationCenter", "NSError", "NSLocalizedString", "NSLock",
    "NSObject", "NSObjectProtocol", "NSString", "NSURLSessionUploadTaskResumeData", "ObjectIdentifier",
    "Optional", "os", "OutputStream", "ProcessInfo", "ProcessValue", "Progress", "PushReceiver", "PushResult",
    "PushRun",
    "QueuedEnd", "QueuedItem", "QueuedTransfer", "RawRepresentable", "ReceivedBody",
    "Result", "RetryAdvice", "Scene", "SceneTask", "ScheduledTask", "Sendable", "Session", "SessionEvent",
    "SessionIdentifying", "SessionOwner", "SessionQueuing", "SessionRouter", "SessionTable", "Set", "Silence",
    "SilentPush", "String", "SubmittedItems", "SwiftTask", "SwiftUI", "Task", "TaskBackoff", "TaskEvent",
    "TaskEvents", "TaskIdentifying", "TaskMoments", "TaskRegistry", "TaskRequests", "TaskRun",
    "TaskScheduling",
    "TaskSubmissionError", "TimeInterval", "TimeZone", "TransferFailure", "TransferItem",
    "TransferObservation", "TransferQueue", "TransferQueues", "TransferResponse", "TransferRules",
    "TransferTask", "UIApplication", "UIBackgroundFetchResult", "UIBackgroundTaskIdentifier", "UIKit",
    "UInt64", "UInt8", "UploadItem", "URL", "URLAuthenticationChallenge", "URLCache", "URLComponents",
    "URLCredential", "URLCredentialStorage", "URLError", "URLProtocol", "URLRequest", "URLResourceValues",
    "URLSession", "URLSessionConfiguration", "URLSessionDataDelegate", "URLSessionDataTask",
    "URLSessionDownloadDelegate", "URLSessionDownloadTask", "URLSessionTask", "URLSessionTaskMetrics",
    "URLSessionUploadTask", "UserDefaults", "UTF8", "UUID", "Value", "Void", "WidgetConfiguration",
    "WidgetKit",
  ]

  private static let keywords: Set = [
    "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import",
    "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public",
    "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true",
    "try", "typealias", "var", "where", "while",
  ]
}
