// Texts of public pages in the first four languages, and their common type.
import type { ArticleWords } from "#kernel/rich-text/article-html.ts";

export interface Translations extends ArticleWords {
  readonly skip: string;
  readonly search: string;
  readonly find: string;
  readonly contact: string;
  readonly language: string;
  readonly help: string;
  readonly inThis: string;
  readonly all: string;
  readonly others: string;
  readonly onThisPage: string;
  readonly updated: (date: string) => string;
  readonly writtenBy: (name: string) => string;
  readonly minutes: (n: number) => string;
  /** Singular and plural, with # for the number. */
  readonly articles: readonly [string, string];
  readonly fallback: (language: string) => string;
  readonly helped: string;
  readonly yes: string;
  readonly no: string;
  readonly thanks: string;
  readonly sorry: string;
  readonly what: string;
  readonly send: string;
  readonly sent: string;
  readonly back: string;
  readonly stillNeed: string;
  readonly stillNeedSays: string;
  readonly related: string;
  readonly previous: string;
  readonly next: string;
  readonly legal: string;
  readonly results: (query: string) => string;
  readonly found: readonly [string, string];
  /** Shown when the query was corrected. */
  readonly readAs: (query: string) => string;
  readonly nothing: (query: string) => string;
  readonly nothingSays: string;
  /** The heading above results of which none fits well, and the sentence that introduces them. */
  readonly nothingFits: string;
  readonly maybe: string;
  /** Shown when semantic search failed. */
  readonly onlyWords: string;
  readonly ask: string;
  readonly missing: string;
  readonly missingSays: string;
  /** For an address without an open help center. */
  readonly noCenter: string;
  readonly noCenterSays: string;
  readonly tooMany: string;
  readonly home: string;
  readonly pages: string;
  readonly copy: string;
  readonly copied: string;
  readonly empty: string;
  readonly draft: string;
}

