// Decides how names of teams compare. Pure.

/** What makes two names the same: neither case, nor width, nor spaces. */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
