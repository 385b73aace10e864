window.BENCHMARK_DATA = {"lastUpdate": 1,
  "entries": {"S": [1, 2,]}}