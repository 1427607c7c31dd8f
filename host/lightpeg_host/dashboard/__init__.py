"""The dashboard: live boards, history, statistics and variants as pages in the browser.

`drawn` and `charts` say what is shown and know no web; `guard` says who may see it; the modules named `*_page` build
the pages with NiceGUI, which only the command `dashboard` imports.
"""
