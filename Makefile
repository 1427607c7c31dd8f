# make play: play on the virtual board.  make test: everything that can be tested on this machine.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/ready
# An environment that is there and works is kept, whichever Python made it.
USABLE := $(PY) -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))'

.PHONY: install venv play test lint pico pictures clean

install: $(READY)

$(READY): pyproject.toml
	@$(USABLE) 2>/dev/null || $(MAKE) --no-print-directory venv
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet --editable '.[test,pico]'
	touch $(READY)

# Made anew, not over the old one: two Pythons in one folder do not work.
venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Lightpeg needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python cannot make a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)

play: $(READY)
	$(VENV)/bin/lightpeg play

test: $(READY)
	$(PY) -m pytest

lint: $(READY)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy --config-file mypy.ini
	$(VENV)/bin/mypy --config-file firmware/mypy.ini

# Needs a CircuitPython image: make pico CIRCUITPYTHON_UF2=path/to/adafruit-circuitpython-raspberry_pi_pico.uf2
pico: $(READY)
	@test -n "$$CIRCUITPYTHON_UF2" || { echo "Set CIRCUITPYTHON_UF2 to a CircuitPython 10 image for raspberry_pi_pico"; exit 1; }
	$(PY) -m pytest tests/pico -n 2
	$(PY) tests/pico/figures.py

pictures: $(READY)
	$(PY) docs/draw_pictures.py
	LIGHTPEG_SCREENSHOT=docs/pictures/board-in-browser.png $(PY) -m pytest -q tests/browser -k picture_shows
	LIGHTPEG_PICTURES=docs/pictures $(PY) -m pytest -q tests/browser/test_dashboard_pictures.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
