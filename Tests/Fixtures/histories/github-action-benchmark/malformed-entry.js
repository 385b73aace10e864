window.BENCHMARK_DATA = {"lastUpdate": 1, "entries": {"S": [
  {"commit": {"id": 17}, "date": 1700003600000, "tool": "cargo", "benches": []}]}}
