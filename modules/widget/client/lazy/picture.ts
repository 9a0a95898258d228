// Draws images on a canvas, because the page's `img-src` may forbid foreign hosts and blob URLs.

/** Draws an image into a canvas, at most `box` px in either direction. */
export async function draw(canvas: HTMLCanvasElement, picture: Blob, box: number): Promise<void> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, box / bitmap.width, box / bitmap.height);
  const sharp = Math.min(2, devicePixelRatio || 1, 1 / scale);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  canvas.width = Math.max(1, Math.round(width * sharp));
  canvas.height = Math.max(1, Math.round(height * sharp));
  canvas.style.width = `${width}px`;
  canvas.style.aspectRatio = `${width} / ${height}`;
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}

/** Draws the image once the canvas scrolls into view; its class `wait` becomes `ready`. An image that cannot be loaded is not shown. */
export function drawInSight(canvas: HTMLCanvasElement, bytes: () => Promise<Blob>, box: number): () => void {
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    bytes()
      .then((picture) => draw(canvas, picture, box))
      .then(
        () => canvas.classList.replace("wait", "ready"),
        () => (canvas.hidden = true),
      );
  });
  sight.observe(canvas);
  return () => sight.disconnect();
}
