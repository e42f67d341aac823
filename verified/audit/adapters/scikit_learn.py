"""scikit-learn's mutual informations by our parameters. Run in its own environment."""

from importlib.metadata import version

import numpy
from sklearn import metrics

VERSION = version("scikit-learn")


def mutual_info(a, b, c, d):
    """I(X;Y) of counts."""
    table = numpy.array([[int(a), int(b)], [int(c), int(d)]])
    return metrics.mutual_info_score(None, None, contingency=table)


def labelled(score):
    """A score of two labellings with these counts of pairs."""

    def called(a, b, c, d):
        counts = [int(part) for part in (a, b, c, d)]
        one = numpy.repeat([0, 0, 1, 1], counts)
        two = numpy.repeat([0, 1, 0, 1], counts)
        return score(one, two)

    return called


FUNCTIONS = {
    "mutual_info_score": mutual_info,
    "normalized": labelled(metrics.normalized_mutual_info_score),
    "homogeneity": labelled(metrics.homogeneity_score),
    "completeness": labelled(metrics.completeness_score),
    "v_measure": labelled(metrics.v_measure_score),
    "adjusted": labelled(metrics.adjusted_mutual_info_score),
}
