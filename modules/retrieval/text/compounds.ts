// Words that are written as one: German ones are indexed with their parts, and a question may write as two words what a text writes as one, and the reverse.
import { afterAnd } from "./arabic.ts";
import { fold } from "./tokenizer.ts";

/** Languages that join nouns into one word. */
const JOINING: ReadonlySet<string> = new Set(["de", "nl", "sv", "da", "nb", "fi", "hu"]);
export const joinsNouns = (language: string): boolean => JOINING.has(language);

/** Shorter words are not compounds, shorter parts are endings. */
const SHORTEST_COMPOUND = 8;
const SHORTEST_PART = 4;

/** Nouns (folded) that often stand in German compounds about products, orders, accounts, and contracts. */
const NOUNS: ReadonlySet<string> = new Set(
  `abbuchung abgabe ablauf abmeldung abo abonnement abrechnung absage absender abteilung adress adresse agent akku aktion aktivierung alarm altersangabe
  analyse anbieter andere anderung anfrage angabe angaben angebot anhang anlage anleitung anmeldung anruf ansicht antrag antwort anwendung anzahl anzeige
  arbeit arbeitsbereich artikel arzt assistent aufgabe aufladung auflosung aufnahme auftrag ausdruck ausfall ausgabe auskunft auslastung ausnahme
  ausweis auswahl auszahlung automat autor bank batterie baum bearbeitung bedarf bedingung bedingungen befehl beginn behalter beleg beleuchtung benachrichtigung benutzer
  bereich bericht berechtigung beschreibung bestatigung bestellung bestell besuch besucher betrag betreff betrieb bewertung bezahlung bild bilder bildschirm blatt
  blog boden brief browser buch buchung bus cache chat code computer daten datei dateien dauer datum decke dienst dokument domain drucker eingabe eingang
  eingangs einkauf einladung einkaufs einnahme einrichtung einstellung einstellungen eintrag empfang empfanger energie entfernung entwurf entsorgung ergebnis
  ersatz erinnerung erlaubnis erstattung export fahrer fahrrad fahrt farbe farben fassung fehler feld fenster fest feuer filter filiale firma firmen flache flasche
  flug folge form format formular foto fotos frage fragen freigabe frist funktion garantie gast gebiet gebrauch gebuhr gebuhren gefahr gegenstand geld gerat gerate geschaft
  geschenk geschichte geschwindigkeit gesellschaft gesprach gewicht glas grad grenze grosse gruppe gruppen gultigkeit gutschein gutschrift handler handy haus haushalt heizung hersteller
  hilfe hinweis hohe hotel image import inhaber inhalt inhalts instanz internet kabel kalender kamera kanal karte karten kartei kasse katalog kategorie kauf kaufer kenn kennung kette
  kind kinder klasse kleidung knopf koffer kontakt konto konten kontrolle kopf kopie kosten kraft kreis kredit kreditkarte kuche kuhlschrank kunde kunden kundigung kurs kurve
  lade lager lampe land lander lange last lauf laufzeit lautsprecher leben leistung leiter leitung lesen licht liefer lieferung limit linie link liste listen lizenz loschung luft
  mail mails mangel marke maschine mass material menge mengen menu meldung melde miete mieter mindest minuten mitarbeiter mitglied mitglieder mobil modul modell monat monats motor muster musik
  nachricht nachrichten nacht name namen netz netzwerk nummer nutzer nutzung objekt ordner ort paket packung papier park partner passwort passworter pause person personen plan platz post postfach preis preise
  problem produkt profil programm projekt protokoll provider prozess prufung punkt punkte qualitat quelle quittung rabatt rad rahmen rand rate raum rechner rechnung rechte recht regel regeln region reihe reinigung
  reise reparatur reservierung rest richtlinie richtung rolle rollen rucknahme rucksendung ruckgabe ruckzahlung ruhe sache sammlung satz schalter schicht schlussel schluss schritt schule schutz seite seiten
  sendung sendungs server service sicherheit sicherheits sicherung signatur sitz sitzung software spam speicher sperre sperrung spiel sprache sprachen spur stadt stamm stand standort start status stelle stellen steuer stimme stoff
  stornierung strasse strecke strom stuck stunde stunden suche support system tabelle tag tage tages tarif tasche taste tastatur tausch team technik teil teile telefon termin termine test text texte thema ticket tisch titel ton
  transport tur typ uber uberblick ubersetzung ubersicht uberweisung uhr umfang umgebung umsatz umtausch umzug unfall unterlagen unternehmen unterschrift update urlaub urheber verbindung verbrauch verein verfugbarkeit verfahren
  verkauf verkaufer verkehr verlauf verlangerung vermittlung versand version versicherung vertrag vertrags vertreter verwaltung verzeichnis verzogerung video vorgang vorlage vorschau vorschlag ware waren warenkorb warnung wartung wasch wasser
  wechsel weg weiterleitung werbe werbung werk werkstatt werkzeug wert widerruf widget wiederherstellung woche wochen wohnung wort worter zahl zahlung zahlungs zeichen zeile zeit zeiten zeitraum zeitung zentrale ziel zimmer zins zoll zone zubehor zug
  zugang zugangs zugriff zustand zustellung zweck fertigung`
    .split(/\s+/)
    .filter((noun) => noun.length >= SHORTEST_PART),
);
/** What joins the parts: "Rechnung-s-adresse", "Kunde-n-konto". */
const LINKS = ["", "s", "n", "es", "en", "er", "e"];
const ENDINGS = ["", "n", "en", "e", "s", "er", "es"];

