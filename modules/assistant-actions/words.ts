// What a customer is told when an action waits for them, in the eight languages of the assistant (not Arabic). Code writes it, so no model
// can word a consent.
interface Words {
  /** A code has to prove their address. */
  readonly proof: string;
  /** They have to confirm what will be done. */
  readonly confirmation: string;
  /** The customer's own message once they have confirmed; the assistant answers it with what came of it. */
  readonly confirmed: (name: string) => string;
  /** In a passage: the service accepted it. */
  readonly done: (name: string) => string;
}
const WORDS: Readonly<Record<string, Words>> = {
  en: {
    proof: "Before I can look this up, please prove that your email address is yours: we mail you a code that you enter here.",
    confirmation: "Please check the details and confirm them here. Nothing is changed before you do.",
    confirmed: (name) => `Yes, please: “${name}”.`,
    done: (name) => `“${name}” was done: it was accepted.`,
  },
  de: {
    proof: "Bevor ich das nachsehen kann, bestätigen Sie bitte Ihre E-Mail-Adresse: Wir senden Ihnen einen Code, den Sie hier eingeben.",
    confirmation: "Bitte prüfen Sie die Angaben und bestätigen Sie sie hier. Vorher wird nichts geändert.",
    confirmed: (name) => `Ja, bitte: „${name}“.`,
    done: (name) => `„${name}“ wurde ausgeführt und angenommen.`,
  },
  es: {
    proof: "Antes de consultarlo, confirme su dirección de correo: le enviamos un código que debe introducir aquí.",
    confirmation: "Compruebe los datos y confírmelos aquí. Antes no se cambia nada.",
    confirmed: (name) => `Sí, por favor: «${name}».`,
    done: (name) => `«${name}» se ha realizado y aceptado.`,
  },
  fr: {
    proof: "Avant de consulter cela, veuillez confirmer votre adresse e-mail : nous vous envoyons un code à saisir ici.",
    confirmation: "Veuillez vérifier les informations et les confirmer ici. Rien n’est modifié avant.",
    confirmed: (name) => `Oui, s’il vous plaît : « ${name} ».`,
    done: (name) => `« ${name} » a été effectué et accepté.`,
  },
  it: {
    proof: "Prima di poter controllare, confermi il Suo indirizzo e-mail: Le inviamo un codice da inserire qui.",
    confirmation: "Controlli i dati e li confermi qui. Prima non viene modificato nulla.",
    confirmed: (name) => `Sì, grazie: «${name}».`,
    done: (name) => `«${name}» è stato eseguito e accettato.`,
  },
  ja: {
    proof: "お調べする前に、メールアドレスの確認をお願いします。お送りするコードをここに入力してください。",
    confirmation: "内容をご確認のうえ、ここで承認してください。承認されるまで何も変更されません。",
    confirmed: (name) => `はい、お願いします：「${name}」`,
    done: (name) => `「${name}」は実行され、受け付けられました。`,
  },
  nl: {
    proof: "Voordat ik dit kan opzoeken, bevestigt u uw e-mailadres: we sturen u een code die u hier invoert.",
    confirmation: "Controleer de gegevens en bevestig ze hier. Tot dan wordt er niets gewijzigd.",
    confirmed: (name) => `Ja, graag: ‘${name}’.`,
    done: (name) => `‘${name}’ is uitgevoerd en geaccepteerd.`,
  },
  pt: {
    proof: "Antes de consultar isto, confirme o seu endereço de e-mail: enviamos-lhe um código para introduzir aqui.",
    confirmation: "Verifique os dados e confirme-os aqui. Até lá, nada é alterado.",
    confirmed: (name) => `Sim, por favor: «${name}».`,
    done: (name) => `«${name}» foi executado e aceite.`,
  },
};

/** In English if it is a language that nobody here speaks. */
export const wordsFor = (language: string | undefined): Words => WORDS[(language ?? "en").slice(0, 2).toLowerCase()] ?? WORDS["en"]!;
