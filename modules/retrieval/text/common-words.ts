// Ordinary words of a language. They are never taken for misspelt, and their absence from a project says little about what is asked.
import { fold } from "./tokenizer.ts";
import { STOP_WORDS } from "./stop-words.ts";

const words = (text: string): readonly string[] => text.split(/\s+/);

/** Among the most frequent words of each language, with those that people use to describe what they want or what went wrong. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  en: words(`able above accept accepted access according account across act action actual actually add added adding address afraid after again
    against age ago agree ahead air allow allowed allows almost alone along already alright although always amount angry annoying another answer
    answers anything anyway anywhere apart apparently appear appears apply area around arrive arrived aside ask asked asking asks attempt away
    baby back bad bar base based basic bath beach beat beautiful became because become becomes bed before began begin behind believe below beside
    best better between beyond big bill bird black blank blue board boat body book born both bother bottom bought box boy break bring broke broken
    brother brought build built bunch burn bus business busy button buy call called calls came car card care carry case catch cause caused causes
    center certain certainly chance change changed changes changing charge charged cheap check checked checking child children choice choose chose
    city class clean clear clearly click clicked clicking close closed clue coffee cold come comes coming common company complete completely
    computer confused consider contact contain contains continue cook cool copy correct cost costs country couple course cover create created
    creating cross current currently customer customers cut daily damage dark data date daughter dead deal decide decided deep definitely delete
    deleted depends desk despite detail details developer device die died different difference difficult dinner direct dirty disappear
    disappeared discover dog dollar door double doubt down draw dress drink drive drop dry due during each earlier early earth easier easily east
    easy eat edge effect either else email empty end ended ends enjoy enough enter entered entire error errors especially even ever every everybody
    everyone everything everywhere exact exactly example except expect expected expensive explain extra eye eyes face facing fact fail failed
    failing fails fair fall family far fast father fear feature feel feels feet fell felt few field fight figure file fill final finally find
    fine finger finish finished fire first fish fit five fix fixed floor flow fly follow followed following food foot force forever forget forgot
    forgotten form forward found four free french friend friends front frozen fruit full fully fun funny further future game garden gave general
    german girl give given gives giving glass goal goes going gold gone great green grey ground group grow guess guest guide hair half hall hand
    hands happen happened happening happens hard hardly hat hate head hear heard heart heat heavy height held hidden hide high hit hold hole
    holiday home horse hospital hot hour hours house however huge human hundred hurt husband ignore image immediately important impossible improve
    include included includes increase indeed information inside instead interest interested internet issue issues item items job join joined
    keep keeps kept key kid kids kill kitchen knew knows land language large last late lately later laugh law lead learn learned least leave leaves
    leaving left leg legal less letter letters level lie life light likely limit line link list listen little live lives living load local long
    longer look looked looking looks lose loses losing lost loud love low luck lunch machine mad made mail main make makes making manage manager
    manual map march mark market married matter meal mean meaning means meant measure meet meeting member members mention mentioned message
    messages met middle mile milk million mind minute minutes miss missed missing mistake mistakes moment money month monthly months moon mother
    mouth move moved moving music name names national near nearly necessary neck needed needs need neither network never new news next nice night
    nine nobody noise none normal normally north nose note nothing notice noticed number numbers object obviously odd offer office often oil old
    open opened opening opens opinion option options order ordered orders original others otherwise outside owner page pages paid pain paint pair
    paper parent parents park part particular parts party pass passed past pay paying payment people percent perfect perfectly person personal
    phone photo pick picture piece place plain plan planet plans plant play played please plus pocket point poor popular post power prefer present
    press pressed pretty prevent previous previously price probably problem problems process product program project promise proper properly
    provide provided public pull purchase purchased push put puts quickly quiet quite rain raise ran random rather reach read reading ready real
    reason receive received recent recently record red refuse regular related remain remember remove removed removing repeat reply report request
    require required rest result results return returned returning rich ride right ring rise river road rock room round row rule run running runs
    sad safe safely said sale salt saved saw saying says scared school screen sea search season seat second secure seeing seen sell send sending
    sends sent separate serious seriously serve service set sets setting settings seven several shape share sharp ship shirt shoe shoes shop short
    shot shoulder show showed shower showing shown shows shut sick side sight sign silver similar simple simply since single sister sit site
    situation six size skin sky sleep slightly slow slowly small smart smell smile snow soft sold solution solve son song soon sort sound sounds
    south space speak special specific speed spend spent spot spring square stage stand star stare start started starting starts state stay stays
    step steps stick still stone stood stop stopped stops store storm story strange street string strong stuck student study stuff stupid style
    subject success such suddenly sugar suggest suit summer sun super support suppose supposed surprise sweet swim switch system table take taken
    takes taking talk tall taste teach teacher ten terrible test text themselves therefore thick thin third thought thousand three threw through
    throw till time times tired title today together told tomorrow tone tonight too took tool top total touch toward towards town track train
    travel tree trip true truth turn turned turns twelve twenty twice two type typed typing unable unless unlike unfortunately update updated upon
    upset usual usually value various version via view visible visit voice wait waited waiting walk wall war warm wash watch water weather week
    weekend weekly weeks weight weird welcome went west wet whatever wheel whenever white whole wide wife wild wind window winter wish woman women
    wonderful wood word words work worked working works world worried worry worse worst worth write writes writing written wrong wrote year yearly
    years yellow yesterday yet young yourself zero`),
  de: words(`abends abgelehnt abgeschickt achten adresse ahnung akzeptieren aktiv aktuell alleine allerdings allgemein anbieten andern anderer anders
    anfang anfangen anfrage angeben angegeben angezeigt anlegen anmelden annehmen anrufen ansehen ansicht anstatt antwort antworten anzahl anzeige
    anzeigen arbeit arbeiten arbeitet art aufgabe aufgaben aufhoren aufmachen auge augen ausgeben aussehen ausserdem aussuchen auswahlen auto bald
    bank bauen bearbeiten bedeutet beenden beginnen behalten beide beiden beispiel beitrag bekam bekannt bekomme bekommen bekommt bereits besonders
    besser bestimmt bestimmte betrag betreff bevor bezahlen bezahlt bild bilder bisher bitten blau bleiben bleibt brauche brauchen braucht brief
    bringen buch buchstabe bunt daher damals danach dank daneben darf darum datum dauern dauernd dauert defekt denke denken denselben derzeit
    dienst ding dinge direkt doppelt draussen drei dritte drin dringend drucken druckt dumm dunkel durfen ebenfalls ebenso echt ecke egal ehemalig
    eher eigen eigene eigenen eilig einfach einfugen eingeben eingegeben einige einigen einmal einrichten einstellen einstellung einstellungen
    einzeln einzige eltern email ende enden endlich entfernen entscheiden entweder erfahren erhalten erhalte erhoht erklaren erlaubt ernst erreichen
    erscheint erst erste ersten erwarten erzahlen essen fahren fall falle falls falsch falsche familie fand fangen farbe fast fehlen fehler fehlt
    fenster fertig fest finde finden findet firma folgen folgende form foto frau frei freund fruh fruher fuhlen funf funktioniert funktionieren
    ganz ganze ganzen garantiert garten gebe geben gefallen gefunden gegangen gegeben gegen gehe gehen geht gehort gekauft gekommen gelangen geld
    gelesen geloscht gemacht genau genug geoffnet gesagt geschickt geschlossen geschrieben gesehen gesendet gestern gesucht getan gewesen gewohnlich
    gibt gingen glaube glauben gleich gleiche gleichzeitig grau gross grosse grosser grun grund gruppe gultig haus hause heben heisst hell her heraus
    herum heute hilf hinter hinzufugen hoch hoffen hoher holen horen hund hundert immer information innen jahr jahre jahren jemals jener jung junge
    kalt kam kamen kaputt karte kauf kaufe kaufen kennen kind kinder klappt klar klein kleine klicke klicken knopf komisch komme kommen kommt komplett
    konto korrekt kosten kostet kunde kunden lang lange langer langsam lasse lassen lauft laut leben leer legen leicht lernen lesen letzte letzten
    leute licht liegen liegt links liste lose losen loschen los mache machen macht madchen mail mann mehrere mehrfach meint meinen meist meisten
    meldung mensch menschen merken minute minuten mitglied mittel moment monat monate monatlich montag mussten mutter nachdem nachricht nachrichten
    nachste nachsten nacht naechste nahe name namen namlich nass nehmen neu neue neuen neuer neues neun niemals niemand nie nimmt nochmal normal
    normalerweise notig nummer nutze nutzen offen offenbar offnen oft online ordnen ort paar papier passieren passiert passt person personen platz
    plotzlich preis problem probleme produkt punkt rechnung rechts reden regel rest richtig richtige rot rufen ruhig sache sachen satz schade schaffen
    schauen schlecht schliessen schlimm schnell schon schreiben schreibt schritt schuld schule schwarz schwer sechs sehe sehen sehr seite seiten
    selber selten senden setzen sicher sieben sieht sobald sofort sogar solche solange spat spater speichern spielen sprache sprechen stadt stand
    stark stehen steht stelle stellen stimmt stoppen strasse stuck stunde stunden suche suchen tage tagen tat taglich tausend teil teilen telefon
    teuer text tisch tot trinken trotzdem tur typ uberall uberhaupt ubrig uhr umsonst unbedingt unbekannt ungefahr unmoglich unten unterschied
    ursache vater verandern verbinden verboten vergessen verkaufen verlieren verloren verschieden verschiedene verschwunden versehentlich version
    versprechen verstehe verstehen verstanden versuche versuchen versucht verwenden vier volle vollig voll vorbei vorher vorn wagen wahl wahlen wahr
    wahrend wann ware warm warte warten wasser wechseln weder weg weihnachten weiss weit weiter weitere wenig weniger wenigstens werk wert wichtig
    wirklich woche wochen wohnen wollte wort wunsch zahl zahlen zehn zeichen zeigen zeigt zeile zeit zentral ziehen ziel zimmer zuerst zufrieden
    zugang zuletzt zuruck zusatzlich zusehen zwar zwei zweimal zweite zwischen`),
  fr: words(`absolument accepte accepter acces accord achat achete acheter actuel actuellement adresse affaire affiche afficher afin age agit ailleurs
    ajoute ajouter aller alors ami amis ancien ancienne annee annees annuler appareil apparait appel appeler appelle apporter apprendre appuyer
    argent arrete arreter arrive arrivent arriver article attend attendre attention aucune aujourd aura auraient aurait autant autour autrement
    avaient avais avait avoue ayant bas bateau beau belle bien bientot blanc bleu boire bon bonnes bouton bref but cadeau cadre car carte cas
    casse cause centre cependant certain certaine certainement certains cesse chacun champ chance change changement changer chaque charge charger
    chaud chemin cher chercher cherche cheval chien chiffre choisi choisir choix chose choses cinq clair clairement classe clic client clients
    cliquer cliquant code coeur combien commande commandes commence commencer commencant commun compagnie complet completement comprendre comprends
    compris compte comptes concerne concernant condition confirmer connais connaitre conseil considere constate contact contacter contenir contenu
    content continue continuer contraire contre copie corps correct correctement cote coup couleur cours court coute couter coutent couter cree creer
    crois croire cuisine dame date debut dedans dehors demain dernier derniere dernieres derriere desormais dessous dessus detail deuxieme devant
    devenir devient devoir devrait devrais different differente difficile dimanche directement dirige disent disparu dispose dit dites dix donne
    donnee donnees donner dois doivent dormir dossier doute droit droite dur duree eau ecran ecrire ecrit effacer effet egal egalement elements
    email employe endroit enfant enfants enfin enlever ennuyeux enregistrer ensemble ensuite entendre entendu entier entree entreprise entrer envie
    environ envoi envoie envoye envoyer erreur erreurs espace essaie essaye essayer etaient etat etes etions etonne etrange evidemment exactement
    exemple existe expliquer facile facilement facon faible faim fais faisait faites famille faudrait faute faux femme fenetre ferme fermer feu fichier
    figure fille film fils fin finalement fini finir fois fonction fonctionne fonctionner force forme fort forte frais francais frere garde garder
    gauche gens grand grande grave gris gros groupe guide habitude habituel haut heure heures hier histoire homme hors huit ici identique ignorer image
    immediatement important importe impossible indique indiquer information informations inscrire installer instant inutile jamais jardin jaune jeu
    jeune joindre jour jours juste justement laisse laisser langue large leger lent lentement lettre libre lien lieu ligne lire liste lit livre local
    loin long longtemps longue lundi lumiere machine magasin main maintenant mais maison mal malgre malheureusement manger manque manquant marche
    marcher mari matin mauvais mauvaise meilleur membre mer mere message messages met mettre midi mieux milieu mille minute minutes mis mise modifie
    modifier moins mois moitie moment monde monsieur montant montre montrer mort mot mots mur musique naturellement necessaire neuf niveau noir nom
    nombre normal normale normalement note nouveau nouveaux nouvel nouvelle nouvelles nuit nulle numero objet obtenir oeil offre option options ordinateur
    ordre original oublie oublier outil ouvert ouvre ouvrir page pages paie paiement papier parait pareil parfait parfois parle parler part partie
    partir partout passe passer pauvre payer paye pays peine pendant pense penser perdre perdu permet permettre personne personnel personnes petit
    peur photo phrase piece pied pierre place plait plein pleine plutot point porte porter pose poser position possede poste premier premiere prend
    prendre prends pres presque pret prevu principal pris prix probable probablement probleme problemes prochain produit produits projet propos proposer
    propre puisse quatre quelque quelques quitte quitter raison rapide rapidement rappelle rapport recemment recevoir recois recoit recu refuse regarder
    regle remettre remplir rencontre rendre rentrer repondre reponse reste rester resultat retard retirer retour retourner retrouver reussi reussir
    reviens rien rouge route rue sais salle samedi sang sauf semaine semaines semble sens sept serai seraient seront service seul seule seulement
    si simple simplement site situation six societe soir soleil solution sorte sorti sortie sortir souvent special suite suivant suivante suivi suivre
    sujet supprime supprimer surtout systeme table tache taille tard telephone tellement temps tenir terminer terre tete texte tiens tirer titre
    tombe tort toucher toujours tourner travail travaille travailler travers trois trop trouve trouver type uniquement un utile utilise utiliser
    valeur valider vendre vendredi venir vent verifier verre version vert veut veulent vide vie vient vieux ville visible vite vivre voie voir vois
    voit voiture voix vouloir vrai vraiment vue yeux zero`),
  es: words(`abrir acabo aceptar acceso actual agregar agua ahora alguno algunos antes aparece aqui archivo asi aunque ayer bajo bastante bien bueno
    cada cambiar cambio campo casa caso cerca cerrar cliente clientes color comprar comprado correcto correo cosa cosas crear creo cuenta cuesta
    dar datos deber debo debe deberia decir deja dejar demasiado dentro despues dia diferente dinero dirigir dos durante ejemplo eliminar empezar
    empresa encontrar enviar entiendo error escribir espera esperar existe falta fecha forma fuera funciona funcionar gente gran grande hablar hace
    hacer hecho hora horas hoy idioma igual imagen informacion ir jamas leer lista llega llegar llevar lugar luego mal manera mano mayor mejor menos
    mensaje mes meses mientras mirar mismo modo momento mostrar mucho mundo nada nadie nombre nueva nuevo nunca numero ocurre otra otros pagar pago
    pagina palabra parece parte pasa pasado pasar pedido pedir pequeno perder persona personas poder poner porque posible precio primera primero
    problema problemas producto pronto propio punto quitar razon realmente recibir recibido saber salir seguir segundo seguro semana sigue siempre
    siguiente sino sitio solo tarde telefono texto tiempo tienda tipo toda todavia trabajo tratar tres usar usuario varios veces vender venir ver
    version vez vida viene volver`),
};

const all = new Map(
  Object.entries(COMMON).map(([language, own]) => [language, new Set([...own, ...(STOP_WORDS[language] ?? [])].map(fold))]),
);
/** Whether a folded word is an ordinary one in any of the languages. */
export const isCommonIn = (word: string, languages: readonly string[]): boolean =>
  languages.some((language) => all.get(language)?.has(word) ?? STOP_WORDS[language]?.has(word) ?? false);
