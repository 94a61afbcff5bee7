internal import AppFacts
internal import Quantities

/// Dates that are the next occurrence of a time of day, by the calendar.
extension Evaluator {
  /// The time of day whose next occurrence a call of a calendar's method returns; `interval` evaluates dates.
  func clockTime(
    of call: Call, in frame: Frame, at location: FactLocation, _ interval: (Expression) -> Value
  ) -> Value {
    let time: (hour: Double, minute: Double)?
    switch call.name {
    case "nextDate":
      guard let start = call["after"], interval(start).number == 0, let components = call["matching"],
        call.labels.allSatisfy({ ["after", "matching", "matchingPolicy"].contains($0) })
      else { return .unresolved(at: location) }
      time = self.time(ofComponents: components, in: frame)
    case "startOfDay":
      // The start of today is in the past.
      guard let day = call["for"], days(of: day, in: frame, interval) == 1 else {
        return .unresolved(at: location)
      }
      time = (0, 0)
    default:
      guard let day = call["of"], days(of: day, in: frame, interval) != nil,
        let hour = call["bySettingHour"].flatMap({ value($0, in: frame).number }),
        let minute = call["minute"].flatMap({ value($0, in: frame).number }),
        call["second"].flatMap({ value($0, in: frame).number }) == 0
      else { return .unresolved(at: location) }
      time = (hour, minute)
    }
    guard let time, let hour = Int(exactly: time.hour), let minute = Int(exactly: time.minute),
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { return .unresolved(at: location) }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return Value(
      content: .string("\(digits(hour)):\(digits(minute))"), resolution: .expression, location: location)
  }

  /// The days from today to a date: 0 or 1; `nil` for a date that is neither today nor tomorrow.
  private func days(of date: Expression, in frame: Frame, _ interval: (Expression) -> Value) -> Int? {
    var date = date.core
    if let call = program.callsByExpression[ObjectIdentifier(date)], call.name == "startOfDay",
      let inner = call["for"]
    {
      date = inner.core
    }
    switch interval(date).number {
    case 0: return 0
    case TimeSpan.secondsPerDay: return 1
    default: return nil
    }
  }

  /// The hour and minute of `DateComponents`, if the components state nothing else.
  private func time(ofComponents expression: Expression, in frame: Frame) -> (hour: Double, minute: Double)? {
    var core = expression.core
    var frame = frame
    if case .name(let name) = core.form {
      guard let local = frame.local(name), local.assignments.isEmpty, let value = local.value else {
        return nil
      }
      (core, frame) = (value.core, local.frame)
    }
    guard let call = program.callsByExpression[ObjectIdentifier(core)],
      call.name == "DateComponents"
        || call.name == "init" && call.isImplicitMember && call["hour"] != nil
    else { return nil }
    var parts: [String: Double] = [:]
    for argument in call.arguments {
      guard let label = argument.label, let number = value(argument.value, in: frame).number else {
        return nil
      }
      parts[label] = number
    }
    for setting in ObjectTrace(of: core, in: frame, program).settings {
      guard setting.sign == "=", !setting.isConditional(madeIn: frame), parts[setting.name] == nil,
        let number = value(setting.value, in: setting.frame).number
      else { return nil }
      parts[setting.name] = number
    }
    guard let hour = parts["hour"], parts["second"] ?? 0 == 0,
      parts.keys.allSatisfy({ ["hour", "minute", "second"].contains($0) })
    else { return nil }
    return (hour, parts["minute"] ?? 0)
  }

  /// Whether a call runs a closure of the app that returns the present time, such as `var date: () -> Date = Date.init`.
  func isClock(_ call: Call) -> Bool {
    guard call.arguments.isEmpty, case .call(let callee, _) = call.expression.form,
      let body = program.property(of: callee, in: call.frame), let property = body.property,
      property.getter == nil, let value = property.value?.core,
      property.isConstant || !program.isAssigned(body)
    else { return false }
    switch value.form {
    case .member(let base?, "init"): return base.core.path == ["Date"]
    case .member(let base?, "now"): return base.core.path == ["Date"]
    case .closure(let closure):
      guard closure.body.count == 1, case .expression(let only)? = closure.body.first?.form,
        case .call(let inner, let arguments) = only.core.form
      else { return false }
      return arguments.isEmpty && inner.core.path == ["Date"]
    default: return false
    }
  }
}
