internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeDataLocked = Rule(
    "BGP778", "code-data-locked", .code, .warning,
    summary: "A file or keychain item that work in the background can't read while the device is locked",
    why: """
      Background tasks and silent pushes also run while the device is locked. Files with complete protection, and keychain items that \
      are accessible when unlocked, can't be read then.
      """,
    guide: RuleGuide(
      symptom: """
        While the device is locked, a keychain function returns errSecInteractionNotAllowed (-25308), and opening a file fails with \
        “Operation not permitted” (seen in 2020).
        """,
      seenIn: [.lockedKeychainItem, .protectedFileReport],
      ignoreWhen: "The work handles the failure, and is done again later.",
      swift: "try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)",
      related: ["bg-file-protection", "entitlement-data-protection"]),
    citations: [
      .keychainAccessibility, .fileProtection, .wwdc19Background, .expoSecureStore, .flutterSecureStorage,
    ],
    triggers: [
      .withApp(
        """
        backgroundModes: [fetch]
        """, in: "Sync.tsx",
        """
        import * as SecureStore from 'expo-secure-store';
        import * as TaskManager from 'expo-task-manager';

        export const saveToken = (token) => SecureStore.«setItemAsync»('token', token);

        TaskManager.defineTask('sync', async () => sync(await SecureStore.getItemAsync('token')));
        """),
      .withApp(
        """
        backgroundModes: [remote-notification]
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          let url = URL.documentsDirectory.appending(path: "inbox")

          func save(_ data: Data) throws { try data.write(to: url, options: «.completeFileProtection») }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            (try? Data(contentsOf: url)) == nil ? .failed : .newData
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [remote-notification]
        """,
        """
        import Security
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func save(_ token: Data) {
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: token]
            «SecItemAdd»(item as CFDictionary, nil)
          }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            var token: CFTypeRef?
            return SecItemCopyMatching([kSecClass: kSecClassGenericPassword] as CFDictionary, &token) == 0 ? .newData : .failed
          }
        }
        """),
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [remote-notification]
        """,
        """
        import Security
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func save(_ token: Data) {
            let item: [CFString: Any] = [
              kSecClass: kSecClassGenericPassword, kSecValueData: token,
              kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
            ]
            SecItemAdd(item as CFDictionary, nil)
          }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            var token: CFTypeRef?
            return SecItemCopyMatching([kSecClass: kSecClassGenericPassword] as CFDictionary, &token) == 0 ? .newData : .failed
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [remote-notification]
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          let url = URL.documentsDirectory.appending(path: "inbox")

          func save(_ data: Data) throws {
            try data.write(to: url, options: .completeFileProtectionUntilFirstUserAuthentication)
          }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            (try? Data(contentsOf: url)) == nil ? .failed : .newData
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [remote-notification]
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          let url = URL.documentsDirectory.appending(path: "inbox")
          let cache = URL.cachesDirectory.appending(path: "state")

          func save(_ data: Data) throws { try data.write(to: url, options: .completeFileProtection) }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            (try? Data(contentsOf: cache)) == nil ? .failed : .newData
          }
        }
        """),
    ],
    check: .code { code, _, context in
      code.facts(.protectedData).compactMap { fact in
        guard !code.isInExtension(fact), let use = fact.stated(.use), let api = fact["api"]?.string else {
          return nil
        }
        let (data, help) = Self.dataAndHelp(api)
        return context.diagnostic(
          at: fact.location, in: code, Self.message(data), help: help,
          related: [(use.location, "the use in the background")])
      }
        + code.pluginCalls.compactMap { call in
          guard let use = call.lockedUse else { return nil }
          return context.diagnostic(
            at: call.location, in: code, Self.message("keychain item"), help: Self.helpOfPlugin(call),
            related: [(use, "the use in the background")], severity: call.asksForSystem ? .info : nil)
        }
    }
  )

  private static func message(_ data: String) -> String {
    "This \(data) can't be read while the device is locked, and work in the background uses it"
  }

  /// The way out for a package of JavaScript or Dart.
  private static func helpOfPlugin(_ call: PluginCall) -> String {
    let storage = PlatformFacts.pluginStorages.first { $0.value.package == call.package }?.value
    let option =
      storage?.type == nil
      ? "keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK"
      : "iOptions: IOSOptions(accessibility: KeychainAccessibility.first_unlock)"
    return
      "pass \(option), and save items that exist already again: \(call.package) has when unlocked as its default"
  }

  /// The libraries for the keychain, each with the class that its items need.
  private static let libraries = [
    "KeychainSwift": "accessibleAfterFirstUnlock", "SwiftKeychainWrapper": "afterFirstUnlock",
    "SAMKeychain": "setAccessibilityType(kSecAttrAccessibleAfterFirstUnlock)",
  ]

  /// The data that a function or a class of protection protects, and the way out, by the name of the function
  /// or class.
  private static func dataAndHelp(_ api: String) -> (data: String, help: String) {
    let update = "and update items that exist already"
    return if let access = libraries[api] {
      ("keychain item", "save it with \(access), \(update): \(api) has when unlocked as its default")
    } else if api == "SecItemAdd" {
      (
        "keychain item",
        "set kSecAttrAccessible to kSecAttrAccessibleAfterFirstUnlock, \(update): the default is when unlocked"
      )
    } else if api.hasPrefix("kSec") {
      ("keychain item", "use kSecAttrAccessibleAfterFirstUnlock, \(update)")
    } else if api.hasPrefix("when") {
      ("keychain item", "use afterFirstUnlock, \(update)")
    } else {
      (
        "file",
        "protect it with completeUntilFirstUserAuthentication, or leave it alone until the device is unlocked"
      )
    }
  }
}
