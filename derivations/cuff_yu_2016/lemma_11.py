"""Lemma 11 of Appendix D: conditional entropy is continuous; equations (107), (122) to (125)."""
