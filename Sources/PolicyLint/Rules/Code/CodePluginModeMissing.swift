internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePluginModeMissing = Rule(
    "BGP781", "code-plugin-mode-missing", .code, .warning, .reported,
    summary:
      "A call in JavaScript, Dart, Kotlin or C# that needs a background mode that the app does not have",
    why: """
      The system keeps an app running, or wakes the app, only in the background modes of its Info.plist. Packages for JavaScript and \
      Dart call the same functions of the system, and do not add the mode to an existing project.
      """,
    guide: RuleGuide(
      symptom: """
        The package expo-location reports “Background Location has not been configured. To enable it, add `location` to `UIBackgroundModes` \
        in Info.plist file” (seen in 2021); other packages report nothing.
        """,
      seenIn: [.expoLocationReport],
      ignoreWhen: "The app makes the call on Android alone.",
      related: ["code-dependency-mode-missing"]),
    citations: [
      .expoLocation, .expoNotifications, .expoAudio, .flutterGeolocator, .flutterFireMessaging,
      .reactFirebaseMessaging,
      .audioService, .executionModes,
    ],
    triggers: [
      .withApp(
        """
        backgroundModes: [‹fetch→location›]
        """, in: "App.tsx",
        """
        import * as Location from 'expo-location';

        export const follow = () => Location.«startLocationUpdatesAsync»('walk', { distanceInterval: 50 });
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "App.tsx",
        """
        import * as Location from 'expo-location';

        // Location.startLocationUpdatesAsync('walk');
        export const find = () => Location.getCurrentPositionAsync({});
        """)
    ],
    check: .code { code, policy, context in
      var seen: Set<String> = []
      return code.pluginCalls.compactMap { call in
        guard let mode = call.function?.mode, policy.hasMode(mode),
          !policy.placedBackgroundModes.contains(where: { $0.value == mode }),
          seen.insert("\(call.package) \(call.name)").inserted
        else { return nil }
        return context.diagnostic(
          at: call.location, in: code,
          "\(call.name) of \(call.package) needs the background mode \(mode), which the app does not have",
          help:
            "add \(mode) to UIBackgroundModes in the Info.plist\(Self.option(for: call, in: code)), and to the policy's backgroundModes",
          severity: call.asksForSystem ? .info : nil)
      }
    }
  )

  /// The option of a package's plugin for Expo that adds a mode.
  private static func option(for call: PluginCall, in code: ReleaseCode) -> String {
    guard code.reading.facts.targets.contains(where: \.isOfExpo), let option = expoOptions[call.package]
    else {
      return ""
    }
    return ", such as by \(option) of the plugin \(call.package) in app.json"
  }

  private static let expoOptions = [
    "expo-location": "isIosBackgroundLocationEnabled", "expo-audio": "enableBackgroundPlayback",
    "expo-notifications": "enableBackgroundRemoteNotifications",
  ]
}

extension PluginCall {
  /// The function of the table that the call calls.
  var function: PluginFunction? {
    PlatformFacts.pluginFunctions.first { $0.value.package == package && $0.value.name == name }?.value
  }
}
