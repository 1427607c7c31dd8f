"""The page of a board: shows its panel in a browser and passes on what is pressed and slid there."""
