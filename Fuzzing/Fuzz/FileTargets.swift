internal import Foundation
internal import JSON
internal import PolicyCalibration
internal import PolicyGen
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import PropertyList

extension FuzzTarget {
  /// Files beside policies.
  static let files = [
    FuzzTarget(name: "plist") { bytes in
      guard var document = try? PropertyListDocument(bytes) else { return }
      Fuzz.require(document.bytes == bytes, "reading changes the file")
      _ = try? PropertyListFile(bytes)
      let isSound = Self.list(bytes) != nil
      for key in ["UIBackgroundModes", "a"] {
        _ = document.locations(of: key)
        _ = document.offset(of: key)
        _ = try? document.value(for: key)
      }
      do throws(PropertyListProblem) {
        try document.append(["a<b", "é\u{1F600}"], to: "UIBackgroundModes")
        try document.set("Fuzz&", to: .boolean(true))
      } catch { return }
      guard isSound else { return }
      let list = Self.list(document.bytes)
      Fuzz.require(list?["Fuzz&"] as? Bool == true, "the key that was set does not arrive")
      let modes = list?["UIBackgroundModes"] as? [Any] ?? []
      Fuzz.require(
        modes.suffix(2).map { $0 as? String } == ["a<b", "é\u{1F600}"], "the appended strings are \(modes)")
    },
    FuzzTarget(name: "merge") { bytes in
      guard let policy = mergedPolicy, let process = AppProcess.all(of: policy).first else { return }
      guard let merge = Self.merge(bytes, process, policy) else { return }
      if merge.changes.isEmpty { Fuzz.require(merge.document.bytes == bytes, "a change is not told") }
      guard let again = Self.merge(merge.document.bytes, process, policy) else {
        Fuzz.fail("the merged file can't be merged again")
      }
      Fuzz.require(again.changes.isEmpty, "a second merge changes \(again.changes)")
      guard let old = Self.list(bytes) else { return }
      guard let new = Self.list(merge.document.bytes) else { Fuzz.fail("the merged file can't be read") }
      let keys: Set = ["BGTaskSchedulerPermittedIdentifiers", "UIBackgroundModes"]
      for (key, value) in old where !keys.contains(key) {
        Fuzz.require(Self.bytes(of: value) == Self.bytes(of: new[key]), "\(key) has changed")
      }
      let permitted = new["BGTaskSchedulerPermittedIdentifiers"] as? [Any] ?? []
      Fuzz.require(permitted.contains { $0 as? String == "com.example.r" }, "the identifier is missing")
    },
    FuzzTarget(name: "json") { bytes in
      guard let value = try? JSONReader.read(bytes) else { return }
      for text in [value.compactText, value.prettyText] {
        guard let again = try? JSONReader.read(Array(text.utf8)) else {
          Fuzz.fail("what is written can't be read")
        }
        Fuzz.require(again.compactText == value.compactText, "\(again.compactText) was \(value.compactText)")
      }
    },
    FuzzTarget(name: "log") { bytes in
      let source = CalibrationSource(name: "a.log", bytes: bytes)
      let statistics = CalibrationStatistics([source], app: nil)
      let report = CalibrationReport(Calibration(statistics))
      for format in CalibrationFormat.allCases {
        checkOutput(report.rendered(as: format, style: Style(isColored: false)), "calibrate as \(format)")
      }
      // Pieces of any length make the same.
      var reader = SourceReader(name: "a.log")
      var start = 0
      let step = 1 + bytes.count % 61
      while start < bytes.count {
        reader.feed(Array(bytes[start..<min(start + step, bytes.count)]))
        start += step
      }
      let pieces = CalibrationStatistics([reader.finish()], app: nil)
      Fuzz.require(pieces.json == statistics.json, "pieces of \(step) bytes are another log")
      guard let read = try? CalibrationStatistics(json: Array(statistics.json.compactText.utf8)) else {
        Fuzz.fail("the sums can't be read: \(statistics.json.compactText)")
      }
      Fuzz.require(read.json == statistics.json, "the sums are others after they are read")
      // Damaged sums are an error.
      _ = try? CalibrationStatistics(json: bytes)
    },
  ]

  private static func merge(_ bytes: [UInt8], _ process: AppProcess, _ policy: Policy) -> PropertyListMerge? {
    try? PropertyListMerge(process.infoPlist, into: bytes, of: process.name, policy.buildSettings)
  }

  /// The value as a binary property list, which is the same for equal values but dictionaries, whose order is open.
  private static func bytes(of value: Any?) -> Data? {
    guard let value, !(value is [String: Any]), !(value is [Any]) else { return nil }
    return try? PropertyListSerialization.data(fromPropertyList: [value], format: .binary, options: 0)
  }

  private static func list(_ bytes: [UInt8]) -> [String: Any]? {
    (try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)) as? [String: Any]
  }

  private static let mergedPolicy = PolicyReader.read(
    SourceText(
      name: "a.yaml",
      text: """
        schema: 1
        app: { name: Lab, bundleIdentifier: com.example }
        backgroundModes: [fetch, processing]
        tasks: { r: { type: appRefresh, identifier: com.example.r } }

        """)
  ).policy
}
