window.BENCHMARK_DATA = {"lastUpdate": 1, "entries": {"S": [
  {"commit": {"id": "1111aaaa"}, "date": "soon", "tool": "unheard-of", "benches": [
    {"name": "a", "unit": "ms", "value": "fast"},
    {"name": "a", "unit": "ms", "value": 1e999},
    {"name": "a", "unit": "ms", "value": 3}]},
  {"commit": {"id": "2222bbbb"}, "tool": "unheard-of", "benches": [
    {"name": "a", "unit": "points", "value": 4},
    {"name": "a", "value": true}]}
]}}
