"""Pictures of pages for links that people send: 1200 x 630 pixels, as PNG."""
