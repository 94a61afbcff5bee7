/// The words by which the names of plugins of npm and pub suggest what the plugins do: a guess, for plugins whose code is not read.
enum PluginNames {
  /// Whether a plugin may use a background mode, by the plugin's name. A mode without words may be used by any plugin.
  static func suggest(_ mode: String, by plugin: String) -> Bool {
    guard let words = words[mode] else { return true }
    return plugin.lowercased().split { !$0.isLetter }.contains { part in
      // A short word counts only as a whole part of a name.
      (words + anyMode).contains { $0.count < 4 ? part == $0 : part.contains($0) }
    }
  }

  /// Words that suggest work in the background of no known kind.
  private static let anyMode = ["background", "isolate", "schedul", "sdk", "service"]

  private static let bluetooth = [
    "accessory", "beacon", "ble", "blue", "device", "health", "iot", "mesh", "nearby", "peripheral", "print",
    "scale", "sensor", "watch",
    "wear",
  ]

  private static let tasks = [
    "cron", "download", "fcm", "fetch", "firebase", "geo", "health", "job", "locat", "messag", "notif",
    "push", "queue", "sync", "task",
    "track", "upload", "work",
  ]

  /// The words by background mode.
  private static let words = [
    "audio": [
      "agora", "audio", "call", "cast", "jitsi", "live", "media", "meet", "metronome", "microphone", "midi",
      "music", "piano", "play",
      "podcast", "radio", "record", "rtc", "sip", "song", "sound", "speak", "speech", "stream", "tts",
      "twilio", "video", "vlc", "voice",
      "webview", "youtube", "zego", "zoom",
    ],
    "bluetooth-central": bluetooth,
    "bluetooth-peripheral": bluetooth,
    "external-accessory": bluetooth + [
      "card", "pay", "pos", "reader", "scan", "square", "stripe", "terminal",
    ],
    "fetch": tasks,
    "location": [
      "beacon", "compass", "drive", "fence", "geo", "gps", "locat", "map", "navig", "place", "position",
      "radar", "route", "run", "track",
      "weather",
    ],
    "processing": tasks,
    "voip": [
      "agora", "call", "chat", "jitsi", "meet", "phone", "rtc", "sip", "stream", "telnyx", "twilio", "voice",
      "voip", "vonage", "zego",
    ],
  ]
}

extension ReleaseCode {
  /// The unknown plugins that may use a background mode, by their names.
  func unknownPlugins(for mode: String) -> [String] {
    unknownPlugins.filter { PluginNames.suggest(mode, by: $0) }
  }
}
