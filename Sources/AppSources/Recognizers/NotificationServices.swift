internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The methods of notification service extensions that change a notification, and whether each way out calls the content handler.
  static let notificationServices = Recognizer { program in
    // A shorter time limit lets the work end in time.
    let limits = ["timeoutInterval", "timeoutIntervalForRequest", "timeoutIntervalForResource"]
    let isLimited = limits.contains { program.assignmentsByName[$0] != nil }
    return (program.functions["didReceive"] ?? []).compactMap { body -> CodeFact? in
      guard let function = body.function, function.fullName == "didReceive(_:withContentHandler:)",
        let name = function.parameters.last?.name,
        program.type(body.types, inherits: "UNNotificationServiceExtension", from: body.file)
      else { return nil }
      let builder = FactBuilder(program)
      var analysis = CompletionAnalysis(program)
      analysis.analyze(function.body, names: [name], in: body, end: function.context.position)
      let location = body.location(function.context.position)
      let expires = (program.functions["serviceExtensionTimeWillExpire"] ?? []).contains {
        $0.types == body.types
      }
      return builder.fact(
        .notificationService, at: function.context.position, in: body.frame,
        [
          FactEntry("completes", FactValue(.string(analysis.word), .literal, at: location)),
          FactEntry(.expires, expires || isLimited || !analysis.isLong, at: location),
        ] + analysis.exits.map { FactEntry("exit", FactValue(.bool(true), .literal, at: $0)) })
    }
  }
}
