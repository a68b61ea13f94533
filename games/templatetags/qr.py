"""QR codes of pages."""

from django import template
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from qrcode import QRCode

from warsite.addresses import address_for_others

register = template.Library()


@register.simple_tag
def qr(request: HttpRequest, path: str) -> SafeString:
    """The QR code of a page's address as an SVG."""
    return drawn(address_for_others(request, path))


def drawn(address: str) -> SafeString:
    """An SVG without a style of its own: black on white, as scanners expect.  It uses one fixed
    mask, because comparing all eight takes eight times as long."""
    code = QRCode(border=3, mask_pattern=2)
    code.add_data(address)
    rows = code.get_matrix()
    path_data = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    markup = (
        '<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
        ' aria-hidden="true" focusable="false">'
        '<rect width="{size}" height="{size}" fill="#fff"/><path d="{data}" fill="#000"/></svg>'
    )
    return format_html(markup, size=len(rows), data=path_data)
