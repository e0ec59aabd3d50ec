import type { MailWords } from './words.ts'

export const it: MailWords = {
  hello: (name) => `Buongiorno ${name},`,
  cameFrom: (agent) => `Provenienza: ${agent}.`,
  warnings: {
    slowed: {
      subject: 'Accessi non riusciti al suo account bApp',
      text: 'Qualcuno ha provato più volte ad accedere al suo account con una password sbagliata. I prossimi tentativi ora devono attendere. Se era lei, aspetti un poco e riprovi. Se non era lei, la password ha impedito l’accesso; avvisi il suo amministratore.',
    },
    password_changed: {
      subject: 'La sua password di bApp è stata cambiata',
      text: 'La password del suo account è stata cambiata e tutte le altre sessioni sono terminate. Se non è stato lei, chieda subito una nuova password nella pagina di accesso e avvisi il suo amministratore.',
    },
    two_step_on: {
      subject: 'La verifica in due passaggi è attiva',
      text: 'Da ora il suo account chiede all’accesso un codice della sua app di autenticazione. Se non è stato lei ad attivarla, avvisi subito il suo amministratore.',
    },
    two_step_off: {
      subject: 'La verifica in due passaggi è disattivata',
      text: 'Il suo account non chiede più un codice all’accesso. Se non è stato lei a disattivarla, cambi subito la password e avvisi il suo amministratore.',
    },
    two_step_reset: {
      subject: 'Un amministratore ha disattivato la sua verifica in due passaggi',
      text: 'Un amministratore ha disattivato la verifica in due passaggi del suo account, come si fa quando si perde il telefono. Tutte le sue sessioni sono terminate. Acceda con la sua password e riattivi la verifica in due passaggi nel suo account. Se non l’ha chiesto lei, avvisi subito il suo amministratore.',
    },
    key_created: {
      subject: 'Una nuova chiave API agisce a suo nome',
      text: 'È stata creata una chiave API per il suo account. Se non è stato lei, la elimini nel suo account e cambi la password.',
    },
    pin_set: {
      subject: 'Il Suo PIN di firma è stato impostato',
      text: 'Per il Suo account è stato impostato o cambiato un PIN di firma, dopo un nuovo accesso presso il provider di identità dell’azienda. Firma record a Suo nome. Se non è stato Lei, lo rimuova in «Il mio account» e avvisi subito l’amministratore.',
    },
    pin_removed: {
      subject: 'Il Suo PIN di firma è stato rimosso',
      text: 'Il Suo account non ha più un PIN di firma. Le firme si provano con un nuovo accesso presso il provider di identità dell’azienda. Se non è stato Lei, avvisi l’amministratore.',
    },
    pin_locked: {
      subject: 'Il Suo PIN di firma è bloccato',
      text: 'È stato inserito cinque volte un PIN di firma errato: è bloccato. Lo imposti di nuovo in «Il mio account» dopo un nuovo accesso presso il provider di identità dell’azienda. Se non è stato Lei, avvisi subito l’amministratore.',
    },
  },
  resetSubject: 'Impostare una nuova password per bApp',
  reset: (link, minutes) =>
    `È stata chiesta una nuova password per il suo account. Apra questo indirizzo entro ${minutes} minuti per impostarla; vale una sola volta:\n\n${link}\n\nSe non l’ha chiesta lei, non faccia nulla: la sua password resta com’è.`,
  invitationSubject: 'Invito a bApp',
  invitation: ({ username, inviter, company, hours, link }) =>
    `${inviter} ha creato per lei un account presso ${company} in bApp, con cui i laboratori eseguono e valutano analisi di PCR in tempo reale.\n\nIl suo nome utente: ${username}\n\nApra questo indirizzo entro ${hours} ore per scegliere la password; vale una sola volta:\n\n${link}\n\nPoi acceda con il nome utente o con questo indirizzo e-mail. Se il tempo è scaduto, chieda un altro invito. Se non sa di che cosa si tratta, non faccia nulla.`,
  erased: ({ company, note }) => ({
    subject: `${company} è stata cancellata da bApp`,
    text: `L’azienda ${company} è stata chiusa e, dopo il tempo d’attesa, cancellata. Questa nota, firmata dal servizio, dice che cosa è stato cancellato, con numeri e hash, e che cosa resta. Va conservata:\n\n${note}`,
  }),
  emailMoved: {
    subject: 'L’indirizzo e-mail del suo account bApp è stato cambiato',
    text: 'Un amministratore ha dato al suo account un altro indirizzo e-mail; i messaggi che lo riguardano non arrivano più qui. Se non è corretto, avvisi subito il suo amministratore.',
  },
}
