// Words that people use for the same thing when they ask for help, as a help center's author may have chosen another one. Own lists of the
// vocabulary of support, folded. They are short on purpose: a thesaurus would find something for every question.
import { stem } from "./stem.ts";

/** Groups of words with about the same meaning, by language. The groups of a language are separated by bars. */
const GROUPS: Readonly<Record<string, string>> = {
  en: `login signin log sign logged|signup register registration join enroll|logout signout|credentials password passcode|username login userid
    |account profile|delete remove erase discard trash bin|delete deletion|remove removal|terminate cancel quit stop end close deactivate
    |cancel cancellation|deactivate disable off|enable activate on|activate activation|unsubscribe cancel|subscription plan membership tier
    |subscribe subscription subscriber|upgrade downgrade plan|pricing price prices cost costs fee fees charge|expensive price cost|cheap cheaper
    discount price|discount coupon voucher promo promotion code|discount reduction rebate|bill invoice receipt|billing invoice payment
    |pay payment paid|payment card billing|purchase buy bought order|purchase order|checkout cart basket|refund reimburse reimbursement
    |refund return money|chargeback dispute|yearly annual annually year|monthly month|weekly week|daily day|trial free test|vat tax taxes
    |email mail emails mails|mailbox inbox|spam junk|newsletter mailing campaign|message email mail|contact reach support|phone telephone call
    |phone mobile smartphone|sms text|team teammate colleague coworker member staff|employee staff colleague member team|user member person
    |admin administrator owner|boss manager owner|company organization organisation business firm|role permission permissions right rights access
    |allow permit permission|invite invitation add|customer client buyer|visitor guest|reader visitor|site website webpage page|store shop
    |product item article goods|stock inventory|delivery shipping shipment delivered ship|parcel package|postage shipping|courier carrier
    |deliver delivery arrive|track tracking|return returns exchange|appointment booking reservation|book booking reserve|reschedule move postpone
    |event meeting|schedule calendar|picture image photo photos images|logo icon|video movie film clip|file document attachment|folder directory
    |upload attach import|download export save|backup backups copy restore|copy duplicate clone|restore recover undo revert|transfer move migrate
    |migrate migration import|switch change migrate|edit change modify update|rename name title|edit editing|update upgrade
    |create add new make|setup configure configuration install set|setting settings preference preferences option options|customize customise change
    |settings configuration|connect link integrate integration|integration app plugin addon extension|synchronize sync|error problem issue bug
    |broken error crash|fail failed error|slow speed performance|freeze hang slow|outage downtime status down|offline outage unavailable
    |verify verification confirm confirmation|authenticate authentication login|authenticator 2fa otp twofactor|factor 2fa|confirm approve
    |secure security safe safety|private privacy|gdpr privacy data|hacked security compromised|encrypt encryption|block ban|hide hidden invisible
    |show display view see|visible public|publish public live|share sharing|search find lookup|filter sort|notification notifications alert
    reminder|notify notification alert|mute silence notifications|language translation translate|color colour theme|dark night|font typeface
    |template layout design|look design appearance theme|menu navigation|shortcut keyboard hotkey|domain url address|url link address
    |address street|location address place|workspace organization|project board|task todo item|comment remark note|review rating feedback
    |report statistics analytics|statistics stats analytics|chart graph report|spreadsheet excel csv|excel csv export|print printer|agent assistant bot
    |chatbot bot assistant|chat conversation message|ticket conversation request|reply answer respond response|automatic automatically automation
    automate|workflow automation rule|rule automation|api developer|token key|limit maximum limits quota|storage space quota|archive archived
    |history log activity|audit log|merge combine|split divide|import upload|contract agreement|dpa agreement processing|terms conditions legal
    |owner ownership|hand transfer|locked blocked|lost forgot forgotten|forgot forgotten reset|reset forgotten|replace change
    |device computer|laptop computer|tablet ipad|browser chrome firefox safari|iphone ios|age birthday|server hosting host|salary payroll
    |start begin|finish complete done|assign assignee responsible|deadline due|vacation holiday absence|hours opening time|accept confirm
    |reject decline refuse|renew renewal extend|expire expired expiry|resend again|student university|charity nonprofit|child kid
    |earn earnings payout|earnings revenue payout|withdraw payout|bank account iban|wire transfer|damaged broken defective|warranty guarantee
    |cookie consent|tracking analytics|seat seats license licence user users|wrong incorrect error|missing lost disappeared vanished gone
    |avatar picture photo|tag label category|category folder collection section|widget bubble launcher|embed install snippet code|snippet script code
    |signature footer|macro canned saved template|satisfaction rating feedback|escalate handoff handover transfer|faq article articles guide docs
    documentation|visitor contact person people|anonymous unknown|personal private|availability available hours|away absence offline
    |seen read receipt|sound noise ring notification|desktop computer|host server deploy install|version release update|sso saml login
    |throttle limit|markdown format formatting|bold format|mention notify|unassigned assign|resolve solve close|solve fix repair|reopen again
    |transcript conversation history|choose select pick|increase raise more|reduce lower decrease|stop prevent avoid|previous old past|quick fast speed
    |big large size|greeting welcome|forward redirect|sender from|recipient addressee|attach attachment file|dns record domain|certificate ssl https
    |people person user|explain guide|trouble problem error|difference compare comparison|whole entire all|instead replace|deliverability spam bounce
    |undeliverable bounce|blacklist block|whitelist allow|import migrate csv|bulk several many|schedule later plan|queue waiting wait|wait response time`,
  de: `anmelden einloggen login anmeldung|registrieren registrierung konto anmelden|abmelden ausloggen logout|passwort kennwort zugangsdaten|benutzername
    login|konto account profil|loschen entfernen|loschen loschung|kundigen kundigung beenden|stornieren stornierung abbrechen|abo abonnement vertrag
    tarif|tarif plan preis|preis kosten gebuhr preise|teuer preis kosten|rabatt gutschein nachlass ermassigung|rechnung beleg quittung|zahlen bezahlen
    zahlung|zahlung lastschrift karte|kaufen bestellen kauf|bestellung kauf auftrag|erstattung ruckerstattung erstatten|geld erstattung
    |jahrlich jahr|monatlich monat|testen test probe|steuer mwst umsatzsteuer|mail email nachricht|postfach posteingang|spam junk|telefon handy anruf
    |kollege mitarbeiter mitglied|team mitarbeiter mitglied|nutzer benutzer mitglied person|admin administrator|chef inhaber|firma unternehmen betrieb
    |rolle recht rechte berechtigung|einladen einladung hinzufugen|kunde kaufer|website webseite seite homepage|laden shop geschaft|produkt artikel ware
    |lieferung versand zustellung|liefern lieferung zustellen|paket sendung packchen|rucksendung retoure umtausch|umtauschen umtausch zurucksenden
    |zuruckschicken rucksendung retoure|termin buchung reservierung|buchen buchung reservieren|verschieben andern umbuchen|bild foto|datei dokument anhang
    |hochladen upload importieren|herunterladen download exportieren|sicherung backup|kopieren duplizieren kopie|wiederherstellen ruckgangig
    |ubertragen umziehen wechseln|andern bearbeiten anpassen|andern anderung|aktualisieren update|erstellen anlegen hinzufugen neu|einrichten konfigurieren
    einstellen|einstellung einstellungen option|verbinden verknupfen integration|fehler problem storung|kaputt defekt|langsam geschwindigkeit|ausfall
    storung|bestatigen bestatigung|sicherheit sicher|datenschutz dsgvo|sperren blockieren gesperrt|verstecken ausblenden|anzeigen sehen|teilen freigeben
    |suchen finden suche|benachrichtigung meldung|sprache ubersetzung|vorlage layout|adresse anschrift|umzug adresse umziehen|aufgabe todo
    |bewertung rezension|statistik bericht auswertung|antwort antworten|automatisch automatisierung|grenze limit maximum|speicher speicherplatz
    |archiv archivieren|verlauf protokoll|handy smartphone mobil|urlaub abwesenheit|offnungszeiten zeiten|vergessen zurucksetzen|verlieren verloren
    |ersetzen tauschen|verlangern verlangerung|abgelaufen ablaufen|mahnung zahlung|guthaben gutschrift|frist zeitraum|dauer dauern lange`,
  fr: `connexion connecter identifier|inscription inscrire compte|deconnexion deconnecter|identifiant login|compte profil|supprimer effacer retirer
    suppression|resilier annuler arreter resiliation|annuler annulation|abonnement forfait formule|prix tarif cout|cher prix tarif|remise reduction
    rabais promotion|facture recu facturation|payer paiement regler|paiement carte prelevement|acheter achat commander|commande achat|remboursement
    rembourser|annuel an annee|mensuel mois|essai essayer tester|tva taxe|mail courriel email|spam indesirable|telephone portable mobile
    |collegue membre equipe|employe membre collegue|utilisateur membre personne|administrateur admin|patron proprietaire|entreprise societe
    |role droit droits autorisation|inviter invitation ajouter|client acheteur|site page|boutique magasin|produit article|livraison expedition envoi
    |livrer livraison|colis paquet|retour retourner renvoyer|echange echanger|rendez-vous reservation|reserver reservation|reporter deplacer changer
    |image photo|fichier document|importer telecharger|exporter exportation|sauvegarde copie|copier dupliquer|restaurer recuperer|transferer deplacer
    |modifier changer modification|creer ajouter nouveau|configurer parametrer configuration|parametre reglage|lier connecter integration
    |erreur probleme panne|lent vitesse|panne interruption|confirmer confirmation valider|securite securiser|confidentialite rgpd|bloquer verrouiller
    |masquer cacher|afficher voir|partager partage|chercher rechercher recherche|notification alerte|langue traduction|modele gabarit|adresse domicile
    |demenagement demenager adresse|tache activite|avis note|statistique rapport|reponse repondre|automatique automatisation|limite maximum|stockage espace
    |historique journal|vacances absence|horaire heures|oublier oublie reinitialiser|remplacer changer|renouveler renouvellement|expirer expiration`,
};
/** What two words mean together, by language. */
const PHRASES: Readonly<Record<string, string>> = {
  en: `sign up=register registration account create|log in=sign|money back=refund|get rid=remove delete|take away=remove|kick out=remove
    |hand over=transfer|turn off=disable|turn on=enable|switch off=disable turn|switch on=enable turn|go back=restore undo|call off=cancel
    |how much=price cost|how many=limit maximum|how big=size limit|how long=time days|too big=size limit|second factor=twofactor|two factor=two-step
    |direct debit=sepa|opt out=unsubscribe|out of office=absence vacation|set up=configure install|look like=design preview|talk to=contact support
    |speak to=contact support|get hold=contact support|mobile phone=app|per year=yearly|per month=monthly|every month=monthly|each month=monthly
    |every week=weekly|each week=weekly|every day=daily|every year=yearly|let in=access`,
};

