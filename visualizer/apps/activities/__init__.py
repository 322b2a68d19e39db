"""What a person does, without how it is shown: its state, what can be done, what is said; `tick` lets time pass."""
