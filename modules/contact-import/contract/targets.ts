// What a column of a CSV file can be, and what is suggested by its heading. Browser-safe.

export const PLAIN_TARGETS = ["id", "name", "first_name", "last_name", "email", "external_id", "phone", "company", "note"] as const;
export type PlainTarget = (typeof PLAIN_TARGETS)[number];
/** A field of contacts, or one of their attributes by its key. */
export type Target = PlainTarget | `attribute:${string}`;
export const attributeOf = (target: string): string | undefined => /^attribute:(.+)$/s.exec(target)?.[1];
/** The attribute that a column of phone numbers goes into. */
export const PHONE = "phone";

/** Headings of columns in English, German and Arabic, as other programs write them. */
const HEADINGS: Readonly<Record<PlainTarget, RegExp>> = {
  id: /^(contact id|kontakt ?id)$/,
  email: /^(e ?mail|e ?mail ?(address|adresse)|mail|mailadresse|البريد الإلكتروني|الإيميل)( 1)?( value)?$/,
  name: /^(full ?name|name|contact( ?name)?|display ?name|person|kontakt|ansprechpartner|vollständiger name|vor ?und nachname|kundenname|الاسم|الاسم الكامل|اسم العميل)$/,
  first_name: /^(first ?name|given ?name|forename|vorname|الاسم الأول)$/,
  last_name: /^(last ?name|family ?name|surname|nachname|familienname|zuname|اسم العائلة|الاسم الأخير|اللقب)$/,
  external_id:
    /^(external ?id|externe ?id|user ?id|customer ?id|customer ?(number|no)|kunden ?(id|nummer|nr)|benutzer ?id|identifier|id|nummer)$/,
  phone:
    /^(phone|phone ?number|telephone|tel|mobile|mobile ?phone|cell|telefon|telefonnummer|handy|mobil|mobilnummer|rufnummer|الهاتف|رقم الهاتف|الجوال|رقم الجوال)( 1)?( value)?$/,
  company:
    /^(company|company ?name|organi[sz]ation|organisation|account ?name|employer|firma|firmenname|unternehmen|arbeitgeber|الشركة|اسم الشركة)$/,
  note: /^(notes?|comments?|remarks?|notiz|notizen|bemerkung|bemerkungen|kommentar|anmerkung|ملاحظة|ملاحظات)$/,
};
const plain = (heading: string): string =>
  heading
    .slice(0, 100)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s_.:*-]+/g, " ")
    .trim();

/** By the headings, each target once. An attribute is found by its key or label. */
export function suggest(
  headings: readonly string[],
  attributes: readonly { readonly key: string; readonly label: string; readonly archived: boolean }[],
): (Target | null)[] {
  const taken = new Set<Target>();
  const once = (target: Target | undefined): Target | null => {
    if (target === undefined || taken.has(target)) return null;
    taken.add(target);
    return target;
  };
  const open = attributes.filter(({ archived }) => !archived);
  const suggested = headings.map((heading): Target | null => {
    const name = plain(heading);
    const byKey = open.find(({ key }) => heading.endsWith(`(${key})`) || heading === key);
    if (byKey && byKey.key !== PHONE) return once(`attribute:${byKey.key}`);
    const field = PLAIN_TARGETS.find((one) => HEADINGS[one].test(name));
    const byLabel = open.find(({ label }) => name !== "" && plain(label) === name);
    // Some keep the parts of a name as attributes.
    const isOwn = byLabel !== undefined && (field === "first_name" || field === "last_name");
    if (field !== undefined && !isOwn) return once(field);
    return once(byLabel && (byLabel.key === PHONE ? "phone" : `attribute:${byLabel.key}`));
  });
  // Beside a first name, what is called only "name" is the last name.
  return taken.has("first_name") && !taken.has("last_name")
    ? suggested.map((target, at) => (target === "name" && plain(headings[at] ?? "") === "name" ? "last_name" : target))
    : suggested;
}
