// Frequent German nouns, folded, beside the ordinary words of `retrieval`: an answer may bring them along, and they are hardly ever names.
const NOUNS = `abend abfrage abholung ablauf abschnitt absender absicht adressat aktion alltag alter alternative amt anbieter anfang angabe angaben
  angebot angebote anhang ankunft anlass anleitung anliegen anmeldung annahme anruf anschluss anschrift ansprechpartner anspruch anteil antrag
  anweisung anwendung anzeige app apparat arbeiter artikel assistent aufenthalt aufforderung aufkleber auflage aufnahme aufschlag auftrag aufwand
  augenblick ausdruck ausfall ausgabe ausgang auskunft ausland ausnahme aussage auswahl ausweis auszahlung auszug auto automat bahn balken band
  bankverbindung baustein bedarf bedingung bedingungen befehl beginn begriff behalter beitrag bekannte beleg belege bereich bericht bescheid
  bescheinigung beschwerde besitz besitzer besteller bestellung bestellwert besuch besucher beteiligte betrieb bezug bildschirm bitte block boden
  bote browser brutto buchung buro cent chance chat checkliste computer dach dame darstellung datei dateien daten datenschutz datum dauer deckel
  dezember dienst dienstag donnerstag dokument dokumente druck drucker ebene effekt eigenschaft eigentum eilfall einblick eindruck eingabe eingaben
  eingang einheit einkauf einkaufe einladung einsatz einsicht eintrag eintritt einzelfall einzelheiten ellbogen empfang empfanger ende energie
  entgelt entwurf ereignis erfolg ergebnis erlaubnis ersatz ersatzteil erstattung etage etikett euro fach fachleute fahrt fahrzeug fall falle familie
  farbe februar fehler fehlermeldung feld fenster ferien fernseher fest filiale film filter firma flache folge folgen form format formular
  foto fotos frage fragen frau freitag freude freund freunde frist fruhjahr funktion funktionen gast gebiet gebrauch gebuhr gebuhren geburtstag
  gedanke gedanken gefahr geheimnis gehause geld gelegenheit gemeinde gerat gerate gericht geschaft geschafte geschenk gesellschaft gesicht
  gesprach gewicht gewinn glas glaube gluck gluckwunsch grad grenze grosse grund grunde gruppe gruss grusse gutschein gutscheine gutschrift haken
  halfte hand handel handler handy haus haushalt heft heim herbst herr herrn hersteller hilfe himmel hindernis hinweis hinweise hof hohe hotel
  idee inhaber inhalt inhalte innenstadt insel inseln internet januar jahr jahre jahren juli juni kamera karte karten karton kasse kasten kauf kaufer
  kaufjahr kaufjahres kennwort kennzeichen kette kind kinder klasse kleidung klick knopf konto kontakt konten kontrolle kopf kopie korb korper
  kosten kraft kreditkarte kunde kunden kundin kurier kurs laden lage lager land lander lange lauf laufe leben lehrer leistung leiste leitung leute
  licht lieferant lieferschein liefertermin linie linse liste listen loch lohn losung luft macht mai mal mann mannschaft marke markt maschine
  material mail mails meinung meldung menge mensch menschen menu miete mindestbetrag minute minuten mitarbeiter mitglied mitglieder mittag mittel
  mitte mittwoch mobel modell moglichkeit moment monat monate monaten monats montag montage morgen muster mutter nachbar nachbarn nachfrage
  nachmittag nachname nachnamen nachricht nachrichten nacht nachteil nachweis nahe name namen netz norden nummer nummern nutzer oberflache objekt
  oktober ordner ordnung ort orte paket pakete papier partner passwort pause person personen pfeil plan plane platz plus polizei porto position
  post postfach praxis preis preise prinzip produkt produkte profil programm projekt prozent prufer punkt punkte qualitat quelle quittung rabatt
  rahmen rand rat raten raum recht rechte rechner rechnung rechnungen rede regel regeln region reihe reihenfolge reise reparatur rest restbetrag
  retoure richtung risiko rolle ruckfrage ruckgabe rucksendung rufnummer ruhe saal sache sachen saison satz schachtel schaden schalter schein
  schicht schild schloss schluss schlussel schrank schreiben schritt schritte schrift schutz seite seiten sekunde sekunden sendung september
  server service sicherheit sicht signal sinn sitz software sohn sommer sonntag sorge sorte spalte speicher sperre spiel spitze sprache sprachen
  staat stadt stand standort start status steckdose stelle stellen steuer stimme stoff storung strasse strom stuck stufe stunde stunden suche summe
  support symbol system tabelle tag tage tagen tages taste tasten tat team technik teil teile teilnehmer telefon termin termine text texte thema
  titel tochter ton tonne transport treffer trick tur typ ubergabe uberweisung uhr uhrzeit umgang umschlag umstand umtausch umzug unfall unterlagen
  unterschied unterschrift urlaub ursache vater verbindung verbraucher verein verfahren verfugung vergleich verkauf verkaufer verlauf verlust
  vermerk vermieter verpackung versand versandkosten versuch versuche vertrag vertrage verwaltung verzeichnis verzug video vorgang vorschau
  vorschlag vorteil vorname wahl ware waren warenkorb warnung wasser weg wege weihnachten weile weise welt werk werktag werktage werktagen wert
  werte wetter widerruf winter wirkung woche wochen wochenende wohnung wort worte wunsch wunsche zahl zahlen zahler zeichen zeile zeit zeiten zeitpunkt
  zeitraum zeitung zentrale zettel zeuge ziel ziffer ziffern zimmer zins zinsen zoll zubehor zufall zug zugang zugriff zukunft zusage zusammenhang
  zusatz zuschlag zustand zustimmung zweck zweifel`;

const ORDINARY: ReadonlySet<string> = new Set(NOUNS.split(/\s+/u));
/** Whether a folded word is a frequent German noun. */
export const isOrdinaryNoun = (folded: string): boolean => ORDINARY.has(folded);
