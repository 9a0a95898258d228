// The server face of profiles, for the widget: a visit may start a context run.
export { writeRunForVisit } from "./runs/automatic-runs.ts";
