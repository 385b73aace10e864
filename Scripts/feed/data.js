// The messages and the pictures of the feed, generated from a fixed seed so that all runs show the same ones.

let state = 2017;

/** The next number from 0 to 1 of a linear congruential generator. */
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

const below = limit => Math.floor(random() * limit);

const words = `coffee morning river tomorrow because window garden answer little evening thank you never mind
  picture station always see people there about under water quite good idea train late again`.split(/\s+/);

/** A text of about the given number of characters. */
function text(length) {
  let text = "";
  while (text.length < length) text += (text ? " " : "") + words[below(words.length)];
  return text;
}

export const pictureCount = 16;
const animationCount = 4;

/** 500 messages: a quarter has one to three pictures, the others have text of three lengths. */
export const messages = Array.from({ length: 500 }, (_, id) => {
  const direction = random() < 0.5 ? "in" : "out";
  if (random() >= 0.25) return { id, direction, text: text([16, 50, 80][below(3)]) };
  return { id, direction, pictures: Array.from({ length: 1 + below(3) }, () => below(pictureCount + animationCount)) };
});

/** A JPEG picture with many shapes. */
async function picture(side) {
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d");
  for (let shape = 0; shape < 80; shape++) {
    context.fillStyle = `hsl(${below(360)} 60% ${30 + below(50)}%)`;
    const [x, y, size] = [random() * side, random() * side, side / (1 + shape / 8)];
    context.fillRect(x - size / 2, y - size / 2, size, size * (0.5 + random()));
  }
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}

/** An animated GIF of ten frames per second with moving stripes; its data is not compressed. */
function animation(side) {
  const [bytes, hue, colors] = [[], below(256), 128];
  const short = value => bytes.push(value & 255, value >> 8);
  bytes.push(...new TextEncoder().encode("GIF89a"));
  short(side);
  short(side);
  bytes.push(0b1_000_0_110, 0, 0);
  for (let color = 0; color < colors; color++) bytes.push(hue, color * 2, 255 - color);
  bytes.push(0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0);
  for (let frame = 0; frame < 6; frame++) {
    bytes.push(0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0);
    short(side);
    short(side);
    bytes.push(0, 7);
    // Codes of 8 bits: a clear code before the 127th color keeps them from becoming longer.
    const codes = [];
    for (let pixel = 0; pixel < side * side; pixel++) {
      if (pixel % 120 === 0) codes.push(colors);
      codes.push((pixel % side + Math.floor(pixel / side) + frame * 20) % colors);
    }
    codes.push(colors + 1);
    for (let start = 0; start < codes.length; start += 255) {
      const block = codes.slice(start, start + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  }
  bytes.push(0x3b);
  return new Blob([new Uint8Array(bytes)], { type: "image/gif" });
}

/** The pictures by id, the still ones first. */
export async function makePictures(side) {
  const blobs = [];
  for (let id = 0; id < pictureCount; id++) blobs.push(await picture(side));
  for (let id = 0; id < animationCount; id++) blobs.push(animation(180));
  return blobs;
}
