"""The results of a prototype of the method on other seeds, in percent: the bar for Hitchmark's code.

A cell has four percentages: series without a change but with a false alarm, found steps of 5%, found steps of 3%, and
found steps of 5% six commits before the newest. 300 series per cell.
"""

PROTOTYPE: dict[tuple[str, int], tuple[float, float, float, float]] = {
    ("normal", 20): (1.0, 78, 28, 68), ("normal", 50): (0.3, 100, 84, 84),
    ("normal", 100): (0.0, 100, 99, 90), ("normal", 200): (0.0, 100, 100, 90),
    ("spikes", 20): (1.0, 67, 31, 55), ("spikes", 50): (0.3, 97, 83, 62),
    ("spikes", 100): (0.3, 99, 99, 60), ("spikes", 200): (0.0, 100, 100, 52),
    ("machines", 20): (0.3, 62, 14, 55), ("machines", 50): (0.0, 99, 68, 79),
    ("machines", 100): (0.0, 100, 98, 85), ("machines", 200): (0.0, 100, 99, 82),
    ("student", 20): (0.0, 83, 49, 79), ("student", 50): (0.3, 100, 97, 87),
    ("student", 100): (0.3, 100, 100, 90), ("student", 200): (0.3, 100, 100, 91),
    ("log-normal", 20): (0.0, 84, 52, 75), ("log-normal", 50): (0.3, 99, 95, 80),
    ("log-normal", 100): (0.3, 100, 100, 81), ("log-normal", 200): (0.0, 100, 100, 77),
    ("rounded", 20): (0.7, 77, 24, 65), ("rounded", 50): (0.3, 100, 81, 85),
    ("rounded", 100): (0.0, 100, 100, 91), ("rounded", 200): (0.0, 100, 99, 92),
    ("slow", 20): (0.0, 70, 41, 53), ("slow", 50): (1.3, 99, 92, 46),
    ("slow", 100): (0.0, 100, 100, 30), ("slow", 200): (0.0, 100, 99, 23),
    ("ar5", 20): (1.3, 13, 4, 8), ("ar5", 50): (0.3, 45, 17, 2),
    ("ar5", 100): (0.3, 91, 58, 1), ("ar5", 200): (0.0, 95, 87, 1),
    ("ar8", 20): (0.3, 1, 1, 0), ("ar8", 50): (0.0, 1, 0, 0),
    ("ar8", 100): (0.0, 8, 3, 0), ("ar8", 200): (0.3, 77, 22, 0),
}

MOST_FALSE = 3.0
"""Largest percentage of false alarms in a cell."""
MOST_FALSE_ON_AVERAGE = 1.0
"""Largest mean percentage of false alarms over all cells."""
MOST_LOST = 3.0
"""Largest loss of power against the prototype in a cell, in percentage points."""


def failures(cells: dict[tuple[str, int], list[float]]) -> list[str]:
    """One sentence for each miss of the bar; the values of `cells` are shares."""
    complaints = []
    for (family, n), shares in cells.items():
        percent = [100 * share for share in shares]
        bar = PROTOTYPE[family, n]
        if percent[0] > MOST_FALSE:
            complaints.append(f"{family}, n = {n}: {percent[0]:.1f}% false")
        for name, own, other in zip(("5%", "3%", "5% near the newest"), percent[1:], bar[1:]):
            # The percentages of the prototype are rounded to integers.
            if round(own) < other - MOST_LOST:
                complaints.append(f"{family}, n = {n}, step of {name}: {own:.1f}%, the prototype {other}%")
    average = sum(100 * shares[0] for shares in cells.values()) / len(cells)
    if average > MOST_FALSE_ON_AVERAGE:
        complaints.append(f"{average:.2f}% false on average")
    return complaints
