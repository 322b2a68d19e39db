"""What is drawn of a run, before any format."""

from visualizer.picture.model import Picture as Picture
