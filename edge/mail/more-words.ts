import type { Language } from '../../domain/catalog/languages.ts'

/** Place of the number in the words: the outbox counts while it queues. */
export const numberPlace = '{count}'

/**
 * Write the mail that says how many more messages are in its reader's tray than were mailed in an hour.
 * @param most mails of an hour.
 */
export function moreWords(language: Language, most: number): { subject: string; text: string } {
  const { subject, text } = words[language]
  return { subject, text: `${text(most)}\n` }
}

const words: Readonly<Record<Language, { subject: string; text: (most: number) => string }>> = {
  en: {
    subject: 'bApp: more messages in your tray ({count})',
    text: (most) =>
      `Besides the ${most} mails of the last hour, bApp has more messages for you: {count}. They are in your tray and on the pages that they are about.\n\nbApp sends at most ${most} mails an hour about such messages. You choose what comes by mail under My account, Messages.`,
  },
  de: {
    subject: 'bApp: weitere Nachrichten ({count})',
    text: (most) =>
      `Neben den ${most} E-Mails der letzten Stunde hat bApp weitere Nachrichten für Sie: {count}. Sie finden sie in bApp unter „Nachrichten“ und auf den Seiten, um die es geht.\n\nZu solchen Nachrichten sendet bApp höchstens ${most} E-Mails pro Stunde. Was per E-Mail kommt, wählen Sie unter „Mein Konto“, „Nachrichten“.`,
  },
  fr: {
    subject: 'bApp : autres messages ({count})',
    text: (most) =>
      `En plus des ${most} e-mails de la dernière heure, bApp a d’autres messages pour vous : {count}. Vous les trouvez dans vos messages de bApp et sur les pages concernées.\n\nPour ces messages, bApp envoie au plus ${most} e-mails par heure. Vous choisissez ce qui arrive par e-mail sous « Mon compte », « Messages ».`,
  },
  it: {
    subject: 'bApp: altri messaggi ({count})',
    text: (most) =>
      `Oltre alle ${most} e-mail dell’ultima ora, in bApp ci sono altri messaggi: {count}. Si trovano tra i propri messaggi in bApp e nelle pagine a cui si riferiscono.\n\nPer questi messaggi bApp invia al massimo ${most} e-mail all’ora. Che cosa arriva per e-mail si sceglie in «Il mio account», «Messaggi».`,
  },
  es: {
    subject: 'bApp: más mensajes ({count})',
    text: (most) =>
      `Además de los ${most} correos de la última hora, bApp tiene más mensajes para usted: {count}. Están entre sus mensajes de bApp y en las páginas a las que se refieren.\n\nSobre estos mensajes, bApp envía como máximo ${most} correos por hora. En «Mi cuenta», «Mensajes» elige qué llega por correo.`,
  },
  ru: {
    subject: 'bApp: ещё сообщения ({count})',
    text: (most) =>
      `Кроме писем за последний час (${most}), в bApp есть ещё сообщения для вас: {count}. Они находятся среди ваших сообщений в bApp и на страницах, к которым относятся.\n\nО таких сообщениях bApp отправляет не больше ${most} писем в час. Что приходит по почте, выбирается в разделе «Мой аккаунт», «Сообщения».`,
  },
  zh: {
    subject: 'bApp：更多消息（{count}）',
    text: (most) =>
      `除过去一小时的 ${most} 封邮件外，bApp 中还有给您的消息：{count} 条。请在 bApp 的消息列表和相关页面中查看。\n\n对于此类消息，bApp 每小时最多发送 ${most} 封邮件。可在“我的账户”的“消息”中选择哪些消息通过邮件发送。`,
  },
  ar: {
    subject: 'bApp: رسائل أخرى ({count})',
    text: (most) =>
      `إلى جانب رسائل البريد المرسلة في الساعة الأخيرة (${most})، توجد في bApp رسائل أخرى لك: {count}. تجدها بين رسائلك في bApp وفي الصفحات التي تخصها.\n\nيرسل bApp بشأن هذه الرسائل ${most} رسالة بريد في الساعة على الأكثر. تختار ما يصلك بالبريد ضمن «حسابي» ثم «الرسائل».`,
  },
}
