import type { MailWords } from './words.ts'

export const de: MailWords = {
  hello: (name) => `Guten Tag ${name},`,
  cameFrom: (agent) => `Ausgelöst von: ${agent}.`,
  warnings: {
    slowed: {
      subject: 'Fehlgeschlagene Anmeldungen bei Ihrem bApp-Konto',
      text: 'jemand hat mehrmals versucht, sich mit einem falschen Passwort bei Ihrem Konto anzumelden. Weitere Versuche müssen jetzt warten. Wenn Sie es waren, warten Sie ein wenig und versuchen Sie es noch einmal. Wenn nicht, hat Ihr Passwort den Zugang verhindert; informieren Sie bitte Ihren Administrator.',
    },
    password_changed: {
      subject: 'Ihr bApp-Passwort wurde geändert',
      text: 'das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen wurden beendet. Wenn Sie es nicht waren, fordern Sie bitte sofort auf der Anmeldeseite ein neues Passwort an und informieren Sie Ihren Administrator.',
    },
    two_step_on: {
      subject: 'Die Zwei-Faktor-Authentifizierung ist eingeschaltet',
      text: 'ab jetzt verlangt Ihr Konto bei der Anmeldung einen Code Ihrer Authenticator-App. Wenn Sie das nicht eingeschaltet haben, informieren Sie bitte sofort Ihren Administrator.',
    },
    two_step_off: {
      subject: 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet',
      text: 'Ihr Konto verlangt bei der Anmeldung keinen Code mehr. Wenn Sie das nicht ausgeschaltet haben, ändern Sie bitte sofort Ihr Passwort und sagen Sie Ihrem Administrator Bescheid.',
    },
    two_step_reset: {
      subject: 'Ein Administrator hat Ihre Zwei-Faktor-Authentifizierung ausgeschaltet',
      text: 'ein Administrator hat die Zwei-Faktor-Authentifizierung für Ihr Konto ausgeschaltet, wie es bei einem verlorenen Telefon geschieht. Alle Ihre Sitzungen wurden beendet. Melden Sie sich mit Ihrem Passwort an und schalten Sie die Zwei-Faktor-Authentifizierung in Ihrem Konto wieder ein. Wenn Sie nicht darum gebeten haben, informieren Sie bitte sofort Ihren Administrator.',
    },
    key_created: {
      subject: 'Ein neuer API-Schlüssel handelt in Ihrem Namen',
      text: 'für Ihr Konto wurde ein API-Schlüssel erstellt. Wenn Sie es nicht waren, löschen Sie ihn in Ihrem Konto und ändern Sie Ihr Passwort.',
    },
    pin_set: {
      subject: 'Ihre Signatur-PIN wurde gesetzt',
      text: 'Für Ihr Konto wurde nach einer neuen Anmeldung beim Identitätsanbieter Ihres Unternehmens eine Signatur-PIN gesetzt oder geändert. Sie signiert Datensätze in Ihrem Namen. Wenn Sie das nicht waren, entfernen Sie sie unter „Mein Konto“ und informieren Sie sofort Ihre Administration.',
    },
    pin_removed: {
      subject: 'Ihre Signatur-PIN wurde entfernt',
      text: 'Ihr Konto hat keine Signatur-PIN mehr. Signaturen werden durch eine neue Anmeldung beim Identitätsanbieter Ihres Unternehmens belegt. Wenn Sie das nicht waren, informieren Sie Ihre Administration.',
    },
    pin_locked: {
      subject: 'Ihre Signatur-PIN ist gesperrt',
      text: 'Fünfmal wurde eine falsche Signatur-PIN eingegeben, deshalb ist sie gesperrt. Setzen Sie sie unter „Mein Konto“ nach einer neuen Anmeldung beim Identitätsanbieter Ihres Unternehmens neu. Wenn Sie das nicht waren, informieren Sie sofort Ihre Administration.',
    },
  },
  resetSubject: 'Ein neues Passwort für bApp festlegen',
  reset: (link, minutes) =>
    `für Ihr Konto wurde ein neues Passwort angefordert. Öffnen Sie innerhalb von ${minutes} Minuten diese Adresse, um es festzulegen; sie gilt einmal:\n\n${link}\n\nWenn Sie es nicht angefordert haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
  invitationSubject: 'Sie sind zu bApp eingeladen',
  invitation: ({ username, inviter, company, hours, link }) =>
    `${inviter} hat für Sie bei ${company} ein Konto in bApp angelegt. Mit bApp führen Labore Real-Time-PCR-Analysen durch und prüfen sie.\n\nIhr Benutzername: ${username}\n\nÖffnen Sie innerhalb von ${hours} Stunden diese Adresse, um Ihr Passwort festzulegen; sie gilt einmal:\n\n${link}\n\nDanach melden Sie sich mit Ihrem Benutzernamen oder dieser E-Mail-Adresse an. Wenn die Zeit abgelaufen ist, bitten Sie um eine neue Einladung. Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.`,
  erased: ({ company, note }) => ({
    subject: `${company} wurde in bApp gelöscht`,
    text: `Das Unternehmen ${company} wurde geschlossen und nach der Wartezeit gelöscht. Dieser vom Dienst signierte Nachweis nennt mit Anzahl und Hash, was gelöscht wurde und was bleibt. Bitte aufbewahren:\n\n${note}`,
  }),
  emailMoved: {
    subject: 'Die E-Mail-Adresse Ihres bApp-Kontos wurde geändert',
    text: 'ein Administrator hat Ihrem Konto eine andere E-Mail-Adresse gegeben; Nachrichten dazu kommen nicht mehr hier an. Wenn das nicht stimmt, informieren Sie bitte sofort Ihren Administrator.',
  },
}
