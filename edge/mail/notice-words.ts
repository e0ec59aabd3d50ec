import type { Notification } from '../../domain/entities/notification.ts'
import type { Language } from '../../domain/entities/user.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

export type RefusedReason = NonNullable<Notification['refused']>['why']

interface Words {
  /** To the people who hear that a planned notification was not sent. */
  refused: string
  why: Readonly<Record<RefusedReason, string>>
  /** To a reader who has not signed yet. */
  remind: string
  remindText: (title: string) => string
}

/** Write the message that a planned notification was not sent, and why, to who planned it or goes on with it. */
export function refusedWords(
  language: Language,
  title: string,
  why: RefusedReason,
): { title: string; message: string } {
  const { refused, why: reasons } = words[language]
  return { title: `${refused}: ${cutName(title, 80)}`, message: reasons[why] }
}

/** Write the mail to a person who has not signed a safety notice yet. */
export function reminderWords(
  language: Language,
  title: string,
): { subject: string; text: string } {
  const { remind, remindText } = words[language]
  return { subject: `${remind}: ${cutName(title, 90)}`, text: `${remindText(title)}\n` }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    refused: 'Not sent',
    why: {
      inactive:
        'At its time the account of the person who planned it could not sign in, so the notification reached nobody. Somebody who may send it can send it now.',
      permission:
        'At its time the person who planned it could not send notifications any more, so it reached nobody. Somebody who may send it can send it now.',
      no_recipients:
        'At its time it had no recipients, so it reached nobody. Choose them and send it again.',
    },
    remind: 'Please sign',
    remindText: (title) =>
      `The safety notice “${title}” waits for your signature. Open bApp, read it, and sign that you have read and understood it.`,
  },
  de: {
    refused: 'Nicht gesendet',
    why: {
      inactive:
        'Zur geplanten Zeit konnte sich das Konto, das sie geplant hatte, nicht anmelden; die Mitteilung hat niemanden erreicht. Wer senden darf, kann sie jetzt senden.',
      permission:
        'Zur geplanten Zeit durfte das Konto, das sie geplant hatte, keine Mitteilungen mehr senden; sie hat niemanden erreicht. Wer senden darf, kann sie jetzt senden.',
      no_recipients:
        'Zur geplanten Zeit hatte sie keine Empfänger; sie hat niemanden erreicht. Wählen Sie Empfänger und senden Sie sie erneut.',
    },
    remind: 'Bitte signieren',
    remindText: (title) =>
      `Der Sicherheitshinweis „${title}“ wartet auf Ihre Signatur. Öffnen Sie bApp, lesen Sie ihn und signieren Sie, dass Sie ihn gelesen und verstanden haben.`,
  },
  fr: {
    refused: 'Non envoyée',
    why: {
      inactive:
        'À l’heure prévue, le compte qui l’avait programmée ne pouvait pas se connecter : la notification n’a atteint personne. Une personne qui en a le droit peut l’envoyer maintenant.',
      permission:
        'À l’heure prévue, le compte qui l’avait programmée ne pouvait plus envoyer de notifications : elle n’a atteint personne. Une personne qui en a le droit peut l’envoyer maintenant.',
      no_recipients:
        'À l’heure prévue, elle n’avait pas de destinataires : elle n’a atteint personne. Choisissez-les et envoyez-la de nouveau.',
    },
    remind: 'À signer',
    remindText: (title) =>
      `L’avis de sécurité « ${title} » attend votre signature. Ouvrez bApp, lisez-le et signez que vous l’avez lu et compris.`,
  },
  it: {
    refused: 'Non inviata',
    why: {
      inactive:
        'All’ora prevista l’account che l’aveva programmata non poteva accedere: la notifica non ha raggiunto nessuno. Chi può inviarla può farlo ora.',
      permission:
        'All’ora prevista l’account che l’aveva programmata non poteva più inviare notifiche: non ha raggiunto nessuno. Chi può inviarla può farlo ora.',
      no_recipients:
        'All’ora prevista non aveva destinatari: non ha raggiunto nessuno. Sceglierli e inviarla di nuovo.',
    },
    remind: 'Da firmare',
    remindText: (title) =>
      `L’avviso di sicurezza «${title}» attende la Sua firma. Aprire bApp, leggerlo e firmare di averlo letto e compreso.`,
  },
  es: {
    refused: 'No enviada',
    why: {
      inactive:
        'A la hora prevista la cuenta que la había programado no podía iniciar sesión: la notificación no llegó a nadie. Quien pueda enviarla puede hacerlo ahora.',
      permission:
        'A la hora prevista la cuenta que la había programado ya no podía enviar notificaciones: no llegó a nadie. Quien pueda enviarla puede hacerlo ahora.',
      no_recipients:
        'A la hora prevista no tenía destinatarios: no llegó a nadie. Elíjalos y envíela de nuevo.',
    },
    remind: 'Pendiente de firma',
    remindText: (title) =>
      `El aviso de seguridad «${title}» espera su firma. Abra bApp, léalo y firme que lo ha leído y comprendido.`,
  },
  ru: {
    refused: 'Не отправлено',
    why: {
      inactive:
        'В назначенное время учётная запись, с которой его запланировали, не могла входить в систему: уведомление никого не достигло. Его может отправить тот, у кого есть это право.',
      permission:
        'В назначенное время у учётной записи, с которой его запланировали, уже не было права отправлять уведомления: оно никого не достигло. Его может отправить тот, у кого это право есть.',
      no_recipients:
        'В назначенное время у него не было получателей: оно никого не достигло. Выберите их и отправьте снова.',
    },
    remind: 'Требуется подпись',
    remindText: (title) =>
      `Уведомление о безопасности «${title}» ждёт вашей подписи. Откройте bApp, прочитайте его и подпишите, что прочитали и поняли.`,
  },
  zh: {
    refused: '未发送',
    why: {
      inactive:
        '到预定时间时，计划该通知的账户无法登录，因此未送达任何人。有权发送的人现在可以发送。',
      permission:
        '到预定时间时，计划该通知的账户已无权发送通知，因此未送达任何人。有权发送的人现在可以发送。',
      no_recipients: '到预定时间时没有收件人，因此未送达任何人。请选择收件人并重新发送。',
    },
    remind: '请签名',
    remindText: (title) =>
      `安全通知“${title}”等待您的签名。请打开 bApp，阅读并签名确认已阅读且理解。`,
  },
  ar: {
    refused: 'لم يُرسل',
    why: {
      inactive:
        'في الموعد لم يكن بإمكان الحساب الذي خطّط له تسجيل الدخول، فلم يصل الإشعار إلى أحد. يمكن لمن يملك صلاحية الإرسال إرساله الآن.',
      permission:
        'في الموعد لم يعد الحساب الذي خطّط له يملك صلاحية إرسال الإشعارات، فلم يصل إلى أحد. يمكن لمن يملكها إرساله الآن.',
      no_recipients: 'في الموعد لم يكن له مستلمون، فلم يصل إلى أحد. اخترهم وأرسله من جديد.',
    },
    remind: 'بانتظار توقيعك',
    remindText: (title) =>
      `إشعار السلامة «${title}» ينتظر توقيعك. افتح bApp واقرأه ووقّع بأنك قرأته وفهمته.`,
  },
}
