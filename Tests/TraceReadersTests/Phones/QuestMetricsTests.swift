import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("OVR Metrics Tool")
struct QuestMetricsTests {
  @Test(
    "units are in the names of columns",
    arguments: [
      ("app_pss_MB", "B", "memory"), ("battery_temperature_celcius", "°C", "temperature"),
      ("cpu_utilization_percentage", "fraction", "cpu"), ("average_frame_rate", "fps", "other"),
      ("cpu_utilization_percentage_core7", "fraction", "other"), ("gpu_level", "count", "other"),
      ("app_gpu_time_microseconds", "ms", "other"), ("display_refresh_rate", "Hz", "other"),
      ("stale_frames_consecutive", "count", "other"), ("mem_frequency_MHz", "Hz", "other"),
    ])
  func units(column: String, unit: String, role: String) throws {
    let sensor = try #require(QuestMetricsSensor.sensor(named: column))
    #expect(sensor.unit.id == unit && sensor.role.name == role)
  }

  @Test(
    "columns without a unit are ignored", arguments: ["Time Stamp", "power_wattage"])
  func unknown(column: String) {
    #expect(QuestMetricsSensor.sensor(named: column) == nil)
  }

  /// By hand: (72 + 71 + 70) / 3 = 71 frames per second, 0 + 1 + 2 stale frames, 9 ms on average.
  @Test("figures of the whole recording are computed from its seconds")
  func scalars() throws {
    let text = """
      Time Stamp,average_frame_rate,display_refresh_rate,stale_frame_count,app_gpu_time_microseconds
      1000,72,72,0,8000
      2001,71,72,1,9000
      3002,70,72,2,10000

      """
    let file = try TraceReader.read(bytes: Array(text.utf8), name: "a.csv")
    let run = try #require(file.recordings.first)
    #expect(run.timeline.value == nil)
    #expect(run.description.device.refreshRate == 72)
    #expect(
      run.description.scalars.map(\.name) == [
        "fps.sampled", "ovr-metrics.stale-frames", "ovr-metrics.app-gpu-time",
      ])
    #expect(run.description.scalars.map(\.value) == [71, 3, 9])
  }

  @Test("a record without times gives an error that names the missing columns")
  func noTimes() {
    let text = "average_frame_rate,stale_frame_count\n72,0\n"
    #expect(
      throws: TraceError.unrecognized(
        path: "a.csv", start: "average_frame_rate,stale_frame_count 72…",
        nearest: .init(format: "ovr-metrics", missing: ["Time Stamp"]), isTable: true,
        map: "fps=average_frame_rate")
    ) { try TraceReader.read(bytes: Array(text.utf8), name: "a.csv") }
  }
}
