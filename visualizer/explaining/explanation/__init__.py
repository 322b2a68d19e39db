"""What happens in a step, and why, in sentences."""
