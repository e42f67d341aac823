"""The second checker of stored evidence: `python -m recheck FILE…`. It shares no code with the
package `verified`, and uses Python's standard library alone."""
