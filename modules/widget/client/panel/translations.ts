// Looks up translations, with placeholders and plural forms. A dictionary is a plain object, so another language is another object.

export type Plural = { readonly other: string } & { readonly [K in Intl.LDMLPluralRule]?: string };
export type Dictionary = Readonly<Record<string, string | Plural>>;

/** Makes a function that translates a key of the dictionary: `{name}` is replaced, plural forms follow `count`. */
export function translations<D extends Dictionary>(dictionary: D) {
  return (locale: string, key: keyof D & string, values: Record<string, string | number> = {}): string => {
    const entry = dictionary[key] as string | Plural;
    const text = typeof entry === "string" ? entry : (entry[new Intl.PluralRules(locale).select(Number(values["count"]))] ?? entry.other);
    return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
  };
}
