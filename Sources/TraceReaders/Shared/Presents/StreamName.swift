internal import Decoding

/// The process and swap chain that a row of a present table belongs to.
struct StreamName: Sendable, Equatable {
  /// The file name of the program, such as `dwm.exe`; empty if it is unknown.
  let application: String
  /// The id of the process that made the presents.
  let process: String
  /// The address of the swap chain without leading zeros; only PresentMon 1.x writes the address.
  let swapChain: String

  /// Reads process and swap chain from the fields of a row; each field may be empty.
  init(application: Field, process: Field, swapChain: Field) {
    self.application = harmless(application.trimmed.text)
    self.process = harmless(process.trimmed.text)
    self.swapChain = Self.withoutPadding(harmless(swapChain.trimmed.text))
  }

  /// The process and swap chain as shown to users, such as `dwm.exe 1564 0x240A8D570F0`; an unknown program is shown as
  /// `pid`.
  var text: String {
    let program = application.isEmpty && !process.isEmpty ? "pid" : application
    return [program, process, swapChain].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func withoutPadding(_ address: String) -> String {
    guard address.hasPrefix("0x") else { return address }
    let digits = address.dropFirst(2).drop { $0 == "0" }
    return digits.isEmpty ? "0x0" : "0x" + digits
  }
}
