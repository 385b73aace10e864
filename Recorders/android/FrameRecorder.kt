// Never compiled, because Hitchmark is tested without an Android SDK. Written from the reference of
// Window.OnFrameMetricsAvailableListener. Needs API level 26; some columns need 31.

package dev.hitchmark.recorder

import android.app.Activity
import android.app.Application
import android.os.Build
import android.os.Bundle
import android.os.Handler
import android.os.HandlerThread
import android.os.Process
import android.system.Os
import android.system.OsConstants
import android.view.FrameMetrics
import android.view.Window
import java.io.File
import java.io.IOException
import java.time.Instant
import org.json.JSONObject

/**
 * Records the frames of a window as Hitchmark's own files: frames.csv, resources.csv, markers.csv and run.json.
 *
 *     val recorder = FrameRecorder(File(getExternalFilesDir(null), "before/1"), mapOf("build" to "release"))
 *     recorder.start(activity)
 *     val end = recorder.mark("open menu")   // … end()
 *     recorder.stop()
 *
 * Then: adb pull /sdcard/Android/data/PACKAGE/files/before
 *
 * The time of a frame is the end of the work on it, as with JankStats. A window that has nothing to draw is idle. Call
 * all methods on the main thread. The recorder receives the frames on its own thread, and writes them every ten seconds,
 * when the activity is paused, and when an exception ends the app. At most 20,000 rows are kept in memory.
 *
 * @param folder the folder of the files; an earlier recording in it is replaced.
 * @param labels texts for run.json.
 */
class FrameRecorder(private val folder: File, private val labels: Map<String, String> = emptyMap()) {
    private val thread = HandlerThread("FrameRecorder", Process.THREAD_PRIORITY_BACKGROUND)
    private lateinit var handler: Handler
    private lateinit var activity: Activity
    private var earlierHandler: Thread.UncaughtExceptionHandler? = null

    // Used on the recorder's thread only.
    private val frames = Rows("frames.csv", FRAME_COLUMNS)
    private val resources = Rows("resources.csv", "timestamp_ns,cpu_percent,memory_bytes,thread.main.cpu_percent")
    private val markers = Rows("markers.csv", "timestamp_ns,end_ns,name,activity")
    private var lostReports = 0L
    private var lastEnd = 0L
    private var activeSince = 0L
    private var lastSample: Sample? = null

    /** Starts to record the window of an activity. */
    fun start(activity: Activity) {
        check(!thread.isAlive) { "a recorder records once" }
        this.activity = activity
        folder.mkdirs()
        listOf(frames, resources, markers).forEach { File(folder, it.name).delete() }
        thread.start()
        handler = Handler(thread.looper)
        activity.window.addOnFrameMetricsAvailableListener(listener, handler)
        activity.application.registerActivityLifecycleCallbacks(pauses)
        handler.post(sampling)
        earlierHandler = Thread.getDefaultUncaughtExceptionHandler()
        Thread.setDefaultUncaughtExceptionHandler { failed, error ->
            if (failed !== thread) onThread { write() }
            earlierHandler?.uncaughtException(failed, error)
        }
    }

    /** Starts a marker, and returns the function that ends it. */
    fun mark(name: String): () -> Unit {
        val start = System.nanoTime()
        return {
            val end = System.nanoTime()
            handler.post { markers.add("$start,$end,${quoted(name)},") }
        }
    }

    /** Stops, and waits until all files are complete. */
    fun stop() {
        activity.window.removeOnFrameMetricsAvailableListener(listener)
        activity.application.unregisterActivityLifecycleCallbacks(pauses)
        Thread.setDefaultUncaughtExceptionHandler(earlierHandler)
        onThread {
            endActivity()
            write()
        }
        thread.quitSafely()
    }

    // The recorder's thread

    private val listener = Window.OnFrameMetricsAvailableListener { _, metrics, dropped ->
        lostReports += dropped
        // The first frame of a layout is always slow, and says nothing about performance.
        if (metrics.getMetric(FrameMetrics.FIRST_DRAW_FRAME) != 1L) add(metrics)
    }

    private fun add(metrics: FrameMetrics) {
        val start = metrics.getMetric(FrameMetrics.INTENDED_VSYNC_TIMESTAMP)
        val work = metrics.getMetric(FrameMetrics.TOTAL_DURATION)
        val end = start + work
        // A late frame begins before the previous one ends. A frame that begins long after that ends an idle interval.
        if (start > lastEnd + IDLE) {
            endActivity()
            activeSince = start
            frames.add("$start,,,,,")
        }
        lastEnd = maxOf(end, lastEnd)
        val ui = USER_INTERFACE.sumOf { metrics.getMetric(it) }
        val render = RENDERING.sumOf { metrics.getMetric(it) }
        val isNew = Build.VERSION.SDK_INT >= Build.VERSION_CODES.S
        val gpu = if (isNew) "${metrics.getMetric(FrameMetrics.GPU_DURATION)}" else ""
        val overrun = if (isNew) "${work - metrics.getMetric(FrameMetrics.DEADLINE)}" else ""
        frames.add("$end,$work,$ui,$render,$gpu,$overrun")
    }

    private fun endActivity() {
        if (activeSince != 0L) markers.add("$activeSince,$lastEnd,\"active\",1")
        activeSince = 0
    }

