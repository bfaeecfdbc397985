"""Frames of the whole window while it plays runs of several engines and kinds of state."""

from __future__ import annotations

from tests.bench.measure import Row, reference, spin, timed

FRAME_BUDGET, P95_BUDGET = 16.0, 33.0
FRAMES = 240
SHOWN = {
    "prefill-decode-split": "P/D split, 2 + 2 engines",
    "fleet-of-eight": "fleet of 8 engines",
    "k3-hybrid": "hybrid state",
    "worker-dies": "a worker dies",
}


def run() -> list[Row]:
    from explorer.opened import carry_out
    from explorer.scenarios import preset
    from tests.bench.scene import scene

    window = scene()
    assert window.stage is not None
    playhead = window.stage.playhead
    rows = []
    for key, name in SHOWN.items():
        opened = preset(key).opened()
        comparison = carry_out(opened, lambda fraction: None)
        window.session.setOpened(opened)
        shown = timed(lambda _, found=comparison: window.session.setComparison(found), 1, warm=0)
        spin(50)
        playhead.pause()
        step = max(playhead.duration // 600, 1)

        def frame(index: int, step: int = step) -> None:
            playhead.seek(step * (index % 600))
            spin()

        timing, blit = timed(frame, FRAMES), reference()
        rows += [
            Row(f"{name}: shown", shown.wall, "ms"),
            Row(f"{name}: playing, a frame", timing.cpu, "ms CPU", FRAME_BUDGET),
            Row(f"{name}: playing, 95th percentile of CPU", timing.cpu_p95, "ms CPU", P95_BUDGET),
            Row(f"{name}: playing, median", timing.wall, "ms", FRAME_BUDGET),
            Row(f"{name}: playing, 95th percentile", timing.wall_p95, "ms", P95_BUDGET),
            Row("  as a multiple of the reference picture", timing.cpu / blit.cpu, ""),
        ]
    window.close()
    return rows