const isNoun = (part: string, links: readonly string[]): boolean =>
  links.some((link) => part.endsWith(link) && NOUNS.has(link === "" ? part : part.slice(0, -link.length)));
const withoutLink = (part: string): string => {
  const link = LINKS.find((one) => part.endsWith(one) && NOUNS.has(one === "" ? part : part.slice(0, -one.length)));
  return link === undefined || link === "" ? part : part.slice(0, -link.length);
};

/** The parts of a German compound, of which both must be known nouns, and the Arabic word after an "and"; none for other words. */
export function compoundParts(word: string, language: string): readonly string[] {
  const second = language === "ar" ? afterAnd(word) : undefined;
  if (second !== undefined) return [second];
  if (language !== "de" || word.length < SHORTEST_COMPOUND) return [];
  const folded = fold(word);
  for (let at = folded.length - SHORTEST_PART; at >= SHORTEST_PART; at -= 1) {
    const [head, tail] = [folded.slice(0, at), folded.slice(at)];
    if (!isNoun(tail, ENDINGS)) continue;
    if (isNoun(head, LINKS)) return [withoutLink(head), tail];
    const inner = compoundParts(head, language);
    if (inner.length > 0) return [...inner, tail];
  }
  return [];
}

/** Lengths of the parts into which a typed word may be split. */
const SHORTEST_SPLIT = 7;
const SHORTEST_SPLIT_PART = 3;
/** The ways to read a word as two: "dishwasher" as "dish washer". German links are left out of the first part. */
export function splitsOf(word: string, languages: readonly string[]): readonly (readonly [string, string])[] {
  if (word.length < SHORTEST_SPLIT || word.length > 30 || !/^\p{L}+$/u.test(word)) return [];
  const shortest = languages.every(joinsNouns) ? SHORTEST_PART : SHORTEST_SPLIT_PART;
  const splits: [string, string][] = [];
  for (let at = shortest; at <= word.length - shortest; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    splits.push([head, tail]);
    if (languages.some(joinsNouns) && head.endsWith("s") && head.length > shortest) splits.push([head.slice(0, -1), tail]);
  }
  return splits;
}
/** The words that two neighbours may be together: "dish washer" as "dishwasher". */
export const joinsOf = (first: string, second: string, languages: readonly string[]): readonly string[] =>
  languages.includes("de") ? [first + second, `${first}s${second}`, `${first}n${second}`] : [first + second];

/** Whether a stemmed word of a text is a compound with this stem at its beginning or end. */
export const isPartOf = (stemmed: string, compound: string): boolean =>
  stemmed.length >= SHORTEST_PART &&
  compound.length >= stemmed.length + SHORTEST_PART - 1 &&
  (compound.startsWith(stemmed) || compound.endsWith(stemmed));
