// Stub that plain Node loads as `#messages` and `#messages/runtime`: every sentence is its key.
export const m: Readonly<Record<string, () => string>> = new Proxy({}, { get: (_, key) => () => String(key) });
export const getLocale = (): string => "en";
