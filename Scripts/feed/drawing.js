// Draws lines of text for DrawnCell, in a worker.

onmessage = ({ data: { id, text, width, height, scale } }) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false });
  context.scale(scale, scale);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  context.font = '14px "DejaVu Sans", sans-serif';
  context.textBaseline = "middle";
  context.fillText(text, 15, 22);
  const bitmap = canvas.transferToImageBitmap();
  postMessage({ id, bitmap }, [bitmap]);
};
