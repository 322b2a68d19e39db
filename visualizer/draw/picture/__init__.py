"""Pictures of runs, before any format."""

from visualizer.draw.picture.model import Picture as Picture