export const en: Translations = {
  callout: { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" },
  watch: (host) => `Watch on ${host}`,
  task: ["Done", "To do"],
  skip: "Skip to content",
  search: "Search articles",
  find: "Search",
  contact: "Contact us",
  language: "Language",
  help: "Help",
  inThis: "In this collection",
  all: "All articles in this collection",
  others: "More articles",
  onThisPage: "On this page",
  updated: (date) => `Updated ${date}`,
  writtenBy: (name) => `Written by ${name}`,
  minutes: (n) => `${n} min read`,
  articles: ["# article", "# articles"],
  fallback: (language) => `This article isn’t available in your language yet. Here it is in ${language}.`,
  helped: "Did this answer your question?",
  yes: "Yes",
  no: "No",
  thanks: "Thanks for your feedback.",
  sorry: "Sorry it didn’t help.",
  what: "What was missing or wrong?",
  send: "Send",
  sent: "Thanks. We read every comment.",
  back: "Back to the article",
  stillNeed: "Still need help?",
  stillNeedSays: "Our team is happy to help.",
  related: "Related articles",
  previous: "Previous",
  next: "Next",
  legal: "Legal",
  results: (query) => `Results for “${query}”`,
  found: ["# article found", "# articles found"],
  readAs: (query) => `Showing results for “${query}”`,
  nothing: (query) => `No results for “${query}”`,
  nothingSays: "Try different or fewer words, or ask us.",
  nothingFits: "Nothing fits well",
  maybe: "Maybe one of these helps:",
  onlyWords: "Some related results may be missing right now: only your exact words were searched.",
  ask: "What are you looking for?",
  missing: "Page not found",
  missingSays: "It may have moved, or the link is incomplete. Try searching, or go to the start page.",
  noCenter: "No help center here",
  noCenterSays: "The address may be incomplete, or the help center is closed. Go back to the website you came from.",
  tooMany: "Too many requests in a short time. Please wait a minute.",
  home: "Start page",
  pages: "Pages",
  copy: "Copy",
  copied: "Copied",
  empty: "No articles here yet.",
  draft: "Draft preview. Readers can’t see this page.",
};
export const de: Translations = {
  callout: { note: "Hinweis", tip: "Tipp", important: "Wichtig", warning: "Warnung", caution: "Vorsicht" },
  watch: (host) => `Auf ${host} ansehen`,
  task: ["Erledigt", "Offen"],
  skip: "Zum Inhalt",
  search: "Artikel durchsuchen",
  find: "Suchen",
  contact: "Kontakt",
  language: "Sprache",
  help: "Hilfe",
  inThis: "In dieser Sammlung",
  all: "Alle Artikel dieser Sammlung",
  others: "Weitere Artikel",
  onThisPage: "Auf dieser Seite",
  updated: (date) => `Aktualisiert am ${date}`,
  writtenBy: (name) => `Von ${name}`,
  minutes: (n) => `${n} Min. Lesezeit`,
  articles: ["# Artikel", "# Artikel"],
  fallback: (language) => `Diesen Artikel gibt es noch nicht in Ihrer Sprache. Hier ist er auf ${language}.`,
  helped: "Hat das Ihre Frage beantwortet?",
  yes: "Ja",
  no: "Nein",
  thanks: "Danke für Ihre Rückmeldung.",
  sorry: "Schade, dass es nicht geholfen hat.",
  what: "Was hat gefehlt oder war falsch?",
  send: "Senden",
  sent: "Danke. Wir lesen jede Rückmeldung.",
  back: "Zurück zum Artikel",
  stillNeed: "Noch Fragen?",
  stillNeedSays: "Unser Team hilft Ihnen gern weiter.",
  related: "Ähnliche Artikel",
  previous: "Vorheriger",
  next: "Nächster",
  legal: "Rechtliches",
  results: (query) => `Ergebnisse für „${query}“`,
  found: ["# Artikel gefunden", "# Artikel gefunden"],
  readAs: (query) => `Ergebnisse für „${query}“`,
  nothing: (query) => `Nichts gefunden zu „${query}“`,
  nothingSays: "Versuchen Sie andere oder weniger Wörter oder fragen Sie uns.",
  nothingFits: "Kein Artikel passt genau",
  maybe: "Vielleicht hilft einer von diesen:",
  onlyWords: "Ähnliche Treffer fehlen gerade möglicherweise: Gesucht wurde nur nach genau Ihren Wörtern.",
  ask: "Wonach suchen Sie?",
  missing: "Seite nicht gefunden",
  missingSays: "Vielleicht ist sie umgezogen oder der Link ist unvollständig. Suchen Sie danach oder gehen Sie zur Startseite.",
  noCenter: "Hier ist kein Hilfebereich",
  noCenterSays:
    "Vielleicht ist die Adresse unvollständig oder der Hilfebereich ist geschlossen. Gehen Sie zurück zu der Website, von der Sie kommen.",
  tooMany: "Zu viele Anfragen in kurzer Zeit. Bitte warten Sie eine Minute.",
  home: "Startseite",
  pages: "Seiten",
  copy: "Kopieren",
  copied: "Kopiert",
  empty: "Hier gibt es noch keine Artikel.",
  draft: "Vorschau eines Entwurfs. Leser sehen diese Seite nicht.",
};
export const fr: Translations = {
  callout: { note: "Remarque", tip: "Astuce", important: "Important", warning: "Avertissement", caution: "Attention" },
  watch: (host) => `Voir sur ${host}`,
  task: ["Fait", "À faire"],
  skip: "Aller au contenu",
  search: "Rechercher dans les articles",
  find: "Rechercher",
  contact: "Nous contacter",
  language: "Langue",
  help: "Aide",
  inThis: "Dans cette collection",
  all: "Tous les articles de cette collection",
  others: "Autres articles",
  onThisPage: "Sur cette page",
  updated: (date) => `Mis à jour le ${date}`,
  writtenBy: (name) => `Écrit par ${name}`,
  minutes: (n) => `${n} min de lecture`,
  articles: ["# article", "# articles"],
  fallback: (language) => `Cet article n’existe pas encore dans votre langue. Le voici en ${language}.`,
  helped: "Cela a-t-il répondu à votre question ?",
  yes: "Oui",
  no: "Non",
  thanks: "Merci pour votre retour.",
  sorry: "Nous sommes désolés que cela ne vous ait pas aidé.",
  what: "Que manquait-il ou qu’est-ce qui n’était pas correct ?",
  send: "Envoyer",
  sent: "Merci. Nous lisons tous les commentaires.",
  back: "Retour à l’article",
  stillNeed: "Besoin d’aide supplémentaire ?",
  stillNeedSays: "Notre équipe vous aidera avec plaisir.",
  related: "Articles associés",
  previous: "Précédent",
  next: "Suivant",
  legal: "Mentions légales",
  results: (query) => `Résultats pour « ${query} »`,
  found: ["# article trouvé", "# articles trouvés"],
  readAs: (query) => `Résultats pour « ${query} »`,
  nothing: (query) => `Aucun résultat pour « ${query} »`,
  nothingSays: "Essayez d’autres mots, moins de mots, ou écrivez-nous.",
  nothingFits: "Rien ne correspond vraiment",
  maybe: "L’un de ces articles vous aidera peut-être :",
  onlyWords: "Certains résultats proches peuvent manquer pour le moment : seuls vos mots exacts ont été recherchés.",
  ask: "Que cherchez-vous ?",
  missing: "Page introuvable",
  missingSays: "Elle a peut-être été déplacée ou le lien est incomplet. Lancez une recherche ou allez à la page d’accueil.",
  noCenter: "Il n’y a pas de centre d’aide ici",
  noCenterSays: "L’adresse est peut-être incomplète ou le centre d’aide est fermé. Revenez au site d’où vous venez.",
  tooMany: "Trop de demandes en peu de temps. Merci de patienter une minute.",
  home: "Page d’accueil",
  pages: "Pages",
  copy: "Copier",
  copied: "Copié",
  empty: "Il n’y a pas encore d’articles ici.",
  draft: "Aperçu d’un brouillon. Les lecteurs ne voient pas cette page.",
};
export const es: Translations = {
  callout: { note: "Nota", tip: "Consejo", important: "Importante", warning: "Advertencia", caution: "Precaución" },
  watch: (host) => `Ver en ${host}`,
  task: ["Hecho", "Pendiente"],
  skip: "Ir al contenido",
  search: "Buscar artículos",
  find: "Buscar",
  contact: "Contacto",
  language: "Idioma",
  help: "Ayuda",
  inThis: "En esta colección",
  all: "Todos los artículos de esta colección",
  others: "Más artículos",
  onThisPage: "En esta página",
  updated: (date) => `Actualizado el ${date}`,
  writtenBy: (name) => `Escrito por ${name}`,
  minutes: (n) => `${n} min de lectura`,
  articles: ["# artículo", "# artículos"],
  fallback: (language) => `Este artículo aún no está disponible en su idioma. Aquí está en ${language}.`,
  helped: "¿Ha respondido esto a su pregunta?",
  yes: "Sí",
  no: "No",
  thanks: "Gracias por su opinión.",
  sorry: "Sentimos que no le haya ayudado.",
  what: "¿Qué faltaba o qué era incorrecto?",
  send: "Enviar",
  sent: "Gracias. Leemos todos los comentarios.",
  back: "Volver al artículo",
  stillNeed: "¿Necesita más ayuda?",
  stillNeedSays: "Nuestro equipo le ayudará con mucho gusto.",
  related: "Artículos relacionados",
  previous: "Anterior",
  next: "Siguiente",
  legal: "Información legal",
  results: (query) => `Resultados de «${query}»`,
  found: ["# artículo encontrado", "# artículos encontrados"],
  readAs: (query) => `Resultados de «${query}»`,
  nothing: (query) => `No hay resultados para «${query}»`,
  nothingSays: "Pruebe con otras palabras o con menos, o pregúntenos.",
  nothingFits: "Ningún artículo encaja del todo",
  maybe: "Quizá le ayude uno de estos:",
  onlyWords: "Puede que ahora falten resultados parecidos: solo se han buscado sus palabras exactas.",
  ask: "¿Qué busca?",
  missing: "Página no encontrada",
  missingSays: "Puede que se haya trasladado o que el enlace esté incompleto. Búsquela o vaya a la página de inicio.",
  noCenter: "Aquí no hay ningún centro de ayuda",
  noCenterSays: "Puede que la dirección esté incompleta o que el centro de ayuda esté cerrado. Vuelva al sitio web del que viene.",
  tooMany: "Demasiadas solicitudes en poco tiempo. Espere un minuto.",
  home: "Página de inicio",
  pages: "Páginas",
  copy: "Copiar",
  copied: "Copiado",
  empty: "Aquí aún no hay artículos.",
  draft: "Vista previa de un borrador. Los lectores no ven esta página.",
};
