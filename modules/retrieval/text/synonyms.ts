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
    |undeliverable bounce|blacklist block|whitelist allow|import migrate csv|bulk several many|schedule later plan|queue waiting wait|wait response time
    |safe safer secure security protect protected protection|reminder remind nudge alert|repeat repeating recurring regularly|divide split break
    separate|keep retain save store saved|maximum max most limit|minimum min least|exact exactly precise|mistake accident accidentally wrongly
    typo|typo misspelled misspelt spelling|leave leaving depart former|leaving remove member|wipe erase delete|kick ban remove|duplicate twice
    double|twice double duplicated|image picture thumbnail|arrive arrived arrival delivered delivery|late delayed delay overdue|delay late
    waiting|stolen theft lost|damaged defective faulty cracked scratched broken|crack scratch damage|repair fix mend service|replacement replace
    exchange spare|money amount payment refund|charged billed debited charge invoice|debited debit charge|instalment installment instalments
    installments financing monthly|loan credit financing|reminder dunning overdue|debt owe owed outstanding|interest rate|customs duty import
    |abroad foreign international overseas country countries|travel trip journey travelling traveling|luggage baggage suitcase bag|flight plane
    |child children kid kids baby minor|dog cat pet pets animal animals|car vehicle|bicycle bike|train rail|ticket fare pass|passenger traveller
    traveler|room accommodation|breakfast meal food|doctor physician practice|insurance insured cover coverage|electricity power energy|internet
    wifi wlan broadband network connection|router modem|signal reception coverage network|roaming abroad|voicemail mailbox|television tv|screen
    display monitor|battery charging rechargeable|charger cable|firmware update|reboot restart reset|restart reset reload|scan scanner|sound
    audio volume|camera webcam|headphones earphones headset|crash freeze frozen|freeze stuck frozen|operator provider carrier|cellphone mobile
    phone|replaced exchanged swapped|swap exchange change|married marriage surname name|surname name lastname|move moving relocate address
    |relocate move|house home|flat apartment|receipt proof invoice|proof evidence certificate|certificate confirmation attestation|identity id
    passport|passport identity document|age old birthday|eighteen adult minor|death deceased died|heir inherit|divorce separated|family household
    |wife husband partner spouse|parent guardian|school university student|teacher school|charity nonprofit nonprofits|disabled disability
    accessibility accessible|wheelchair accessible accessibility|blind accessibility screen|deaf accessibility|quiet silent mute|loud noise sound
    |smell odor|clean cleaning wash|wash washing laundry|dirty stain|colour dye|size measurement dimensions|fit size|heavy weight|high height
    |wide width|deep depth|assembly assemble build mount|mount install assembly|manual instructions guide|missing incomplete lacking|incomplete
    missing parts|part parts component|collect pick pickup|pickup collect collection store|neighbor neighbour|parcelbox locker|post mail postal
    |letter post mail|stamp postage|signature sign signed|undo reverse revert restore|bring restore recover|retrieve recover restore|rollback
    revert version|revision version history|earlier previous history|past history previous|weekend saturday sunday|holiday holidays bank|open
    opening hours|closed closing hours|shut close closed|office location branch|branch location store|nearest near location|map location
    directions|directions route map|parking park|arrange organise organize sort|organize organise folder|sort order arrange|sequence order
    |alphabetical sort|tidy clean archive|clutter archive|finished done completed complete|complete finished done|unfinished open incomplete
    |pause suspend hold freeze|resume continue restart|suspended blocked locked deactivated|reactivate restore enable|banned blocked|lock locked
    block|unlock release unblock|freeze block lock|password pin code|pin code|forgot lost reset|remember forgot|access login permission|access
    permission rights|enter type input|type enter write|submit send|field form|questionnaire survey form|survey feedback|poll survey vote|vote
    rating|star stars rating|complaint complain claim|complain complaint|claim complaint warranty|report complaint notify|abuse report|fraud scam
    phishing|suspicious phishing fraud|leak breach|breach incident|personal data privacy|data information details|copy export data|portability
    export|consent permission agree|agree accept consent|opt consent|law legal|lawyer legal|court legal|jurisdiction law|invoice billing address
    |id number identifier|reference number|tracking trace track|trace track|where location track|status progress state|progress status|state
    status|pending waiting processing|processing pending|approved accepted confirmed|approve accept approval|approval approve|declined rejected
    refused failed|rejected declined refused|bounced rejected undeliverable|transaction payment|sepa debit bank|cheque check|wallet balance
    credit|balance credit remaining|leftover remaining balance rest|remaining rest left|expire expired valid validity|valid validity expire
    |deadline period limit|period term duration time|duration length time|notice cancellation period|term contract duration|minimum contract term
    |commit contract term|early earlier before|prolong extend renew|extension extend renewal|automatic automatically renew|free gratis cost
    |gratis free|surcharge fee extra|extra additional surcharge|additional extra more|bonus reward points|points reward loyalty|loyalty points
    rewards|refer referral friend|affiliate partner commission|commission fee|reseller partner|partner partnership|sponsor partner|press media
    |job career apply|career job|present gift|gift present voucher|wrap wrapping gift|wishlist list favorites|favorite favourite bookmark star
    |bookmark favorite saved|remember saved bookmark|basket cart|empty blank|blank empty white|missing blank|load loading slow|lag slow latency
    |stuck loading freeze|spinning loading|appear show display|disappear vanish missing hide|vanished disappeared missing|invisible hidden
    |overview dashboard summary|dashboard overview home|summary overview report|figure number statistic|metrics statistics analytics|insight
    analytics report|trend chart|diagram chart graph|gantt timeline|timeline calendar|plan schedule|shift schedule roster|sync synchronise
    synchronize|google gmail|microsoft outlook office|slack teams integration|zapier integration automation|webhook event notification|events
    webhooks|trigger rule automation|script code|html code|css style|style design theme|background color theme|banner header|header top banner
    |footer bottom|sidebar menu|button link|click press tap|swipe gesture|mouse click|hotkey shortcut key|keys keyboard shortcut|voice speech
    audio|record recording|stream live|broadcast send|mass bulk many|several multiple many|everyone everybody all|nobody none|colleague team
    people|group team|department team group|division department|supervisor manager admin|lead manager owner|founder owner|responsible assign
    assigned assignee|delegate assign|substitute deputy|contractor external guest|external guest outside|outsider guest external|stranger public
    |public everyone|secret hidden private|confidential private|read view|edit write change|overwrite replace|correct fix edit|fix correct solve
    |adjust change modify|modify edit change|alter change|revise edit|rename name|nickname name|alias name address|label tag|mark tag flag|flag
    mark|category group|topic category subject|subject title topic|title name headline|headline heading title|chapter section|attachment file|pdf
    file document|zip archive file|format type|convert change transform|transform convert|compress zip reduce|shrink reduce smaller|enlarge
    bigger increase|zoom enlarge size|resolution quality size|blurry quality resolution|crop cut|rotate turn|trim cut|watermark logo|brand logo
    |branding logo colors|translate language|currency dollar euro|euro currency|timezone zone time|clock time|date day|recent latest new|latest
    newest recent|outdated old|old previous former|new latest|beta test preview|demo trial test|sandbox test|try test trial|experiment test
    |feature function|forbidden allowed prohibited|allowed permitted|restrict limit|restriction limit|quota limit|exceed limit over|exceeded
    limit full|full limit storage|capacity limit space|space storage|gigabyte storage|bandwidth traffic data|traffic visits visitors|follower
    subscriber|follow subscribe|unfollow unsubscribe|junk spam trash|bin trash|recycle trash bin|garbage trash|dispose disposal recycling
    |environment climate|sustainable environment`,
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
    |ersetzen tauschen|verlangern verlangerung|abgelaufen ablaufen|mahnung zahlung|guthaben gutschrift|frist zeitraum|dauer dauern lange
    |sicher sicherheit schutzen schutz|schutzen schutz sicherheit|gesperrt sperre sperren|entsperren freischalten|freischalten aktivieren
    freigabe|aktivieren einschalten freischalten|deaktivieren ausschalten abschalten|einschalten aktivieren|ausmachen ausschalten|anmachen
    einschalten|zugang zugriff konto anmelden|zugriff zugang|merken speichern|speichern sichern ablegen|sichern speichern|erinnerung erinnern
    |fallig frist|frist tage|wiederholen wiederkehrend regelmassig|aufteilen teilen|maximal hochstens maximum|hochstens maximal|mindestens
    minimum|grosse masse abmessung|masse grosse abmessungen|passt passen grosse|schwer gewicht|hoch hohe|breit breite|tief tiefe|gemahnt mahnung
    |mahnung mahnen verzug|verspatet verzug verspatung spat|verspatung verspatet|verzug mahnung|schuld schulden forderung|inkasso mahnung|gebuhr
    kosten|aufpreis zuschlag|kostenlos gratis frei kostenfrei|gratis kostenlos frei|frei kostenlos|umsonst kostenlos|gunstig billig rabatt
    |billiger rabatt|sparen rabatt|korrigieren andern berichtigen|falsch fehler|falscher falsche|finanzamt steuer|steuer finanzamt umsatzsteuer
    |buchhaltung rechnung|beleg rechnung|geschenk schenken|schenken geschenk verschenken|verschenken geschenk|einpacken verpackung
    geschenkverpackung|verpacken verpackung|abholen abholung|mitnehmen abholen|selbstabholung abholung|zurucklegen reservieren|zuruckgelegt
    reserviert bereit|reserviert reservieren|vormerken reservieren|dauer lange zeit|wielange dauer|garantie gewahrleistung|reparieren reparatur
    |ersatzteil ersatz|ersatz austausch|austauschen tauschen umtausch|tauschen umtausch|defekt kaputt beschadigt|beschadigt schaden defekt
    |zerbrochen beschadigt defekt|gebrochen beschadigt|kratzer schaden beschadigt|riss schaden|schaden beschadigt|reklamieren reklamation
    |reklamation reklamieren beschwerde|beschwerde beschweren reklamation|beschweren beschwerde|geschickt schicken senden|schicken senden
    versenden|verschicken versenden versand|senden schicken|zugeschickt senden versand|zuruckgeben ruckgabe rucksendung|ruckgabe rucksendung
    widerruf|zuruckgeschickt rucksendung|widerrufen widerruf|widerruf widerrufen ruckgabe|zustellen zustellung lieferung|zugestellt zustellung
    lieferung|ankommen lieferung zustellung|angekommen zugestellt|verschwunden verloren|weg verloren|bote zusteller paketdienst|postbote
    zusteller|paketdienst zusteller versand|spedition lieferung|nachbar nachbarn|verfolgen sendungsverfolgung|tracking sendungsverfolgung
    verfolgen|trackingnummer sendungsnummer sendungsverfolgung|sendungsnummer sendungsverfolgung|porto versandkosten|versandkosten porto versand
    |express eilig schnell|eilig express|ausland international lander|zoll einfuhr|uberwiesen uberweisung|uberweisen uberweisung|uberweisung
    uberweisen bank|abbuchen lastschrift|abgebucht lastschrift abbuchung|abbuchung lastschrift|lastschrift sepa abbuchen bankeinzug|bankeinzug
    lastschrift|einzug lastschrift|kontoverbindung bankverbindung iban|bankverbindung iban konto|iban bankverbindung|kreditkarte karte|rate raten
    ratenzahlung|raten ratenzahlung finanzierung|finanzieren ratenzahlung finanzierung|finanzierung raten|kredit finanzierung raten|abbezahlen
    tilgen ablosung|zinsen zinssatz|bar bargeld|restguthaben guthaben|gutschein code rabatt|coupon gutschein|rabattcode gutschein aktionscode
    |punkte bonus treue|bonus punkte pramie|empfehlen empfehlung werben|werben empfehlen|newsletter mailing|abbestellen abmelden newsletter
    |abmelden abbestellen|werbung newsletter|benachrichtigen benachrichtigung|informieren benachrichtigung|bescheid benachrichtigung|nachricht
    mitteilung|schreiben nachricht|kontaktieren kontakt|kontakt erreichen kundendienst|erreichen kontakt telefon|hotline telefon kontakt|anrufen
    telefon anruf|anruf telefon|kundendienst kundenservice support|kundenservice kundendienst|berater beratung|ansprechpartner kontakt|geoffnet
    offnungszeiten|offnen offnung|geschlossen offnungszeiten|feiertag feiertage|filiale laden markt|geschaft filiale laden|standort filiale
    adresse|parken parkplatz|umgezogen umzug adresse|umziehen umzug|wohnsitz adresse|hausnummer anschrift adresse|strasse anschrift|lieferadresse
    lieferanschrift|rechnungsadresse rechnungsanschrift|heiraten heirat name|geheiratet name heirat|nachname name|namen name|alter jahre
    |minderjahrig kinder alter|kind kinder|familie haushalt angehorige|ehepartner partner|partner partnerin|tod verstorben todesfall|gestorben
    verstorben todesfall|erbe todesfall|ausweis personalausweis identitat|identitat ausweis|nachweis bescheinigung|bescheinigung nachweis
    bestatigung|bestatigung bescheinigung|student studenten ausbildung|schuler schule|verein gemeinnutzig|behindert barrierefrei schwerbehindert
    |barrierefrei rollstuhl|auto fahrzeug wagen|fahrrad rad|zug bahn|fahrkarte ticket|reise fahrt|gepack koffer|flug flugzeug|zimmer unterkunft
    |hund haustier tiere|haustier tiere|arzt praxis|krank krankheit|versicherung versichert|strom energie|zahler zahlerstand|zahlerstand zahler
    ablesen|ablesen zahlerstand|heizung warme|wasser wasserverbrauch|muell abfall|mull abfall entsorgung|entsorgen entsorgung|altgerat entsorgung
    |internet wlan verbindung netz|wlan internet netz|netz empfang|verbindung netz internet|router modem|smartphone handy|bildschirm anzeige
    display|display bildschirm|akku batterie|laden aufladen|ladegerat laden|neustart neustarten|absturz absturzen fehler|absturzt absturz fehler
    |hangt langsam fehler|funktioniert fehler problem|geht funktioniert|fehlermeldung fehler|ton lautstarke|laut lautstarke|leise lautstarke
    stumm|stumm leise|kamera foto|aufnehmen aufnahme|drucken ausdruck drucker|ausdrucken drucken|drucker drucken|tabelle excel csv|kalender
    termin|absagen stornieren termin|ruckgangig stornieren widerrufen|abbestellt stornieren|pausieren pause unterbrechen|unterbrechen pause
    |fortsetzen weiterfuhren|laufzeit vertrag dauer|mindestlaufzeit laufzeit vertrag|kundigungsfrist kundigung frist|vertrag abo laufzeit
    |wechseln wechsel|umstellen wechseln andern|hoher upgrade|upgrade hoher tarif|downgrade niedriger tarif|gruppe team|abteilung team|chef
    leitung|verantwortlich zustandig|zuweisen zuordnen|vertreter vertretung|gast extern|offentlich sichtbar|sichtbar offentlich anzeigen|privat
    vertraulich|geheim privat|auskunft daten datenschutz|daten datenschutz|personlich personenbezogen|einwilligung zustimmung|agb bedingungen
    |betrug phishing|missbrauch betrug|verdachtig betrug phishing|gehackt sicherheit passwort|code pin|pin code geheimzahl|geheimzahl pin
    |zweistufig zweifaktor|aktivierungsmail bestatigungsmail|auftragsbestatigung bestatigung bestellbestatigung|bestellbestatigung bestatigung
    |auftrag bestellung|bestellt bestellung|kaufe bestellen|eingeben eintragen|ausfullen formular|formular antrag|antrag beantragen|bewerben
    bewerbung|stelle bewerbung karriere|bewerten bewertung|sterne bewertung|meinung bewertung|farbe farben|muster probe|aufbauen aufbau montage
    |aufbau montage|montieren montage|anleitung aufbauanleitung|bedienungsanleitung anleitung|fehlt fehlen|unvollstandig fehlt|lager vorrat
    verfugbar|verfugbar lieferbar vorratig|lieferbar verfugbar|ausverkauft verfugbar|vorratig verfugbar|nachbestellen bestellen|wunschliste
    merkliste|merkzettel merkliste|warenkorb einkaufswagen|leer leeren|verlauf historie|fruher vorher|reihenfolge sortieren|ordnen sortieren
    |kategorie gruppe|etikett label|rucksendeetikett etikett|umwandeln konvertieren|verkleinern kleiner|vergrossern grosser|titel name|ubersicht
    liste|zusammenfassung ubersicht|auswerten auswertung|alle gesamt|mehrere viele|massenhaft mehrere|zusatzlich extra`,
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
    |historique journal|vacances absence|horaire heures|oublier oublie reinitialiser|remplacer changer|renouveler renouvellement|expirer expiration
    |securite proteger protection|voleur vol vole|voler vole vol|vole vol perdu|perdre perdu perte|perte perdu|bloque bloquer blocage|debloquer
    deblocage deverrouiller|deverrouiller debloquer|activer activation mise|activation activer|desactiver arreter couper|couper desactiver
    |eteindre desactiver|allumer activer|acces identifiant connexion|mot passe|oublie oublier perdu|memoriser enregistrer|enregistrer sauvegarder
    |garder conserver|rappel alerte|rappeler rappel|echeance delai date|delai duree temps|combien prix|longtemps duree delai|maximum limite
    maximal|minimum minimal|taille dimension|poids lourd|retard tardif|majoration frais|frais cout tarif|supplement frais option|gratuit offert
    inclus|offert gratuit|gratuitement gratuit|moins reduction|etudiant jeune etudes|jeune etudiant|scolaire ecole|corriger modifier rectifier
    |erreur faux incorrect|faux erreur|mauvais erreur|impots fisc tva|justificatif facture recu|attestation justificatif|preuve justificatif|recu
    facture|cadeau offrir|emballage emballer|retirer retrait|retrait retirer magasin|recuperer retrait|garantie reparation|reparer reparation
    |reparation reparer garantie|casse abime endommage panne|abime endommage casse|raye abime|fissure casse|ecran affichage|batterie autonomie
    charge|charger charge chargeur|chargeur charge|derangement panne incident|incident panne|coupure panne interruption|fonctionne panne marche
    |marche fonctionne|bug erreur probleme|plante erreur panne|redemarrer relancer|rembourse remboursement|argent remboursement|renvoyer retour
    renvoi|renvoi retour|retourner retour|retractation retour annuler|annulation retractation|echange remplacement|remplacement remplacer
    |reclamation plainte|plaindre reclamation|reclamer reclamation|envoyer envoi|envoi expedition|expedier expedition envoi|recevoir reception
    livraison|reception livraison|arrive livraison|suivre suivi|suivi suivre colis|numero suivi|transporteur livreur|facteur livreur|express
    rapide|rapide express vite|etranger international pays|douane import|frontiere etranger pays|voyage etranger|voyager etranger|europe union
    |itinerance roaming etranger|virement transfert banque|prelevement debit banque|preleve prelevement|debite prelevement|iban banque compte
    |bancaire banque carte|rib iban banque|mensualite echeance fois|mensualites paiement fois|credit financement mensualite|financer mensualite
    |fois mensualite|especes liquide|cheque paiement|solde credit reste|reste solde|code coupon|coupon code bon|promo promotion code|points
    fidelite|parrainage parrainer filleul|parrainer parrainage|ami parrainage|lettre newsletter|desabonner desinscrire|pub publicite|publicite
    demarchage indesirable|demarcheur demarchage indesirable|notifier notification|prevenir alerte|avertir alerte|message texto sms|ecrire
    message|contacter contact joindre|contact joindre|conseiller service client|appeler appel|appels appel|hotline service telephone|ouvert
    horaires ouverture|ouverture horaires|ferme horaires|agence boutique|stationnement parking|demenage demenagement|rue adresse|coordonnees
    adresse|mariage nom|marie mariee nom|mariee nom|prenom nom|age majeur|mineur enfant|famille enfants foyer|foyer famille|epoux conjoint|deces
    decede|mort deces|heritier deces|identite piece|passeport identite|handicap accessible|fauteuil accessible|voiture vehicule|velo bicyclette
    |train gare|billet ticket|bagage valise|vol avion|chambre hebergement|chien animal|animal animaux|medecin docteur|assurance assure|assurer
    assurance|electricite energie|compteur releve|chauffage chaleur|eau consommation|internet wifi connexion reseau|wifi internet|reseau
    couverture signal|signal reseau|couverture reseau|antenne reseau|capter reseau|box modem routeur|modem box|routeur box|smartphone telephone
    portable|appareil telephone|operateur fournisseur|portabilite operateur numero|numero ligne|sim carte|esim carte sim|repondeur messagerie
    |boite messagerie|conso consommation|consommation suivi donnees|data donnees internet|donnees internet|giga donnees|gigas donnees|depasser
    depassement hors|depassement hors|illimite limite|debit vitesse|ralenti debit lent|lenteur lent debit|son volume|bruit son|silencieux son
    |camera photo|filmer video|film video|imprimer impression|tableau excel csv|calendrier agenda|rendez creneau|creneau horaire|decaler reporter
    |suspendre pause|reprendre reactiver|engagement contrat duree|contrat abonnement engagement|preavis resiliation|quitter resilier partir
    |partir quitter|stopper arreter resilier|arreter resilier|changer passer|migrer changer|superieur plus|inferieur moins|groupe equipe|service
    departement|responsable gerer|gerer administrer|titulaire proprietaire|ceder cession transferer|cession ceder transfert|transmettre
    transferer|invite externe|public visible|prive confidentiel|secret prive|historique donnees|effacement effacer supprimer|personnelles donnees
    |consentement accord|conditions cgv|fraude arnaque|arnaque fraude hameconnage|hameconnage arnaque|pirate securite|code pin|empecher bloquer
    interdire|limiter limite plafond|plafond limite|restreindre limiter|signaler signalement|utiliser usage|saisir entrer taper|entrer saisir
    |taper saisir|remplir formulaire|formulaire demande|demande demander|postuler emploi|emploi recrutement|noter note|evaluer note avis|etoile
    avis|commentaire avis|couleur teinte|echantillon test|monter montage|installer installation|notice manuel|manque manquant|incomplet manquant
    |stock disponible|rupture stock|favoris liste|panier achat|vide vider|ordre trier|classer trier|categorie rubrique|etiquette label|convertir
    transformer|reduire diminuer|agrandir augmenter|augmenter hausse|hausse augmentation|resume synthese|chiffres statistique|plusieurs nombreux
    |valable validite|valide valable|expire valable validite|expirer valable`,
  // Plurals that change the inside of a word, verbs beside their nouns, and other words for the same.
  ar: `فاتوره فواتير|سعر اسعار تكلفه ثمن|تكلفه تكاليف سعر|رسم رسوم|رسوم تكلفه سعر|طرد طرود شحنه|شحنه طرد|مبلغ مبالغ|خطه خطط باقه|باقه باقات خطه
    |عضو اعضاء|دور ادوار صلاحيه|صلاحيه اذن دور|عميل عملاء زبون|زبون زبائن عميل|شهر اشهر شهور شهري|شهري شهر|سنه سنوات سنوي عام|سنوي سنه|يوم ايام
    |اسبوع اسابيع|رمز رموز كود|كود رمز|صوره صور|رابط روابط|عنوان عناوين|رساله رسائل بريد|بريد ايميل رساله|ايميل بريد|جهاز اجهزه|حد حدود اقصي
    |اقصي حد|تقرير تقارير|فريق فرق|مشكله مشاكل خطا|خطا اخطاء مشكله|سؤال اسئله|هديه هدايا|ملف ملفات مستند|مستند وثيقه ملف|عقد عقود|خصم خصومات تخفيض
    |تخفيض خصم|قسيمه قسائم كوبون|كوبون قسيمه|ضريبه ضرائب|بنك بنوك مصرف|متجر متاجر|موعد مواعيد|شرط شروط|بند بنود|هاتف جوال موبايل|جوال هاتف|موبايل هاتف
    |دفع ادفع سداد تسديد يدفع الدفع|سداد دفع|مجاني مجانا|مجانا مجاني|الغاء الغي يلغي تلغي الغيت انهاء|الغي الغاء|يلغي الغاء|انهاء الغاء
    |استرداد استرجاع ارجاع يسترد استرد|استرجاع استرداد ارجاع|ارجاع استرجاع استرداد اعاده ارجع يرجع|ارجع ارجاع|استرد استرداد|استبدال تبديل|تبديل استبدال
    |حذف احذف مسح ازاله|احذف حذف|مسح حذف|ازاله حذف|تغيير غير اغير تعديل تبديل|اغير تغيير|تعديل تغيير اعدل|اعدل تعديل|تحديث احدث ترقيه|ترقيه تحديث خطه
    |اضافه اضيف ادعو دعوه|اضيف اضافه|دعوه ادعو اضافه|ادعو دعوه|انشاء انشئ اعداد|انشئ انشاء|تسجيل اسجل دخول حساب|دخول تسجيل|اسجل تسجيل|خروج تسجيل
    |نسيت استعاده فقدت|فقدت نسيت ضاع|استعاده نسيت اعاده|تتبع اتتبع متابعه|اتتبع تتبع|توصيل شحن تسليم|شحن توصيل ارسال|تسليم توصيل|وصول يصل وصل|يصل وصول توصيل
    |تاخر تاخير متاخر|متاخر تاخر|تالف مكسور معطل|مكسور تالف|معطل تالف عطل|ضمان كفاله|كفاله ضمان|اصلاح تصليح صيانه|تصليح اصلاح|تفعيل افعل تنشيط|افعل تفعيل
    |تعطيل ايقاف|ايقاف تعطيل الغاء|تنزيل تحميل تصدير|تحميل تنزيل رفع|رفع تحميل استيراد|تصدير تنزيل|استيراد رفع|نسخه نسخ|ربط دمج تكامل|تكامل ربط
    |دعم مساعده|بيانات معلومات|معلومات بيانات|خصوصيه بيانات|لغه لغات ترجمه|ترجمه لغه|تطبيق برنامج|موقع صفحه|دوام ساعات عمل|ساعه ساعات|بطاقه بطاقات`,
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
