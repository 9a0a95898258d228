// Stub that plain Node loads as `#messages` and `#messages/runtime`: every sentence is its key.
export const m: Readonly<Record<string, () => string>> = new Proxy({}, { get: (_, key) => () => String(key) });
export const getLocale = (): string => "en";
/** Nothing chooses a language here. */
export const overwriteGetLocale = (): void => undefined;
