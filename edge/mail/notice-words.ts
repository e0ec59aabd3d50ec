import type { Notification } from '../../domain/entities/notification.ts'
import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

export type RefusedReason = NonNullable<Notification['refused']>['why']

interface Words {
  /** Text for the people who hear that a planned notification was not sent. */
  refused: string
  why: Readonly<Record<RefusedReason, string>>
  /** Text for the people who hear that some companies have not received one that was sent. */
  notToAll: string
  partly: (companies: number) => string
  /** Text for a reader who has not signed yet. */
  remind: string
  remindText: (title: string) => string
}

/** Write the message that a notification was not sent, or not to all, and why, to its sender or who goes on with it. */
export function refusedWords(
  language: Language,
  { title, status, waiting = [] }: Pick<Notification, 'title' | 'status' | 'waiting'>,
  why: RefusedReason,
): { title: string; message: string } {
  const { refused, why: reasons, notToAll, partly } = words[language]
  const [what, message] =
    status === 'Sent' ? [notToAll, partly(waiting.length)] : [refused, reasons[why]]
  return { title: `${what}: ${cutName(title, 80)}`, message }
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
    notToAll: 'Not sent to all',
    partly: (count) =>
      `It has been sent, but its sender may no longer send it. Companies that have not received it: ${count}. Somebody who may send it can send them a copy.`,
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
    notToAll: 'Nicht an alle gesendet',
    partly: (count) =>
      `Sie wurde gesendet, aber das sendende Konto darf sie nicht mehr senden. Unternehmen, die sie nicht erhalten haben: ${count}. Wer senden darf, kann ihnen eine Kopie senden.`,
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
    notToAll: 'Pas envoyée à toutes les sociétés',
    partly: (count) =>
      `Elle a été envoyée, mais son expéditeur ne peut plus l’envoyer. Sociétés qui ne l’ont pas reçue : ${count}. Une personne qui en a le droit peut leur envoyer une copie.`,
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
    notToAll: 'Non inviata a tutte le aziende',
    partly: (count) =>
      `È stata inviata, ma il mittente non può più inviarla. Aziende che non l’hanno ricevuta: ${count}. Chi può inviarla può inviarne loro una copia.`,
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
    notToAll: 'No enviada a todas las empresas',
    partly: (count) =>
      `Se envió, pero su remitente ya no puede enviarla. Empresas que no la han recibido: ${count}. Quien pueda enviarla puede enviarles una copia.`,
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
    notToAll: 'Отправлено не всем',
    partly: (count) =>
      `Оно отправлено, но отправитель больше не может его отправлять. Компаний, которые его не получили: ${count}. Копию может отправить тот, у кого есть это право.`,
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
    notToAll: '未发送给所有公司',
    partly: (count) =>
      `通知已发送，但发送者已无法继续发送。尚未收到的公司数：${count}。有权发送的人可以向它们发送副本。`,
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
    notToAll: 'لم يُرسل إلى الجميع',
    partly: (count) =>
      `أُرسل، لكن مُرسله لم يعد قادرًا على إرساله. عدد الشركات التي لم تستلمه: ${count}. يمكن لمن يملك صلاحية الإرسال أن يرسل إليها نسخة.`,
    remind: 'بانتظار توقيعك',
    remindText: (title) =>
      `إشعار السلامة «${title}» ينتظر توقيعك. افتح bApp واقرأه ووقّع بأنك قرأته وفهمته.`,
  },
}
