window.BENCHMARK_DATA = {"lastUpdate": 1, "entries": {}};
window.onload = () => draw();
