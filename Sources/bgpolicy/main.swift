System.announceFaults()
let status = Tool.run(Array(CommandLine.arguments.dropFirst()))
System.leave(with: status.rawValue)
