"""What is printed of the data sets and of Fig. 1; `verified figure` gives the data of the plots."""

from __future__ import annotations

from verified.language import Term, equals
from verified.papers.ding_2024.common import paper
from verified.syntax.terms import number

# Records by race in the file `adult.data`, as the shipped table counts them: Amer-Indian-Eskimo,
# Asian-Pac-Islander, Black, Other, White.
ADULT_RECORDS = (311, 1039, 3124, 271, 27816)
# Patients in the processed Hungarian data; of 271 the cholesterol is recorded.
HUNGARIAN_PATIENTS = 294


def _records(counts: tuple[int, ...]) -> Term:
    return sum((number(count) for count in counts[1:]), number(counts[0]))


paper.claim(
    "adult-size",
    at="Section V",
    then=equals(_records(ADULT_RECORDS), 32652),
    note="On the left, the records by race of the repository's file adult.data, 32,561 in all. The "
    "printed number interchanges two digits.",
)
paper.claim(
    "hungarian-size",
    at="Section V",
    then=equals(number(HUNGARIAN_PATIENTS), 293),
    note="On the left, the patients of the repository's processed file. Of 271 of them the "
    "cholesterol is recorded.",
)

scale = number(4)
second_parameter = number(8)
paper.claim(
    "figure-1-numbers",
    at="Fig. 1",
    then=equals(2 * scale**2, second_parameter),
    reading="second-parameter-variance",
    readings={
        "second-parameter-deviation": {"then": equals(2 * scale**2, second_parameter**2)},
    },
    note="The variances of L(4), on the left, and of G(0, 8), whose second parameter the paper "
    "takes for a variance in the notation and for a standard deviation in Theorem 1. The maxima "
    "0.2992 and 0.0156 that the caption prints are of laws whose means and variances the text "
    "doesn't give; with Gaussian noise and unequal variances the log ratio has no maximum on the "
    "line.",
)
