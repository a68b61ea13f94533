"""Pages that other sites may show in a frame, and the oEmbed endpoint that describes them."""
