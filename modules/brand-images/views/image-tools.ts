// Tools with which other screens cut an image out and put words over it.
export { CropField } from "./crop-field.tsx";
export { WHOLE } from "./drawing/crop.ts";
export { cutImage } from "./drawing/cut-image.ts";
export { directionOf, layoutTitle } from "./drawing/layout.ts";
