// The languages of help pages and widget.
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "ja", "ar"];
