"""Hardware of the board: the pin map, the power model and the one module that imports CircuitPython."""
