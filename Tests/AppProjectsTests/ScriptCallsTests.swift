import AppFacts
import AppProjects
import PlatformFacts
import Testing

/// Calls of known functions in languages that are not read as a whole.
@Suite struct ScriptCallsTests {
  private static let imported = "import * as Location from 'expo-location';"
  private static let call = "Location.startLocationUpdatesAsync('walk', {});"

  private static func calls(_ text: String) -> [PluginCall] {
    ScriptCalls.all(in: "App.tsx", Array(text.utf8), .javaScript)
  }

  /// The time of a reading is proportional to the length of a file, even if the file has a single line, or brackets in brackets.
  @Test(arguments: [
    (String(repeating: call, count: 20_000), 20_000, 0),
    (String(repeating: "useEffect(() => {" + call, count: 10_000), 10_000, 10_000),
    (String(repeating: "(", count: 200_000) + call, 1, 0),
    (String(repeating: "é;", count: 300_000), 0, 0),
  ])
  func aLongLineIsRead(_ text: String, count: Int, inComponents: Int) {
    let calls = Self.calls(Self.imported + text)
    #expect(calls.count == count)
    #expect(calls.count(where: \.isInComponent) == inComponents)
  }

  @Test(arguments: [
    ("function Map() { CALL }", true), ("const Map = () => { CALL }", true),
    ("const map = () => { CALL }", false),
    ("class A { componentDidMount() { CALL } }", true), ("useEffect(() => { CALL }, []);", true),
    ("function Map() { }\nCALL", false), ("function map() { CALL }", false),
  ])
  func componentsAreTold(_ text: String, isInComponent: Bool) {
    #expect(
      Self.calls(Self.imported + text.replacing("CALL", with: Self.call)).map(\.isInComponent) == [
        isInComponent
      ])
  }

  @Test func columnsCountScalars() {
    let calls = Self.calls("\(Self.imported)\n'é'; /* ü */ \(Self.call)")
    #expect(calls.map(\.location) == [FactLocation(file: "App.tsx", line: 2, column: 23)])
  }
}
