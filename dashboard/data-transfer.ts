// The files of what was pasted or dropped.
/** The files of a paste or drop; empty if there are none. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
/** The files of a paste. Office programs add a picture of the words that they copy: then the words are what is pasted. */
export const pastedFiles = (data: DataTransfer | null): File[] => (data && hasWords(data) ? [] : filesOf(data));
// A copied picture of a web page has HTML without words; a copied file has its name as plain text, and no HTML.
const hasWords = (data: DataTransfer): boolean =>
  data.getData("text/plain").trim() !== "" &&
  data
    .getData("text/html")
    .replaceAll(/<[^<>]*>/g, "")
    .trim() !== "";
