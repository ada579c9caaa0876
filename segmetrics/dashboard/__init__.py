"""The parts of the dashboard that its pages share; the only place that imports streamlit."""
