System.announceFaults()
if let argument = System.malformedArgument {
  Console.report(problem: "Arguments must be UTF-8; found \(argument)")
  System.leave(with: Outcome(.usageError).status)
}
let outcome = Tool.run(Array(CommandLine.arguments.dropFirst()))
System.leave(with: outcome.status)
