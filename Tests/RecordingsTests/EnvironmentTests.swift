import Recordings
import Testing

@Suite("Environment")
struct EnvironmentTests {
  private func fact(_ name: String, _ change: (inout Device) -> Void) -> String? {
    var device = Device()
    change(&device)
    return device.hardFacts.first { $0.name == name }?.value
  }

  @Test(
    "the operating system counts without its version",
    arguments: [
      ("Windows 11 Pro", "Windows"), ("Microsoft Windows Server 2022", "Windows"),
      ("macOS Sonoma 14.2", "macOS"), ("iOS 9", "iOS"), ("iPadOS 17.1", "iPadOS"),
      ("Android 14 (API 34)", "Android"), ("Ubuntu 22.04.4 LTS", "Ubuntu"),
      ("Debian GNU/Linux 12 (bookworm)", "Debian GNU/Linux"), ("Arch Linux", "Arch Linux"),
      ("Demo OS 5", "Demo OS"), ("11", "11"),
    ])
  func family(system: String, family: String) {
    #expect(fact("system") { $0.os = system } == family)
  }

  // 32,768,000 KiB are 31.25 GiB, as a machine of 32 GiB reports; 16 GB are 14.9 GiB.
  @Test(
    "memory counts by its nominal size",
    arguments: [
      ("32768000 kB", "32 GiB"), ("31.1 GiB", "32 GiB"), ("16 GB", "16 GiB"), ("16GB", "16 GiB"),
      ("15.5 GiB", "16 GiB"), ("512 MB", "1 GiB"), ("12 GiB", "12 GiB"), ("11.2 GiB", "12 GiB"),
      ("2 TiB", "2048 GiB"), ("plenty", "plenty"), ("0 GB", "0 GB"), ("", ""), ("8", "8"),
    ])
  func memory(size: String, group: String) {
    #expect(fact("memory") { $0.properties["memory"] = size } == group)
  }

  @Test("memory_gb is a number of gigabytes")
  func memoryGigabytes() {
    #expect(fact("memory") { $0.properties["memory_gb"] = "16" } == "16 GiB")
    #expect(fact("memory") { $0.properties["memory_gb"] = "7.7" } == "8 GiB")
  }

  @Test("a refresh rate counts in integer hertz")
  func refreshRate() {
    #expect(fact("refresh rate") { $0.refreshRate = 59.94 } == "60 Hz")
    #expect(fact("refresh rate") { $0.refreshRate = 143.98 } == "144 Hz")
    #expect(fact("refresh rate") { _ in } == nil)
  }

  @Test("every property is hard or soft, and the version of the system is soft")
  func both() {
    var device = Device()
    device.name = "Bench"
    device.os = "Demo OS 5"
    device.inputLag = 55_000_000
    device.properties = [
      "cores": "8", "memory_gb": "16", "resolution": "1920x1080", "present_mode": "mailbox",
      "driver": "1.7",
    ]
    #expect(
      device.hardFacts.map { "\($0.name) \($0.value ?? "–")" } == [
        "device Bench", "processor –", "graphics –", "system Demo OS", "refresh rate –", "cores 8",
        "memory 16 GiB", "present mode mailbox", "resolution 1920x1080",
      ])
    #expect(device.softFacts == ["driver": "1.7", "system": "Demo OS 5"])
    var run = RunDescription()
    run.device = device
    run.labels = ["driver": "of the label", "build": "release"]
    #expect(
      run.softFacts == ["driver": "1.7", "system": "Demo OS 5", "build": "release"])
  }
}
