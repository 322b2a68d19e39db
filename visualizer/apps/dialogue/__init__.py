"""Line mode: dialogues in lines of words, for screen readers, plain terminals and pipes."""
