"""What a person sees and does: game state to pixels, buttons and sliders to intentions. Pure."""
