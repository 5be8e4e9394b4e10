"""What the operator sees and does; the doctor and the metrics."""
