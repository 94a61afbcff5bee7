import PlatformFacts
import Quantities
import Testing

/// The parameters of the scheduling model, and the sets of values that belong together.
@Suite struct ParameterTests {
  @Test func namesAreUnique() {
    let names = PlatformFacts.parameters.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: PlatformFacts.parameters.map(\.name)) func valueIsReadable(_ name: String) throws {
    let fact = try #require(PlatformFacts.parameter(name))
    #expect(fact.value(of: fact.text) != nil, "\(fact.text)")
    #expect(fact.value(of: "nonsense") == nil && fact.value(of: "") == nil)
    #expect(!fact.meaning.isEmpty && !fact.meaning.hasSuffix("."))
    #expect(!fact.citations.isEmpty)
  }

  @Test(arguments: PlatformFacts.parameters.filter { $0.range != nil }.map(\.name))
  func valueIsWithinItsRange(_ name: String) throws {
    let fact = try #require(PlatformFacts.parameter(name))
    let range = try #require(fact.range)
    let (low, high) = try (number(range.low, of: fact), number(range.high, of: fact))
    #expect(low < high)
    // If a limit is `none` by default, its range applies only to devices with a limit.
    guard fact.text != "none" else { return }
    #expect(try (low...high).contains(number(fact.text, of: fact)))
  }

  @Test(arguments: [
    ("limiter.base", "-1s"), ("limiter.factor", "0.5"), ("limiter.factor", "1e999"),
    ("limiter.lapse", "sometimes"),
    ("processing.per_day", "-1"), ("limiter.base", "none"),
  ]) func impossibleValuesAreRejected(_ name: String, _ text: String) throws {
    #expect(try #require(PlatformFacts.parameter(name)).value(of: text) == nil)
  }

  @Test(arguments: PlatformFacts.modelPresets.map(\.name)) func presetSetsParameters(_ name: String) throws {
    let preset = try #require(PlatformFacts.modelPreset(name))
    #expect(Set(preset.values.map(\.name)).count == preset.values.count)
    for value in preset.values {
      let fact = try #require(PlatformFacts.parameter(value.name))
      #expect(fact.value(of: value.text) != nil, "\(value.name): \(value.text)")
      #expect(!value.citations.isEmpty)
    }
    #expect(!preset.summary.isEmpty && !preset.summary.hasSuffix("."))
  }

  @Test func theUsualPresetChangesNothing() {
    #expect(PlatformFacts.modelPresets.first?.values.isEmpty == true)
    let names = PlatformFacts.modelPresets.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test func measurementsAreNamedAndCited() {
    let measurements = PlatformFacts.measurements
    #expect(Set(measurements.map(\.name)).count == measurements.count)
    for measurement in measurements {
      #expect((measurement.observed ?? 0) >= 0 && !measurement.statement.hasSuffix("."))
      #expect(measurement.citation.address?.hasPrefix("https://") == true, "\(measurement.name)")
      #expect(["s", ""].contains(measurement.unit))
    }
    // If all measurements were sources of parameters, agreement with the model would prove nothing, so some measurements must be tests.
    #expect(measurements.contains { $0.role == .test })
    // A naive forecast ignores all measurements of the same publication.
    for measurement in measurements where measurement.role == .test {
      let naive = PlatformFacts.naiveForecast(of: measurement)
      #expect(!naive.isEmpty, "\(measurement.name)")
      let others = measurements.filter { $0.citation != measurement.citation }.compactMap(\.observed)
      #expect(naive == [measurement.requested].compactMap(\.self) || naive.allSatisfy(others.contains))
    }
  }

  private func number(_ text: String, of fact: ParameterFact) throws -> Double {
    switch try #require(fact.value(of: text)) {
    case .duration(let span): Double(span.milliseconds)
    case .size(let size): Double(size.bytes)
    case .number(let number): number
    case .word, .none: try #require(nil as Double?, "\(fact.name) has a range and no order")
    }
  }
}
