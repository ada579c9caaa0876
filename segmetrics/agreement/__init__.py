"""Agreement of coders: observed and expected agreement, coefficients, tables."""
