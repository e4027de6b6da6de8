import WatchRun

// The line buffer of print is not used: see Terminal.
let words = Array(CommandLine.arguments.dropFirst())
Termination.observe()
exit(code: Iapwatch.main(words))
