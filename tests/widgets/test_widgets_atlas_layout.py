"""Where sources stand on the map, and that labels never meet."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from many_sources import many_sources
from PySide6.QtCore import QPointF, QRectF

from citations.records import Basis, Edge
from widgets.atlas_camera import Camera
from widgets.atlas_lanes import lanes_of
from widgets.atlas_model import AtlasModel
from widgets.atlas_scene import Scene
from widgets.atlas_time import TimeScale
from widgets.lineage_model import Kin

SIZES = (62, 153, 500)
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def scene_of(count: int, seed: int = 1) -> Scene:
    model = AtlasModel()
    model.set_library(*many_sources(count, seed), frozenset())
    return Scene(model)


def boxes_meet(boxes: list[QRectF]) -> bool:
    """Whether any two overlap by more than a hair; sorted by left edge, so that few are compared."""
    boxes = sorted(boxes, key=lambda box: box.left())
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            if other.left() >= one.right():
                break
            if one.adjusted(0.01, 0.01, -0.01, -0.01).intersects(other):
                return True
    return False


# time


@given(st.lists(st.dates(), min_size=1, max_size=40))
def test_a_later_day_never_stands_before_an_earlier_one(days: list[object]) -> None:
    scale = TimeScale.over(map(str, days))
    places = [scale.place(str(day)) for day in sorted(days)]  # type: ignore[type-var]
    assert places == sorted(places)
    assert all(0 <= place <= 1 for place in places)


@given(st.lists(st.dates(), min_size=1, max_size=40))
def test_years_follow_each_other_without_gaps_and_hold_their_days(days: list[object]) -> None:
    scale = TimeScale.over(map(str, days))
    stretches = scale.stretches
    assert stretches[0].left == 0
    assert stretches[-1].right == pytest.approx(1)
    for one, other in pairwise(stretches):
        assert one.right == other.left
        assert one.last + 1 == other.first
    for day in map(str, days):
        year = next(stretch for stretch in stretches if stretch.first <= int(day[:4]) <= stretch.last)
        assert not year.folded
        assert year.left <= scale.place(day) <= year.right


def test_time_runs_evenly_within_a_year_and_busy_years_are_wider() -> None:
    scale = TimeScale.over(["2020-03-01", *["2021-05-05"] * 9])
    quiet, busy = scale.stretches
    assert busy.right - busy.left > quiet.right - quiet.left
    third, half = scale.place("2021-05-01") - busy.left, scale.place("2021-07-02") - busy.left
    assert third / (busy.right - busy.left) == pytest.approx(1 / 3, abs=0.01)
    assert half / (busy.right - busy.left) == pytest.approx(1 / 2, abs=0.01)


def test_empty_years_are_folded_and_undated_sources_have_a_column_of_their_own() -> None:
    scale = TimeScale.over(["2009-04", "2017", "2018-01-01", ""])
    assert [(s.first, s.last) for s in scale.stretches] == [(2009, 2009), (2010, 2016), (2017, 2017), (2018, 2018)]
    assert scale.place("2018-12-31") < scale.undated < scale.place("") < 1
    assert TimeScale.over(["2020"]).undated == 1


def test_what_is_not_known_of_a_date_is_put_in_the_middle() -> None:
    scale = TimeScale.over(["2020-01-01", "2020-12-31"])
    assert scale.place("2020") == pytest.approx(scale.place("2020-07-01"), abs=0.005)
    assert scale.place("2020-02") == pytest.approx(scale.place("2020-02-15"), abs=0.005)


# lanes


def test_lanes_stand_in_ledger_order_and_hold_every_source_once(qapp: object) -> None:
    sources, _ = many_sources(200)
    for mode in ("ledger", "family", "organisation"):
        lanes = lanes_of(sources, mode)
        assert sorted(place for lane in lanes for place in lane.members) == list(range(200))
        assert all(lane.title for lane in lanes)
    ledgers = [lane.key for lane in lanes_of(sources, "ledger")]
    assert ledgers[:3] == ["request", "contract", "weights"]
    assert ledgers[-1] == ""
    with pytest.raises(ValueError, match="colour"):
        lanes_of(sources, "colour")


def test_organisations_with_one_source_share_a_lane(qapp: object) -> None:
    sources, _ = many_sources(60)
    titles = [lane.title for lane in lanes_of(sources, "organisation")]
    assert {"One Lab", "Another Lab", "A University", "Others", "Not stated"} >= set(titles)
    assert titles[-2:] == ["Others", "Not stated"]


# positions


@pytest.mark.parametrize("count", SIZES)
def test_at_its_own_size_every_source_has_a_label_and_none_meets_another(dressed: object, count: int) -> None:
    scene = scene_of(count)
    layout = scene.layout
    area = QRectF(100, 30, layout.width + layout.overhang(layout.width), layout.rows * layout.metrics.row)
    view = scene.view(Camera.fitting(layout, area))
    assert len(view.labels) == count
    assert not any(label.short or label.left for label in view.labels.values())
    assert not boxes_meet([label.box for label in view.labels.values()])


def test_positions_do_not_depend_on_the_order_of_sources_nor_on_what_is_selected(dressed: object) -> None:
    sources, edges = many_sources(153)
    one, other = AtlasModel(), AtlasModel()
    one.set_library(sources, edges, frozenset())
    other.set_library(tuple(reversed(sources)), tuple(reversed(edges)), frozenset({"s0001"}))
    other.select("s0007")
    other.hidden = frozenset({"s0003", "s0009"})
    other.paths = (("s0001", "s0002"),)
    first, second = Scene(one).layout, Scene(other).layout
    assert first.x.tolist() == second.x.tolist()
    assert first.y.tolist() == second.y.tolist()


def test_sources_stand_inside_their_lanes(dressed: object) -> None:
    layout = scene_of(153).layout
    for band in layout.bands:
        assert all(band.top < layout.y[place] < band.bottom for place in band.lane.members)
    for one, other in pairwise(layout.bands):
        assert one.bottom == other.top


# what a camera sees


@QUICK
@given(
    st.sampled_from(SIZES),
    st.integers(300, 2600),
    st.integers(200, 1500),
    st.floats(1, 12),
    st.floats(-4000, 0),
    st.floats(-3000, 0),
    st.sampled_from(("", "s0005", "s0040")),
)
def test_labels_never_meet_and_are_never_cut(
    dressed: object, count: int, width: int, height: int, zoom: float, left: float, top: float, selected: str
) -> None:
    scene = _SCENES.setdefault(count, scene_of(count))
    scene.model.select(selected)
    area = QRectF(110, 30, width, height)
    camera = Camera.fitting(scene.layout, area).zoomed(zoom, area.center()).panned(QPointF(left, top))
    view = scene.view(camera)
    boxes = [label.box for label in view.labels.values()]
    assert not boxes_meet(boxes)
    assert all(area.adjusted(-1.1, -1.1, 1.1, 1.1).contains(box) for box in boxes)


_SCENES: dict[int, Scene] = {}


def test_the_camera_keeps_what_is_under_the_mouse_and_never_leaves_the_map(dressed: object) -> None:
    scene = scene_of(153)
    area = QRectF(100, 30, 900, 500)
    start = Camera.fitting(scene.layout, area)
    anchor = QPointF(620, 240)
    share, row = start.share_at(anchor.x()), start.row_at(anchor.y())
    near = start.zoomed(3, anchor)
    assert near.share_at(anchor.x()) == pytest.approx(share, abs=0.002)
    assert near.row_at(anchor.y()) == pytest.approx(row, abs=0.1)
    assert near.zoomed(1 / 3, anchor).zoom == pytest.approx(1)
    assert near.zoomed(1 / 100, anchor).zoom == 1
    assert near.zoomed(1000, anchor).zoom == near.nearest
    gone = near.panned(QPointF(1e6, -1e6))
    assert gone.x(0) == pytest.approx(area.left())
    assert gone.y(gone.rows) == pytest.approx(area.bottom(), abs=1)


# kin


def test_kin_are_counted_in_fewest_steps_and_cut_at_the_depth() -> None:
    sources, _ = many_sources(6)
    keys = [source.key for source in sources]
    pairs = ((1, 0), (2, 1), (3, 2), (3, 0), (4, 3), (5, 4))
    edges = [Edge(keys[new], keys[old], "uses", "", Basis.CITES, True) for new, old in pairs]
    model = AtlasModel()
    model.set_library(sources, [*edges, Edge(keys[5], "gone", "uses", "", Basis.CITES, True)], frozenset())
    model.select(keys[3])
    assert model.ancestors == {keys[2]: 1, keys[0]: 1, keys[1]: 2}
    assert model.descendants == {keys[4]: 1, keys[5]: 2}
    model.depth = 1
    model.find_kin()
    assert model.ancestors == {keys[2]: 1, keys[0]: 1}
    assert model.kin(keys[1]) is Kin.NONE
    assert model.kin(keys[4]) is Kin.CHILD
    model.direction = "ancestors"
    model.find_kin()
    assert model.descendants == {}
    assert model.all_descendants == {keys[4]: 1, keys[5]: 2}


def test_a_library_without_the_selected_source_selects_nothing() -> None:
    sources, edges = many_sources(20)
    model = AtlasModel()
    model.set_library(sources, edges, frozenset())
    model.select(sources[3].key)
    model.paths = ((sources[3].key, sources[4].key),)
    model.chosen = (sources[3].key, sources[5].key)
    model.set_library([source for source in sources if source is not sources[3]], edges, frozenset())
    assert (model.selected, model.paths, model.chosen) == ("", (), (sources[5].key,))


def test_long_titles_of_own_sources_are_shortened_on_the_map_only(dressed: object) -> None:
    sources, edges = many_sources(10)
    text = "A very long title " * 12
    long = replace(sources[0], name=replace(sources[0].name, en=text), title=text)
    model = AtlasModel()
    model.set_library([long, *sources[1:]], edges, frozenset())
    scene = Scene(model)
    assert scene.names[0].endswith("…")
    assert not any(boxes_meet([one, other]) for one, other in combinations(_boxes(scene), 2))


def _boxes(scene: Scene) -> list[QRectF]:
    area = QRectF(0, 0, 1600, 900)
    return [label.box for label in scene.view(Camera.fitting(scene.layout, area)).labels.values()]
