import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Units of histories")
struct MeasureTests {
  @Test(
    "known units are converted, and give the measure its name",
    arguments: [
      ("ns", "time", 1e-9, "s"), ("ns/iter", "time", 1e-9, "s"), ("µs/op", "time", 1e-6, "s"),
      ("usec", "time", 1e-6, "s"), ("ms", "time", 1e-3, "s"), ("Milliseconds", "time", 1e-3, "s"),
      ("s", "time", 1, "s"), ("min", "time", 60, "s"), ("nanoseconds (ns)", "time", 1e-9, "s"),
      ("B/op", "size", 1, "B"), ("bytes", "size", 1, "B"), ("KiB", "size", 1024, "B"),
      ("MB", "size", 1e6, "B"), ("megabytes", "size", 1e6, "B"), ("%", "share", 0.01, "fraction"),
      ("percent", "share", 0.01, "fraction"), ("fps", "frame rate", 1, "fps"),
      ("ops/sec", "throughput", 1, "ops/s"), ("iter/sec", "throughput", 1, "ops/s"),
      ("operations / second (ops/s)", "throughput", 1, "ops/s"), ("ratio", "ratio", 1, "ratio"),
      ("x", "ratio", 1, "ratio"), ("", "value", 1, "count"),
    ])
  func known(text: String, name: String, value: Double, unit: String) {
    let measure = Measure(unit: text)
    #expect(measure.name == name && measure.value(1) == value && measure.unit.id == unit)
  }

  @Test(
    "other units are kept",
    arguments: [
      ("points", "value (points)", nil), ("Mb", "value (Mb)", nil),
      ("req/s", "throughput (req/s)", false),
      ("MB/s", "throughput (MB/s)", false), ("a, b", "value (a; b)", nil),
    ] as [(String, String, Bool?)])
  func other(text: String, name: String, lower: Bool?) {
    let measure = Measure(unit: text)
    #expect(measure.name == name && measure.value(7.5) == 7.5 && measure.lowerIsBetter == lower)
  }

  @Test("a value is rounded once: 100,000,000 ns are exactly 0.1 s")
  func rounding() {
    #expect(Measure(unit: "ns").value(100_000_000) == 0.1)
    #expect(Measure(unit: "ms").value(16.7) == 0.0167)
  }

  @Test("the name contains a direction that the unit does not imply")
  func directions() {
    #expect(Measure.seconds.directed(lowerIsBetter: true) == .seconds)
    #expect(Measure.seconds.directed(lowerIsBetter: false).name == "score (s)")
    #expect(Measure(unit: "points").directed(lowerIsBetter: true).name == "cost (points)")
    #expect(Measure(unit: "").directed(lowerIsBetter: false).name == "score")
    #expect(Measure(unit: "ops/s").directed(lowerIsBetter: nil).name == "value (ops/s)")
  }

  @Test(
    "a unit in a column name is recognized and stays in the name",
    arguments: [
      ("load_ms", "ms", true), ("load (ms)", "ms", true), ("load [KiB]", "KiB", true),
      ("rate_fps", "fps", false), ("cpu_percent", "percent", nil), ("metric1", "count", nil),
      ("items", "count", nil), ("rows", "count", nil), ("", "count", nil),
    ] as [(String, String, Bool?)])
  func columns(name: String, unit: String, lower: Bool?) {
    let measure = Measure(column: name)
    #expect(measure.name == name && measure.unit.id == unit && measure.lowerIsBetter == lower)
    #expect(measure.value(3) == 3)
  }
}
