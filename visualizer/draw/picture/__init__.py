"""What is drawn of a run, before any format."""

from visualizer.draw.picture.model import Picture as Picture
