// Numbers and dates stand among words, so they are written in the words' language: the page's own, as this reader writes it.
const { lang } = document.documentElement;

/** "en-GB" for a reader of English from there, plain "en" for one who reads no English elsewhere. */
export const locale = navigator.languages.find((one) => one.startsWith(`${lang}-`)) ?? lang;
