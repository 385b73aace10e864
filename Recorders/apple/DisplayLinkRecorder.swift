// Never compiled, because Hitchmark is tested without an Apple SDK. Written from parts of Apple's documentation of
// CADisplayLink.

#if canImport(QuartzCore) && !os(watchOS)
  import Foundation
  import QuartzCore
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// Records the frames of this app with a display link, on iOS 15, tvOS 15, macOS 14 and newer.
  ///
  ///     let recorder = try DisplayLinkRecorder(folder: .documentsDirectory.appending(path: "before/1"))
  ///     recorder.start()                       // on macOS: start(in: view)
  ///     let end = recorder.mark("open menu")   // … end()
  ///     try recorder.stop()
  ///
  /// The display link calls the main thread once per refresh. A late frame shows that the main thread was busy. Work of
  /// the render server and the GPU is not visible here; the Animation Hitches template of Instruments shows it.
  @MainActor
  public final class DisplayLinkRecorder: NSObject {
    private let recorder: FrameRecorder
    private var link: CADisplayLink?

    /// Creates a recorder and the run's folder, which must not contain a recording.
    public init(folder: URL, labels: [String: String] = [:]) throws {
      recorder = try FrameRecorder(
        folder: folder, labels: labels, threads: MachThreadTimes(),
        memory: { MachMemory.footprint },
        clock: { Int64(CACurrentMediaTime() * 1e9) })
      super.init()
    }

    #if canImport(UIKit)
      /// Starts to record.
      ///
      /// While the app is in the background, the recording pauses.
      public func start() {
        start(CADisplayLink(target: self, selector: #selector(refreshed)))
        observe(UIApplication.didEnterBackgroundNotification, #selector(paused))
        observe(UIApplication.willEnterForegroundNotification, #selector(continued))
        observe(UIApplication.willTerminateNotification, #selector(paused))
      }
    #elseif canImport(AppKit)
      /// Starts to record the refreshes of the display that shows a view, until `stop`.
      public func start(in view: NSView) {
        start(view.displayLink(target: self, selector: #selector(refreshed)))
        observe(NSApplication.willTerminateNotification, #selector(paused))
      }
    #endif

    /// Starts a marker, and returns the function that ends it.
    public func mark(_ name: String) -> () -> Void { recorder.mark(name) }

    /// Stops, and waits until all files are complete.
    public func stop() throws {
      // The display link keeps a strong reference to its target until it is invalid.
      link?.invalidate()
      link = nil
      NotificationCenter.default.removeObserver(self)
      try recorder.stop()
    }

    private func start(_ link: CADisplayLink) {
      guard self.link == nil else { return link.invalidate() }
      // The system lowers this to the refresh rate of the display. For more than 60 Hz, iPhones need
      // CADisableMinimumFrameDurationOnPhone in Info.plist.
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 60, maximum: 120, preferred: 120)
      // The common modes include the one in which scroll views track a finger.
      link.add(to: .main, forMode: .common)
      self.link = link
      recorder.start()
    }

    private func observe(_ name: Notification.Name, _ action: Selector) {
      NotificationCenter.default.addObserver(self, selector: action, name: name, object: nil)
    }

    @objc private func refreshed(_ link: CADisplayLink) {
      recorder.frame(at: Int64(link.timestamp * 1e9))
    }

    @objc private func paused() { recorder.pause() }

    @objc private func continued() { recorder.start() }
  }

  /// The CPU times of the threads of this process, from the Mach kernel.
  ///
  /// The times of all threads without a name are added up as `unnamed`. The main thread is called `main`.
  public struct MachThreadTimes: ThreadTimes {
    /// Creates a source.
    public init() {}

    /// The CPU time of each thread, in nanoseconds.
    public func cpuTimes() -> [String: Int64] {
      var list: thread_act_array_t?
      var count: mach_msg_type_number_t = 0
      guard task_threads(mach_task_self_, &list, &count) == KERN_SUCCESS, let list else {
        return [:]
      }
      defer {
        let size = vm_size_t(count) * vm_size_t(MemoryLayout<thread_act_t>.stride)
        vm_deallocate(mach_task_self_, vm_address_t(UInt(bitPattern: list)), size)
      }
      var times: [String: Int64] = [:]
      for index in 0..<Int(count) {
        // The first thread is the main one.
        let name = index == 0 ? "main" : Self.name(of: list[index])
        if let used = Self.cpuTime(of: list[index]) { times[name, default: 0] += used }
        mach_port_deallocate(mach_task_self_, list[index])
      }
      return times
    }

    private static func name(of thread: thread_act_t) -> String {
      guard let handle = pthread_from_mach_thread_np(thread) else { return "unnamed" }
      var bytes = [CChar](repeating: 0, count: 64)
      guard pthread_getname_np(handle, &bytes, bytes.count) == 0 else { return "unnamed" }
      let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let name = String(decoding: text, as: UTF8.self)
      return name.isEmpty ? "unnamed" : name
    }

    private static func cpuTime(of thread: thread_act_t) -> Int64? {
      var info = thread_basic_info()
      // THREAD_BASIC_INFO_COUNT is a macro that Swift does not import.
      var size = mach_msg_type_number_t(
        MemoryLayout<thread_basic_info>.size / MemoryLayout<integer_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(size)) {
          thread_info(thread, thread_flavor_t(THREAD_BASIC_INFO), $0, &size)
        }
      }
      guard result == KERN_SUCCESS else { return nil }
      let seconds = Int64(info.user_time.seconds) + Int64(info.system_time.seconds)
      let microseconds = Int64(info.user_time.microseconds) + Int64(info.system_time.microseconds)
      return seconds * 1_000_000_000 + microseconds * 1000
    }
  }

  /// The memory of this process.
  private enum MachMemory {
    /// The footprint in bytes, which Xcode shows and the system limits; `nil` if the kernel does not report it.
    static var footprint: Int64? {
      var info = task_vm_info_data_t()
      var size = mach_msg_type_number_t(
        MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<integer_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(size)) {
          task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &size)
        }
      }
      return result == KERN_SUCCESS ? Int64(info.phys_footprint) : nil
    }
  }
#endif
