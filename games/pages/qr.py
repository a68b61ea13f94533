"""QR codes of links, for the camera of a phone."""

import qrcode
from django.http import HttpResponse
from qrcode.image.svg import SvgPathFillImage


def qr_of(link: str) -> HttpResponse:
    picture = qrcode.make(link, image_factory=SvgPathFillImage)
    return HttpResponse(picture.to_string(), content_type="image/svg+xml")
