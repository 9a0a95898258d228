// Draws a card on a canvas: name and logo of the help center above, the title below.
import { onColorOf } from "#kernel/wire/color.ts";
import { type CardDesign, CARD_SIZE } from "../../contract.ts";
import { directionOf, layoutTitle } from "./layout.ts";

export interface Drawing {
  readonly title: string;
  readonly locale: string;
  /** The help center's name. */
  readonly name: string;
  readonly design: CardDesign;
  /** Six-digit hex. */
  readonly color: string;
  /** The address of the logo. */
  readonly logo: string | null;
}

const MARGIN = 84;
const FAMILY = '"Inter Variable", system-ui, sans-serif';
const LINE = 1.18;
const LOGO = { height: 64, width: 420 } as const;
const NAME = 34;
const BAR = 20;
const GROUNDS = {
  light: { ground: "#ffffff", text: "#16181d" },
  dark: { ground: "#14161b", text: "#f4f5f7" },
} as const;

/** Rejects if the logo can't be read, or if the browser makes no PNG. */
export async function drawCard({ title, locale, name, design, color, logo }: Drawing): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, CARD_SIZE);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("there is no canvas");
  const { ground, text } = design === "color" ? { ground: color, text: onColorOf(color) } : GROUNDS[design];
  const fontOf = (size: number, weight: number): string => `${weight} ${size}px ${FAMILY}`;
  // A canvas doesn't wait for a typeface; what it can't load is drawn in the system's.
  await Promise.all([700, 600].map((weight) => document.fonts.load(fontOf(40, weight), title + name).catch(() => [])));
  const image = logo === null ? undefined : await readImage(logo);
  const { width, height } = CARD_SIZE;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  if (design !== "color") {
    pen.fillStyle = color;
    pen.fillRect(0, height - BAR, width, BAR);
  }
  pen.textBaseline = "alphabetic";

  const direction = directionOf(title);
  pen.direction = direction;
  pen.textAlign = "start";
  const start = direction === "rtl" ? width - MARGIN : MARGIN;
  const towards = direction === "rtl" ? -1 : 1;
  if (image) {
    const scale = Math.min(LOGO.height / image.height, LOGO.width / image.width);
    const [w, h] = [image.width * scale, image.height * scale];
    const left = direction === "rtl" ? start - w : start;
    // Logos are made for light backgrounds.
    if (design !== "light") {
      pen.fillStyle = "#ffffff";
      pen.beginPath();
      pen.roundRect(left - 16, MARGIN - 16, w + 32, h + 32, 14);
      pen.fill();
    }
    pen.drawImage(image, left, MARGIN, w, h);
    image.close();
  } else {
    pen.fillStyle = design === "color" ? text : color;
    pen.beginPath();
    pen.roundRect(direction === "rtl" ? start - 12 : start, MARGIN, 12, 44, 6);
    pen.fill();
    pen.fillStyle = text;
    pen.font = fontOf(NAME, 600);
    pen.fillText(fitted(pen, name, width - 2 * MARGIN - 32), start + towards * 32, MARGIN + 34);
  }

  const measure = (line: string, size: number): number => {
    pen.font = fontOf(size, 700);
    return pen.measureText(line).width;
  };
  const { lines, size } = layoutTitle(title, locale, width - 2 * MARGIN, measure);
  pen.font = fontOf(size, 700);
  pen.fillStyle = text;
  const bottom = height - MARGIN - (design === "color" ? 0 : BAR);
  for (const [i, line] of lines.entries()) pen.fillText(line, start, bottom - (lines.length - 1 - i) * size * LINE - size * 0.2);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no PNG"))), "image/png"),
  );
}

/** A text that is cut at the width. */
function fitted(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && pen.measureText(`${characters.join("")}…`).width > width) characters.pop();
  return `${characters.join("")}…`;
}
async function readImage(url: string): Promise<ImageBitmap> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the logo could not be read: ${answer.status}`);
  return await createImageBitmap(await answer.blob());
}
