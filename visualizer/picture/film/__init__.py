"""Films: pictures of a run over some of its steps, and exercises with their solutions."""

from visualizer.picture.film.frames import Film as Film
