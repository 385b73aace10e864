internal import Decoding
internal import Recordings

/// The frames and figures of one process in `dumpsys gfxinfo`, from all dumps.
struct GfxInfoProcess {
  /// The id of the process; empty if the trace does not contain it.
  let id: String
  /// The package of the process; empty if the trace does not contain it.
  let package: String
  /// The figures of the process as a whole, including closed windows.
  var whole = GfxInfoWindow(name: "")
  /// The windows of the process, in the order of their first lines.
  var windows: [GfxInfoWindow] = []
  /// The names of the windows whose frame table has already appeared in the current dump.
  private var seen: Set<String> = []

  init(id: String, package: String) {
    self.id = id
    self.package = package
  }

  /// Begins another dump of the process.
  mutating func beginDump() { seen = [] }

  /// Finds a window of the process by its name, or adds the window.
  ///
  /// - Parameter isTable: whether the line that names the window begins a frame table. A dump has one frame table per
  ///   window, so a second table with the name belongs to another window of the same name.
  /// - Returns: the position of the window.
  mutating func window(named name: String, beginsTable isTable: Bool = false) -> Int {
    var own = name
    var copy = 1
    while isTable, !seen.insert(own).inserted {
      copy += 1
      own = "\(name) (\(copy))"
    }
    if let position = windows.firstIndex(where: { $0.name == own }) { return position }
    windows.append(GfxInfoWindow(name: own))
    return windows.count - 1
  }

  /// Whether the process has neither frames nor figures.
  var isEmpty: Bool {
    windows.allSatisfy(\.isWithoutFrames) && whole.isWithoutFrames && whole.summary.isEmpty
  }

  /// The runs of the process: one per window with frames, and one for the process if its counts differ from those of a
  /// single window.
  ///
  /// The counts of the process include all its windows, even windows that were closed before the dump.
  consuming func runs(_ origin: Recording.Origin, amongSeveral: Bool) -> [TraceRun] {
    let hasOneWindow = windows.count == 1 && windows[0].canHaveCounts(of: whole.summary)
    windows.removeAll(where: \.isWithoutFrames)
    if windows.isEmpty || (!hasOneWindow && !whole.summary.isEmpty) { windows.append(whole) }
    let names = windows.map(\.title)
    return names.indices.compactMap { index in
      // The window is released, so that its collected data and its run are not in memory at the same time.
      let part = windows[index]
      windows[index] = GfxInfoWindow(name: "")
      var own = origin
      let isAlone = names.count { $0 == names[index] } == 1
      own.stream =
        amongSeveral || names.count > 1 ? stream(isAlone ? names[index] : part.name) : nil
      var run = part.run(
        own, whole: hasOneWindow ? whole.summary : GfxInfoSummary(),
        isAmongWindows: part.name.isEmpty && names.count > 1)
      if !package.isEmpty { run?.recording.description.labels["application"] = package }
      return run
    }
  }

  private func stream(_ window: String) -> String {
    if window.isEmpty { return harmless("\(package) \(id)") }
    return harmless(id.isEmpty ? window : "\(window) \(id)")
  }
}
