window.BENCHMARK_DATA = {
  "lastUpdate": 1700200000000,
  "repoUrl": "https://example.com/list",
  "entries": {
    "Cells": [
      {
        "commit": {"author": {"name": "A"}, "id": "1111aaaa1111aaaa1111aaaa1111aaaa1111aaaa", "message": "Reuse cells\n\nThey were made anew.", "timestamp": "2023-11-14T22:13:20+01:00", "url": "https://example.com/1"},
        "date": 1700003600000, "tool": "customSmallerIsBetter",
        "benches": [
          {"name": "scroll", "unit": "ms", "value": 16.5, "range": "± 0.2", "extra": "rows: 100"},
          {"name": "leaks", "unit": "objects", "value": "12"}
        ]
      },
      {
        "commit": {"id": "2222bbbb2222bbbb2222bbbb2222bbbb2222bbbb", "message": "", "timestamp": "dummy"},
        "date": 1700090000000, "tool": "customSmallerIsBetter",
        "benches": [
          {"name": "scroll", "unit": "us", "value": 16100},
          {"name": "leaks", "unit": "objects", "value": null}
        ]
      }
    ],
    "Engine": [
      {
        "commit": {"id": "1111aaaa1111aaaa1111aaaa1111aaaa1111aaaa", "message": "Reuse cells", "timestamp": "2023-11-14T21:13:20Z"},
        "date": 1700003700000, "tool": "pytest",
        "benches": [
          {"name": "layout", "unit": "iter/sec", "value": 61.5, "range": "stddev: 0.01"},
          {"name": "layout (bytes)", "unit": "KiB/op", "value": 2},
          {"name": "quality", "unit": "points", "value": 7.5}
        ]
      }
    ]
  }
};
