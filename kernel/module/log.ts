// Structured logs: one JSON line with the request id. Never bodies, tokens, addresses or text that people wrote.
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export interface Log {
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, error: unknown, fields?: Fields): void;
}

/** A log that adds the request id to every line. */
export function makeLog(requestId: string): Log {
  const line = (level: string, message: string, fields: Fields): string => JSON.stringify({ level, message, requestId, ...fields });
  return {
    info: (message, fields = {}) => console.debug(line("info", message, fields)),
    warn: (message, fields = {}) => console.warn(line("warn", message, fields)),
    error: (message, error, fields = {}) => {
      const shown = error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) };
      console.error(line("error", message, { ...fields, ...shown }));
    },
  };
}
