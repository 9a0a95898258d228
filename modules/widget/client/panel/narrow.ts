// Whether the panel fills the screen, and the part that then holds the page behind it still.
import { fetched } from "../api.ts";
import { later } from "./later.ts";

export const narrow = matchMedia("(max-width:480px)");
export const modalPart = later(() => fetched("@modal", () => import("../later/modal.ts")));
