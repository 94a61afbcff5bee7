System.announceFaults()
let outcome = Tool.run(Array(CommandLine.arguments.dropFirst()))
System.leave(with: outcome.status)
