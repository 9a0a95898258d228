// Loads the formatted field, once.
import type * as Rich from "./rich-field.tsx";

export type RichFields = typeof Rich;
let loading: Promise<RichFields> | undefined;
let loaded: RichFields | undefined;

/** The field, if its code is here already. */
export const richField = (): RichFields | undefined => loaded;

/** The code of the field. Rejects if it can't be loaded; asking again tries again. */
export const loadRichField = (): Promise<RichFields> =>
  (loading ??= import("./rich-field.tsx").then(
    (rich) => (loaded = rich),
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  ));
