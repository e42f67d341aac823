"""Sheets as SVG: well formed, each mark where its value is, nothing that names an address."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from verified.drawing.sheets import Bars, Line, Panel, Points, Shades, Sheet
from verified.drawing.svg import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, svg

INNER = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM)


def of(*panels, **told):
    return ElementTree.fromstring(svg(Sheet("a/b", "a <title>", (panels,), **told)))


def marks(drawn, kind):
    return [node.get("d") for node in drawn.iter("path") if kind in node.get("class", "").split()]


def test_it_says_in_words_what_it_shows():
    drawn = of(Panel("A & B", (Line("c < d", (0.0, 1.0), (0.0, 1.0), (0.0, 1.0)),)))
    assert drawn.get("role") == "img"
    assert drawn.findtext("title") == "a/b: a <title>"
    told = [node.text for node in drawn.iter("text")]
    assert {"A & B", "c < d"} <= set(told)


@pytest.mark.parametrize("logs", ["", "x", "y", "xy"])
def test_curves_go_from_corner_to_corner(logs):
    ends = (0.01, 1.0)
    drawn = of(Panel("", (Line("", ends, ends, ends),), logs=logs))
    (path,) = marks(drawn, "curve")
    start, step = re.fullmatch(r"M([\d.,-]+)l([\d.,-]+)", path).groups()
    numbers = [float(one) for one in re.findall(r"-?[\d.]+", f"{start} {step}")]
    # Logarithmic axes and those of values have some room at their ends.
    assert numbers[0] == pytest.approx(0, abs=0.04 * INNER[0])
    assert numbers[0] + numbers[2] == pytest.approx(INNER[0], abs=0.04 * INNER[0])
    assert numbers[1] == pytest.approx(INNER[1], abs=0.07 * INNER[1])
    assert numbers[1] + numbers[3] == pytest.approx(0, abs=0.07 * INNER[1])


def test_points_are_where_their_values_are():
    points = Points("met", (0.0, 5.0, 10.0), (0.0, 1.0, 2.0), kind="strong")
    drawn = of(Panel("", (points,)))
    # The first is the legend's.
    path = max(marks(drawn, "strong"), key=len)
    places = [tuple(map(float, one)) for one in re.findall(r"M(-?[\d.]+),(-?[\d.]+)h0", path)]
    assert [x for x, _ in places] == [0, INNER[0] / 2, INNER[0]]
    assert places[0][1] > places[1][1] > places[2][1]


def test_what_has_no_logarithm_is_left_out_or_at_the_edge():
    line = Line("", (0.0, 1.0, 10.0), (0.0, 1.0, 10.0), (0.0, 1.0, 10.0))
    drawn = of(Panel("", (line, Points("", (0.0,), (0.0,))), logs="xy"))
    assert "nan" not in ElementTree.tostring(drawn, encoding="unicode")
    (path,) = marks(drawn, "curve")
    assert path.count("l") == 1


def test_one_value_alone_has_an_axis():
    for logs in ("", "xy"):
        drawn = of(Panel("", (Points("", (2.0,), (3.0,)),), logs=logs))
        assert "nan" not in ElementTree.tostring(drawn, encoding="unicode")


def test_the_reach_of_an_axis_is_kept():
    line = Line("", (4.0, 6.0), (0.0, 1.0), (0.0, 1.0))
    (path,) = marks(of(Panel("", (line,), reach=(0.0, 10.0))), "curve")
    assert float(re.match(r"M([\d.]+)", path)[1]) == pytest.approx(0.4 * INNER[0], abs=0.1)


def test_bars_are_as_high_as_they_say():
    drawn = of(Panel("", (Bars("p", ("0", "1"), (0.25, 0.75)), Bars("q", ("0", "1"), (0.5, 0.5)))))
    heights = [float(node.get("height")) for node in drawn.iter("rect")]
    assert heights[1] == pytest.approx(3 * heights[0], abs=0.3)
    assert heights[2] == pytest.approx(2 * heights[0], abs=0.3)


def test_shades_tell_their_cells():
    drawn = of(Panel("", (Shades("W", ((1.0, 0.0), (0.5, 0.5))),)))
    fills = [node.get("fill") for node in drawn.iter("rect")]
    assert fills[0] != fills[1]
    assert fills[2] == fills[3]
    cells = [node.text for node in drawn.iter("text") if node.get("class") == "cell"]
    assert cells == ["1", "0", "0.5", "0.5"]


def test_a_column_of_panels_stands_side_by_side_and_no_sheet_is_empty():
    line = Line("", (0.0, 1.0), (0.0, 1.0), (0.0, 1.0))
    sheet = Sheet("a/b", "t", ((Panel("", (line,)),), (Panel("", (line,)),)))
    assert ElementTree.fromstring(svg(sheet)).get("width") == str(2 * WIDTH)
    with pytest.raises(ValueError, match="shows nothing"):
        svg(Sheet("a/b", "t", ((),)))
