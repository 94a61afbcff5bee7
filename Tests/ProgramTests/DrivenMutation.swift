import Foundation
import PolicyGen
import TestSupport
import Testing

/// A change of generated code that breaks a contract.
struct DrivenMutation: Sendable, CustomTestStringConvertible {
  /// The policies of the mutants. Each contains only what a mutation needs, because each mutant is compiled.
  enum Kind: String, CaseIterable {
    case sessions, pushes, tasks, activities, scenes, oldSystem
  }

  /// The mistake of the mutant.
  let name: String
  /// The policy of the mutant.
  let kind: Kind
  /// The replaced texts, all of which must exist in the code.
  let replacements: [(old: String, new: String)]

  var testDescription: String { name }

  init(_ name: String, _ kind: Kind, _ replacements: (String, String)...) {
    self.name = name
    self.kind = kind
    self.replacements = replacements.map { (old: $0.0, new: $0.1) }
  }

  /// The app with changed files. Throws if a replaced text does not exist.
  func app(of code: DrivenCode) throws -> DrivenApp {
    var texts = code.swift.map(\.text)
    for replacement in replacements {
      // The app of each mutant has a name of its own.
      let old = replacement.old.replacing("Mutant", with: code.name)
      let new = replacement.new.replacing("Mutant", with: code.name)
      let index = try #require(texts.firstIndex { $0.contains(old) }, "\(name): no file contains \(old)")
      texts[index] = texts[index].replacing(old, with: new)
    }
    try #require(texts != code.swift.map(\.text), "\(name): nothing has changed")
    let files = zip(code.swift, texts).map { GeneratedFile(path: $0.path, text: $1) }
    return DrivenApp(name: code.name, files: files, sessionGlue: code.app.sessionGlue)
  }

  /// The policy of a mutant's app.
  static func policy(_ kind: Kind, _ name: String) -> String {
    let app = "schema: 1\napp: { name: \(name), bundleIdentifier: com.example.mutant }\n"
    switch kind {
    case .sessions:
      return app + """
        targets:
          share: { type: extension, bundleIdentifier: com.example.mutant.share, appGroups: [group.com.example] }
        sessions:
          library: { identifier: com.example.mutant.library, timeoutIntervalForResource: 1d, isDiscretionary: true }
          share:
            { target: share, identifier: com.example.mutant.share, sharedContainerIdentifier: group.com.example }
        transfers:
          photos: { session: library, direction: upload, size: 1MB, submit: { batch: 6 }, earliestBegin: 1h }
          thumbnails: { session: library, size: 1kB, priority: 0.8, allowsCellularAccess: false }
          shared: { session: share, direction: upload, size: 1MB }
        """
    case .pushes:
      return app + """
        pushes:
          news:
            headers: { apns-push-type: background, apns-priority: 5 }
            payload: { aps: { content-available: 1 }, kind: news }
          mail:
            headers: { apns-push-type: background, apns-priority: 5 }
            payload: { aps: { content-available: 1 }, kind: mail }
        """
    case .oldSystem:
      return """
        schema: 1
        app: { name: \(name), bundleIdentifier: com.example.mutant, deploymentTarget: { iOS: "13.0" } }
        sessions:
          library: { identifier: com.example.mutant.library, requiresDNSSECValidation: true }
        transfers:
          photos: { session: library, direction: upload, size: 1MB }
        """
    case .scenes: return policy(.sessions, name) + "\ngenerate: { style: swiftui }\n"
    case .activities:
      return app + """
        targets:
          share: { type: extension, bundleIdentifier: com.example.mutant.share }
        backgroundTasks:
          draft: { target: share, name: Draft }
        """
    case .tasks: return app + "backgroundTasks: { save: { name: Save } }\n"
    }
  }
}
