// The cells of the feed: views of one message each.

import { pictureCount } from "./data.js";

function element(name, parent, tag = "div") {
  const element = document.createElement(tag);
  element.className = name;
  parent?.append(element);
  return element;
}

export const pictureSide = message => message.pictures.length === 1 ? 180 : 90;
const plainText = message => message.text ?? `Message ${message.id} with pictures`;

/** A line of text: the best case. */
export class PlainCell {
  view = element("row plain");

  show(message) { this.view.textContent = plainText(message); }
}

/** A line of text that a worker draws into a bitmap. */
export class DrawnCell {
  static #waiting = new Map();
  static #worker;
  #message;
  view = element("row", null, "canvas");

  constructor() {
    [this.view.width, this.view.height] = [innerWidth * devicePixelRatio, 44 * devicePixelRatio];
    this.context = this.view.getContext("bitmaprenderer");
    DrawnCell.#worker ??= DrawnCell.#startWorker();
  }

  static #startWorker() {
    const worker = new Worker("drawing.js");
    worker.onmessage = ({ data: { id, bitmap } }) => {
      const cell = DrawnCell.#waiting.get(id);
      DrawnCell.#waiting.delete(id);
      if (cell?.#message === id) cell.context.transferFromImageBitmap(bitmap);
    };
    return worker;
  }

  show(message) {
    this.#message = message.id;
    DrawnCell.#waiting.set(message.id, this);
    const { width, height } = this.view;
    DrawnCell.#worker.postMessage({ id: message.id, text: plainText(message), width, height, scale: devicePixelRatio });
  }
}

/** The addresses of pictures: the originals, or copies in the displayed size, which are made on first use. */
export class Pictures {
  #copies = new Map();

  constructor(blobs, areSized) {
    this.blobs = blobs;
    this.areSized = areSized;
    this.urls = blobs.map(blob => URL.createObjectURL(blob));
  }

  show(id, image, side) {
    if (image.pictureId === id) return;
    image.pictureId = id;
    if (!this.areSized || id >= pictureCount) {
      image.src = this.urls[id];
      return;
    }
    image.removeAttribute("src");
    const key = `${id} ${side}`;
    if (!this.#copies.has(key)) this.#copies.set(key, this.#copy(id, side * devicePixelRatio));
    this.#copies.get(key).then(url => { if (image.pictureId === id) image.src = url; });
  }

  async #copy(id, side) {
    const options = { resizeWidth: side, resizeHeight: side, resizeQuality: "medium" };
    const canvas = new OffscreenCanvas(side, side);
    canvas.getContext("bitmaprenderer").transferFromImageBitmap(await createImageBitmap(this.blobs[id], options));
    return URL.createObjectURL(await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 }));
  }
}

/** Creates its subviews for each message, and positions them one by one: each position depends on measured sizes. */
export class ConstraintCell {
  view = element("row");

  constructor(pictures) { this.pictures = pictures; }

  show(message) {
    this.message = message;
    this.view.className = `row ${message.direction}`;
    this.view.replaceChildren();
    if (message.text !== undefined) {
      const bubble = element("bubble text", this.view);
      element("words", bubble).textContent = message.text;
      return;
    }
    for (const id of message.pictures) {
      const image = element("", element("bubble", this.view), "img");
      image.decoding = "sync";
      this.pictures.show(id, image, pictureSide(message));
    }
  }

  layOut() {
    let x = 10;
    const side = this.message.direction === "in" ? "left" : "right";
    for (const bubble of this.view.children) {
      const content = bubble.firstChild;
      if (this.message.pictures) content.style.width = content.style.height = `${pictureSide(this.message)}px`;
      bubble.style.width = "auto";
      bubble.style.height = "auto";
      bubble.style.width = `${content.getBoundingClientRect().width}px`;
      bubble.style.height = `${content.offsetHeight}px`;
      bubble.style[side] = `${x}px`;
      x += bubble.offsetWidth + 10;
    }
    this.view.style.height = `${this.view.firstChild.offsetHeight + 10}px`;
  }

  get height() {
    this.layOut();
    return this.view.offsetHeight;
  }
}

/** A cell for one direction and number of pictures; its subviews and their positions never change. */
export class StaticCell {
  constructor(pictures, kind) {
    const [direction, count] = kind.split(" ");
    this.pictures = pictures;
    this.view = element(`row ${direction}`);
    if (count === "0") this.words = element("words", element("bubble text", this.view));
    this.side = count === "1" ? 180 : 90;
    this.images = Array.from({ length: Number(count) }, (_, index) => {
      const bubble = element("bubble", this.view);
      bubble.style[direction === "in" ? "left" : "right"] = `${10 + index * (this.side + 10)}px`;
      const image = element("", bubble, "img");
      image.decoding = pictures.areSized ? "async" : "sync";
      image.style.width = image.style.height = `${this.side}px`;
      return image;
    });
  }

  show(message) {
    if (this.words) this.words.textContent = message.text;
    this.images.forEach((image, index) => this.pictures.show(message.pictures[index], image, this.side));
  }

  get height() { return this.view.firstChild.offsetHeight + 10; }
}
