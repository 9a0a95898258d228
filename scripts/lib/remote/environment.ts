// Limits which variables child processes inherit. Other variables of the platform could make its tool use another account, and only the
// child that needs a secret may get it.

const ALLOWED = new Set(
  [
    ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "CI", "NO_COLOR"],
    ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
    ["SYSTEMROOT", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA"],
  ].flat(),
);

const isAllowed = (name: string): boolean => ALLOWED.has(name.toUpperCase()) || /^(LC_|XDG_)[A-Z_]+$/.test(name);

/** Removes all other variables from this process, so that no child inherits them, and returns the original ones. Call before any child starts. */
export function takeEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string | undefined> {
  const taken = { ...env };
  for (const name of Object.keys(env)) if (!isAllowed(name)) delete env[name];
  return taken;
}
