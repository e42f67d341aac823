"""What each quantity means: formulas written once, over a namespace of numbers."""
