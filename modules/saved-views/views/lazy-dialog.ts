// The dialog of a view, loaded when it opens.
import { lazy } from "react";

export const ViewDialog = lazy(async () => ({ default: (await import("./view-dialog.tsx")).ViewDialog }));