    private val sampling = object : Runnable {
        private var count = 0

        override fun run() {
            val sample = Sample.now()
            lastSample?.let { resources.add(sample.row(since = it)) }
            lastSample = sample
            if (++count % SAMPLES_PER_WRITE == 0) write()
            handler.postDelayed(this, SAMPLE_INTERVAL)
        }
    }

    private fun write() {
        try {
            listOf(frames, resources, markers).forEach { it.appendTo(folder) }
            val all = labels.toMutableMap()
            if (lostReports > 0) all["reports lost by the system"] = "$lostReports"
            listOf(frames, resources, markers).filter { it.discarded > 0 }
                .forEach { all["discarded from ${it.name}"] = "${it.discarded} oldest rows" }
            val device = JSONObject()
                .put("name", "${Build.MANUFACTURER} ${Build.MODEL}")
                .put("os", "Android ${Build.VERSION.RELEASE}")
                .put("refresh_rate_hz", refreshRate)
            val run = JSONObject().put("date", "${Instant.now()}").put("device", device).put("labels", JSONObject(all.toMap()))
            File(folder, "run.json").writeText(run.toString(2) + "\n")
        } catch (_: IOException) {
            // The rows stay in memory, up to the limit, and are written with the next part.
        }
    }

    @Suppress("DEPRECATION") // The replacement needs API level 30.
    private val refreshRate: Double get() = activity.windowManager.defaultDisplay.refreshRate.toDouble()

    /** Runs work on the recorder's thread, and waits at most two seconds for it. */
    private fun onThread(work: () -> Unit) {
        val done = java.util.concurrent.CountDownLatch(1)
        handler.post {
            work()
            done.countDown()
        }
        done.await(2, java.util.concurrent.TimeUnit.SECONDS)
    }

    private val pauses = object : Application.ActivityLifecycleCallbacks {
        override fun onActivityPaused(paused: Activity) {
            if (paused === activity) onThread { write() }
        }

        override fun onActivityCreated(activity: Activity, state: Bundle?) {}
        override fun onActivityStarted(activity: Activity) {}
        override fun onActivityResumed(activity: Activity) {}
        override fun onActivityStopped(activity: Activity) {}
        override fun onActivitySaveInstanceState(activity: Activity, state: Bundle) {}
        override fun onActivityDestroyed(activity: Activity) {}
    }

    /** The unwritten rows of a table. Discards the oldest rows if there are too many. */
    private class Rows(val name: String, private val header: String) {
        private val rows = ArrayDeque<String>()
        var discarded = 0L
            private set

        fun add(row: String) {
            if (rows.size == CAPACITY) {
                rows.removeFirst()
                discarded++
            }
            rows.addLast(row)
        }

        fun appendTo(folder: File) {
            if (rows.isEmpty()) return
            val file = File(folder, name)
            val text = rows.joinToString("\n", if (file.exists()) "" else "$header\n", "\n")
            file.appendText(text)
            rows.clear()
        }
    }

    /** The CPU time and the memory of this process. */
    private class Sample(val time: Long, val used: Long, val main: Long, val memory: Long) {
        fun row(since: Sample): String {
            val passed = (time - since.time).toDouble()
            val all = 100 * (used - since.used) / passed / Runtime.getRuntime().availableProcessors()
            val main = 100 * (main - since.main) / passed
            return "$time,${rounded(all)},$memory,${rounded(main)}"
        }

        // String.format would write a decimal comma in some languages.
        private fun rounded(value: Double) = Math.round(value * 100) / 100.0

        companion object {
            private val page = Os.sysconf(OsConstants._SC_PAGESIZE)
            private val tick = 1_000_000_000L / Os.sysconf(OsConstants._SC_CLK_TCK)

            fun now() = Sample(
                System.nanoTime(), Process.getElapsedCpuTime() * 1_000_000, mainThreadTime(),
                File("/proc/self/statm").readText().split(" ")[1].toLong() * page)

            // The main thread has the id of the process. Its name, in parentheses, may contain spaces.
            private fun mainThreadTime(): Long {
                val fields = File("/proc/self/task/${Process.myPid()}/stat").readText().substringAfterLast(")").trim().split(" ")
                return (fields[11].toLong() + fields[12].toLong()) * tick
            }
        }
    }

    private companion object {
        const val CAPACITY = 20_000
        const val IDLE = 50_000_000L // ns
        const val SAMPLE_INTERVAL = 1000L // ms
        const val SAMPLES_PER_WRITE = 10
        const val FRAME_COLUMNS = "timestamp_ns,work_ns,ui_ns,render_ns,gpu_ns,overrun_ns"

        val USER_INTERFACE = intArrayOf(
            FrameMetrics.INPUT_HANDLING_DURATION, FrameMetrics.ANIMATION_DURATION,
            FrameMetrics.LAYOUT_MEASURE_DURATION, FrameMetrics.DRAW_DURATION)
        val RENDERING = intArrayOf(
            FrameMetrics.SYNC_DURATION, FrameMetrics.COMMAND_ISSUE_DURATION, FrameMetrics.SWAP_BUFFERS_DURATION)

        fun quoted(text: String) = "\"${text.replace("\"", "\"\"").replace(Regex("\\s+"), " ")}\""
    }
}
