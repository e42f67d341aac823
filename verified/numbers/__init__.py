"""Exact values, balls with three-valued comparison, and float batches."""
