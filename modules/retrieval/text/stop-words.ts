// Stop words: words of nearly every text, and what people write around a question. They are searched only if a question has no others.
import { stopwords as danish } from "@orama/stopwords/danish";
import { stopwords as finnish } from "@orama/stopwords/finnish";
import { stopwords as norwegian } from "@orama/stopwords/norwegian";
import { stopwords as russian } from "@orama/stopwords/russian";
import { stopwords as swedish } from "@orama/stopwords/swedish";
import { fold } from "./tokenizer.ts";

const words = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap((text) => text.split(" ")));
const listed = (all: readonly string[]): ReadonlySet<string> => new Set(all.map(fold));

/** Folded, by language. The second text of a language has greetings, thanks and filler; English contractions also without apostrophe. */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    "a about all also am an and any are as at be been being but by can could did do does doing done for from get gets getting got had has have having he her here hers him his how i if in into is it its itself just like ll may me might mine more most much must my myself no nor not of off on once one only or other our ours out over own re same shall she should so some such than that the their theirs them then there these they this those through to too under until up us use using ve very was we were what when where whether which while who whom whose why will with within without would you your yours yourself",
    "ain aint aren arent cant couldn couldnt d didn didnt doesn doesnt don dont gonna gotta hadn hadnt hasn hasnt haven havent hes id im isn isnt ive lets m s shes shouldn shouldnt t thats theres theyre theyve wanna wasn wasnt weren werent whats wheres whos won wont wouldn wouldnt youd youll youre youve",
    "advance anybody anyone appreciate appreciated bit bother bothering cheers dear excuse figure figured folks forward glad good guys greetings happy hello help hey hi hiya hope hoping howdy idea ideas kind kindly know let lot many maybe morning afternoon evening ok okay perhaps please possible possibly pls plz question quick quickly really regards say seem seems somehow someone sorry sure tell thank thanks there thing things think thx trouble try trying tried understand understanding wanted want wants way well wonder wondering yeah yes",
  ),
  de: words(
    "ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da dabei dafur damit dann daran darauf daraus das dass dazu dein deine dem den denn der deren des deshalb dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure fur gibt habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins irgendwie ist ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen keiner konnen konnte man manche mal mehr mein meine meinem meinen meiner meines mich mir mit muss mussen nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit selbst sich sie sind so soll sollte sondern sonst uber um und uns unser unsere unserem unseren unter vom von vor war waren warum was wegen weil welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wo wohin wollen wurde wurden wodurch woher womit woran zu zum zur",
    "abend bedanke bitte einfach entschuldigung geht gut kleine kleines komme liebes problem schonen sorry storen storung versuche verzeihung weiter weiterhelfen wollte bitten besten danke dank dankbar eigentlich frage fragen freue freundliche freundlichen grussen gruss grusse gern gerne gerade guten guter gute hallo helfen hilfe hilft hey hi hoffe irgend irgendjemand jemand kurz kurze leider liebe lieber mochte mochten moin moglich moin morgen servus sagen tag tun vielen viele vielleicht voraus weiss wunsche wurde wisst zusammen gerne wissen sagt",
  ),
  fr: words(
    "a ai ainsi alors apres as au aucun aucune aussi autre autres aux avec avez avoir avons bien c ca car ce ceci cela celle celui ces cet cette chez ci comme comment d dans de deja depuis des deux doit donc dont du elle elles en encore entre es est et etait etant ete etes etre eu eux fait faire faut il ils j je jusque l la laquelle le lequel les leur leurs lors lorsque lui m ma mais me meme memes mes mien moi moins mon n ne ni non nos notre nous on ont or ou par parce pas peu peut peux plus plusieurs pour pourquoi pouvez pouvoir puis puisque qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si sien soi soit son sont sous suis sur t ta tant te tel telle tes toi ton tous tout toute toutes tres trop tu un une va vers voici voila vont vos votre vous vu y",
    "aide aider aidez allez amities arrive comprendre comprends demandais derange deranger espere excuse excusez plait probleme reponse souci auriez aurais avance beaucoup besoin bonjour bonne bonsoir bonjour coucou cordialement demande demander dire idee journee jaimerais aimerais merci moyen pardon petite petit pourrais pourriez pourrait possible possibilite question quelquun quelqu salut sais savez savoir serait souhaite souhaiterais svp stp veux voudrais voulais vouloir",
  ),
  es: words(
    "a al algo algun alguna como con cual cuando de del desde donde e el ella ellos en entre era es esa ese eso esta estan estas este esto estos estoy fue ha han hasta hay he la las le les lo los mas me mi mis muy no nos nosotros o otra otro para pero por porque puede puedo puedes que quien se sea ser si sin sobre son soy su sus tambien tan te tengo tiene tienen todo todos tu tus un una uno unos y ya yo",
    "agradezco alguien ayuda ayudar ayudarme buenas buenos dias favor gracias gustaria hola necesito noches podria podrian pregunta quiero queria quisiera saber saludos tardes cordial",
  ),
  it: words(
    "a ad agli ai al alla alle allo anche ancora avere c che chi ci ciao come con cosa cui da dal dalla degli dei del della delle di dopo dove e ed era essere fa fare gli ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mie mio miei ne negli nei nel nella no noi non nostro o per perche piu poi posso puo puoi qual quale quali quando quello questa queste questi questo qui se sei si sia siamo sono su sua sul sulla suo suoi ti tra tu tutti tutto un una uno vi voi vostro",
    "aiutare aiutarmi aiuto anticipo buona buonasera buongiorno domanda favore giorno grazie piacere potrebbe potete qualcuno salve sapere saluti vorrei",
  ),
  pt: words(
    "a ainda ao aos as ate com como da das de dela dele depois do dos e ela elas ele eles em entre era essa esse esta estao estas este estes estou eu foi for ha isso isto ja la lhe lo mais mas me mesmo meu meus minha minhas muito na nao nas nem no nos nosso num numa o onde os ou para pela pelas pelo pelos pode podem por porque posso qual quando que quem se sem ser seu seus so sou sua suas tambem te tem tenho ter teu tu tua um uma voce voces",
    "agradeco ajuda ajudar alguem antecipadamente boa bom dia favor gostaria noite obrigada obrigado oi ola pergunta poderia preciso quero queria saber tarde",
  ),
  nl: words(
    "aan al alle als andere ben bij daar dan dat de den der deze die dit doen door dus een eens en er ge geen had haar heb hebben heeft hem het hier hij hoe hun iets ik in is ja je jij jouw jullie kan kun kunnen kunt maar me mee meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons onze ook op over te tegen tot u uit uw van veel voor waar waarom want waren was wat we wel werd wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou",
    "alvast bedankt dank dag goedemiddag goedemorgen goedenavond graag groet groeten hallo help helpen hoi hulp iemand misschien vraag vragen weten zeggen wilde",
  ),
  ar: listed(
    [
      "في من إلى على عن مع بين بعد قبل عند عندما منذ حتى خلال حول ضد دون بدون تحت فوق أمام خلف لدى ل ب ك و أو أم ثم لكن ولكن بل لا لم لن ما ماذا لماذا متى أين كيف كم هل أي أية من الذي التي الذين اللذين اللتين اللواتي هذا هذه هؤلاء ذلك تلك أولئك هنا هناك هو هي هم هن هما أنا أنت أنتم نحن إن أن إذا لو لأن كي لكي قد لقد سوف كان كانت كانوا يكون تكون أكون ليس ليست كل بعض جميع كلا غير سوى فقط أيضا جدا مثل كما حيث حين لي لك له لها لنا لكم لهم بي بك به بها بنا بكم عليه عليها علي عليك عليكم إليه إليها إليك إلي إليكم فيه فيها فيما منه منها منك مني عنه عنها معه معي معك ما يا أنه أنها أني أنني إنه إنها إني بما مما لما كلما عما التى الى علي ايضا الان الآن ثمة نعم أجل",
      "مرحبا أهلا اهلا السلام عليكم سلام صباح مساء الخير تحية طيبة فضلك فضلكم سمحت سمحتم رجاء الرجاء أرجو يرجى ممكن يمكن يمكنني يمكنك يمكنكم أستطيع استطيع أقدر أريد اريد أود اود أرغب ارغب أحتاج احتاج شكرا جزيلا مساعدة مساعدتي ساعدوني ساعدني سؤال لدي عندي أعرف اعرف معرفة أخبرني أخبروني شيء يجب لازم ينبغي عزيزي السادة",
    ].flatMap((text) => text.split(" ")),
  ),
  sv: listed(swedish),
  da: listed(danish),
  nb: listed(norwegian),
  fi: listed(finnish),
  ru: listed(russian),
};
