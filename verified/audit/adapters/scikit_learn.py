"""scikit-learn's mutual information by our parameters. Run in its own environment."""

from importlib.metadata import version

import numpy
from sklearn.metrics import mutual_info_score

VERSION = version("scikit-learn")


def mutual_info(a, b, c, d):
    """I(X;Y) of counts."""
    table = numpy.array([[int(a), int(b)], [int(c), int(d)]])
    return mutual_info_score(None, None, contingency=table)


FUNCTIONS = {"mutual_info_score": mutual_info}
