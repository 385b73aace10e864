// a case
export const caseDetail = {
 "ret": 0,
 "msg": "ok",
 "data": {
  "caseDetail": {
   "id": 1,
   "name": "{case}",
   "model": "Phone 12",
   "os_ver": "14.7.1",
   "app_name": "笔记",
   "used_time": 8000
  },
  "caseData": {
   "id": 2,
   "fps_avg": 12.0,
   "fps_var": 0.2,
   "fps_ge_18": 0.0,
   "jank_per_hour": 1.5,
   "ftime_avg": 83.3,
   "cpu_app_avg": 9.0,
   "cpu_temp_avg": -1.0,
   "mem_use_avg": -1.0
  }
 }
};

export const caseReport = {"ret": 0, "msg": "ok", "data": {"report": {"DataList": [{"TimeStamp": "0", "CpuUsage": {"AppUsage": 8.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 370.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333], "InterFrameIndex": []}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}, {"TimeStamp": "1000", "CpuUsage": {"AppUsage": 9.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 371.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333], "InterFrameIndex": []}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}, {"TimeStamp": "2000", "CpuUsage": {"AppUsage": 10.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 372.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333], "InterFrameIndex": []}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}, {"TimeStamp": "3000", "CpuUsage": {"AppUsage": 8.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 373.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333], "InterFrameIndex": [1, 3]}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}, {"TimeStamp": "4000", "CpuUsage": {"AppUsage": 9.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 374.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333], "InterFrameIndex": []}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}, {"TimeStamp": "5000", "CpuUsage": {"AppUsage": 10.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 375.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333], "InterFrameIndex": []}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}, {"TimeStamp": "6000", "CpuUsage": {"AppUsage": 8.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 376.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333], "InterFrameIndex": []}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}, {"TimeStamp": "7000", "CpuUsage": {"AppUsage": 9.0, "TotalUsage": 19.0}, "IosFps": {"fps": 12.0, "Jank": 0.0}, "Ios11MemoryUsage": {"Memory": 377.0, "RealMemory": 509.0}, "NetworkUsage": {"UpSpeed": 0.0, "DownSpeed": 0.0}, "FrameDetails": {"FrameTimes": [83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333, 82.833333, 83.583333, 83.083333, 83.833333, 83.333333], "InterFrameIndex": []}, "IsDelete": false, "BigJank": {"BigJank": 0.0}, "Stutter": {"Stutter": 0.0}}], "LabelList": [{"StartTime": 0.0, "EndTime": 3000.0, "Text": "menu"}, {"StartTime": 3000.0, "EndTime": 8000.0, "Text": "scroll"}], "DeviceModel": "Phone 12", "OSType": "IOS", "OSVersion": "14.7.1", "AppDisplayName": "笔记", "AppVersion": "3.1", "AppPackageName": "com.example.notes", "CpuType": "A14", "GpuType": "A14 GPU", "AbsDataStartTime": "1630429207429"}}}
