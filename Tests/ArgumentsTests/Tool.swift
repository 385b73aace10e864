import Arguments

/// A made-up tool with all that can be declared.
enum Tool {
  typealias Action = @Sendable (ParsedValues, [String]) throws -> Int

  enum Color: String, CaseIterable { case auto, always, never }

  static let store = Option(
    "store", .path, default: "frames.db", environment: "FRAMES_STORE", help: "The store.")
  static let quiet = Flag("quiet", short: "q", help: "Say nothing.")
  static let paths = Positional(repeating: "PATH", .path, help: "Trace files.")
  static let output = Option("output", short: "o", .path, help: "Where to write.")
  static let color = Option("color", .cases("WHEN"), default: Color.auto, help: "When to colour.")
  static let labels = Option(repeating: "label", .keyValue, help: "A label.")

  static let root = Command<Action>(
    "frames", abstract: "Looks at frames.", version: "1.2.3", parameters: [store],
    subcommands: [
      Command("look", abstract: "Looks.", parameters: [paths, output, quiet, color, labels]) {
        values, _ in
        values[paths].count + (values[output] == nil ? 0 : 1) + (values[quiet] ? 1 : 0)
      }
    ])
}
