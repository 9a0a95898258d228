// Stop words: words of nearly every text. They are searched only if a question has no others.
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Folded, by language. */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    "a about all am an and any are as at be been but by can could did do does doesn don for from get had has have how i if in into is isn it its just like ll me my no not of off on or our re should so some than that the their them then there these they this those to too us use using ve was we were what when where which while who why will with without would you your",
  ),
  de: words(
    "aber als am an auch auf aus bei bin bis das dass dem den der des die doch ein eine einem einen einer eines er es fur hat hatte ich ihr im in ist ja kann kein konnen man mehr mein mich mir mit nach nicht noch nur oder ob sein sich sie sind so uber um und uns von vor war warum was wenn wer werden wie wir wird wo zu zum zur",
  ),
  fr: words(
    "a ai au aux avec c ce ces cette comment d dans de des du elle en est et etre il ils j je l la le les leur lui ma mais me mes mon n ne nos notre nous on ou par pas pour pourquoi qu quand que quel quelle qui s sa se ses si son sont sur t ta te tes ton tu un une vos votre vous y",
  ),
  es: words(
    "a al como con cual cuando de del donde el ella ellos en es esta este esto ha hay la las le les lo los mas me mi mis no nos o para pero por porque puede puedo que quien se ser si sin sobre son su sus tu un una uno y ya yo",
  ),
  it: words(
    "a ai al alla anche che chi ci come con cosa da dal dei del della delle di dove e ed essere gli ha ho i il in io la le lo ma mi mio ne nel nella non o per perche piu posso quando quale quello questo se sei si sono su sua suo ti tra un una uno vi",
  ),
  pt: words(
    "a ao aos as com como da das de do dos e ela ele em entre essa esse esta este eu foi ha isso ja la mais mas me meu minha na nao nas no nos o onde os ou para pela pelo por porque posso qual quando que quem se sem ser seu sua tem um uma voce",
  ),
  nl: words(
    "aan als bij dat de deze die dit door een en er ge geen haar heb het hij hoe ik in is je kan kun maar me meer met mijn na naar niet nog of om onder ons ook op over te tot uit uw van voor waar waarom wat we wel wie wij worden wordt ze zich zij zijn zo",
  ),
};
