// The picture of the podium is sent as a file: its page may be shut to those who get it.
import { offer, share } from "../core/copying.js";
import { find } from "../core/dom.js";

const button = find("share-picture");

/** As PNG, which every program shows. @param {string} address of an SVG @param {string} name */
async function pictureOf(address, name) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new File([await canvas.convertToBlob()], name, { type: "image/png" });
}

button.addEventListener("click", async () => {
  const { sharePicture = "", name = "" } = button.dataset;
  const address = new URL(sharePicture, location.href).href;
  try {
    await share({ files: [await pictureOf(address, name)] }, address);
  } catch {
    offer(address); // the picture could not be made
  }
});
button.hidden = !navigator.canShare?.({ files: [new File([], "podium.png", { type: "image/png" })] });
