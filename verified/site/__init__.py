"""The report as a static site: pages of HTML that need no network and no server."""
