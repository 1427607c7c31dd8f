"""The commands of `lightpeg`, a module each: `register(app)` adds what is in it to the command line."""