const byLanguage = new Map<string, ReadonlyMap<string, readonly string[]>>();
/** Other words for a word, by its stem. Read when a language is first asked for. */
function synonymsIn(language: string): ReadonlyMap<string, readonly string[]> {
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const all = new Map<string, string[]>();
  for (const group of (GROUPS[language] ?? "").split("|")) {
    const words = group.trim().split(/\s+/);
    for (const word of words) {
      const key = stem(word, language);
      all.set(key, [...new Set([...(all.get(key) ?? []), ...words.filter((other) => stem(other, language) !== key)])]);
    }
  }
  byLanguage.set(language, all);
  return all;
}
const phrasesByLanguage = new Map<string, ReadonlyMap<string, readonly string[]>>();
function phrasesIn(language: string): ReadonlyMap<string, readonly string[]> {
  const known = phrasesByLanguage.get(language);
  if (known !== undefined) return known;
  const all = new Map(
    (PHRASES[language] ?? "").split("|").flatMap((one) => {
      const [said = "", meant = ""] = one.trim().split("=");
      return meant === "" ? [] : [[said, meant.split(" ")] as const];
    }),
  );
  phrasesByLanguage.set(language, all);
  return all;
}

/** What two neighbouring words of a question mean together. */
export const phraseOf = (word: string, next: string | undefined, language: string): readonly string[] =>
  next === undefined ? [] : (phrasesIn(language).get(`${word} ${next}`) ?? []);
/** Other words for a word, by its stems in the language. */
export const synonymsOf = (stems: readonly string[], language: string): readonly string[] => {
  const own = synonymsIn(language);
  return [...new Set(stems.flatMap((one) => own.get(one) ?? []))];
};
