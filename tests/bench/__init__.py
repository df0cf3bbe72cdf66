"""Measurements (`make bench`), printed as ratios made in one run where that is possible.

Every module measures one thing and returns `Measure`s; what is aimed at stands beside each.
"""
