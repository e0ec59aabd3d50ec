import type { Recall } from '../../../domain/entities/recall.ts'
import type { Language } from '../../../domain/catalog/languages.ts'
import { cutName } from '../../../domain/rules/plain-text.ts'

interface Words {
  title: string
  /** Reason, then the number of the recall. */
  text: (name: string, reason: string, number: number) => string
}

/** Notice of a recall to the people whom it concerns, in the app and by mail. */
const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Recall',
    text: (name, reason, number) =>
      `${name} is recalled. Reason: ${reason}\n\nAnalyses that you planned, signed, reported or certified were run with it. What is on hold is not signed, certified or reported until the hold is lifted. If you have passed results on, tell the people who received them. See Recalls, number ${number}, in bApp.`,
  },
  de: {
    title: 'Rückruf',
    text: (name, reason, number) =>
      `${name} wird zurückgerufen. Grund: ${reason}\n\nAnalysen, die Sie geplant, signiert, berichtet oder zertifiziert haben, sind damit gelaufen. Was gesperrt ist, kann nicht signiert, zertifiziert oder berichtet werden, bis die Sperre aufgehoben ist. Haben Sie Ergebnisse weitergegeben, informieren Sie bitte die Empfänger. Siehe Rückrufe, Nummer ${number}, in bApp.`,
  },
  fr: {
    title: 'Rappel',
    text: (name, reason, number) =>
      `${name} fait l’objet d’un rappel. Motif : ${reason}\n\nDes analyses que vous avez planifiées, signées, publiées ou certifiées ont été réalisées avec. Ce qui est bloqué ne peut être ni signé, ni certifié, ni publié tant que le blocage n’est pas levé. Si vous avez transmis des résultats, prévenez leurs destinataires. Voir Rappels, numéro ${number}, dans bApp.`,
  },
  es: {
    title: 'Retirada',
    text: (name, reason, number) =>
      `Se retira ${name}. Motivo: ${reason}\n\nAnálisis que usted planificó, firmó, informó o certificó se hicieron con ello. Lo bloqueado no se firma, certifica ni informa hasta que se levante el bloqueo. Si ha transmitido resultados, avise a quienes los recibieron. Vea Retiradas, número ${number}, en bApp.`,
  },
  it: {
    title: 'Richiamo',
    text: (name, reason, number) =>
      `${name} è oggetto di richiamo. Motivo: ${reason}\n\nAnalisi che ha pianificato, firmato, refertato o certificato sono state eseguite con esso. Ciò che è bloccato non viene firmato, certificato o refertato finché il blocco non viene tolto. Se ha trasmesso risultati, avvisi chi li ha ricevuti. Vedere Richiami, numero ${number}, in bApp.`,
  },
  ru: {
    title: 'Отзыв',
    text: (name, reason, number) =>
      `Отзывается: ${name}. Причина: ${reason}\n\nЭто использовано в анализах, которые вы планировали, подписывали, включали в отчёт или сертифицировали. Заблокированное нельзя подписать, сертифицировать или включить в отчёт, пока блокировка не снята. Если вы уже передали результаты, сообщите об этом получателям. См. «Отзывы», номер ${number}, в bApp.`,
  },
  zh: {
    title: '召回',
    text: (name, reason, number) =>
      `${name} 被召回。原因：${reason}\n\n您计划、签名或出具过报告或证书的分析使用过它。已冻结的内容在解除冻结之前不能签名、出具证书或报告。如果您已转交结果，请通知接收者。请在 bApp 的“召回”中查看编号 ${number}。`,
  },
  ar: {
    title: 'استدعاء',
    text: (name, reason, number) =>
      `جرى استدعاء ${name}. السبب: ${reason}\n\nاستُخدم في تحاليل خططتها أو وقّعتها أو أصدرت عنها تقريرًا أو شهادة. لا يمكن توقيع المحجوز ولا إصدار شهادة أو تقرير عنه حتى يُرفع الحجز. إذا كنت قد سلّمت نتائج فأبلغ من تسلّمها. انظر «الاستدعاءات»، الرقم ${number}، في bApp.`,
  },
}

/** Write the notice of a recall in a language. */
export function recallNotice(
  { number, name, reason }: Pick<Recall, 'number' | 'name' | 'reason'>,
  language: Language,
): { title: string; message: string } {
  const { title, text } = words[language]
  return { title: `${title} ${number}: ${cutName(name, 90)}`, message: text(name, reason, number) }
}

/** Notice of a recall of the provider to the people of a company who answer it: name, reason, sender. */
const fromProvider: Readonly<
  Record<Language, (sender: string, name: string, reason: string) => string>
> = {
  en: (sender, name, reason) =>
    `${sender} recalls ${name}. Reason: ${reason}\n\nSee under Recalls in bApp how many analyses of your company it touches, hold them, and answer. The answer says numbers only: no result leaves your company.`,
  de: (sender, name, reason) =>
    `${sender} ruft ${name} zurück. Grund: ${reason}\n\nSehen Sie in bApp unter Rückrufe, wie viele Analysen Ihres Unternehmens betroffen sind, sperren Sie diese und antworten Sie. Die Antwort enthält nur Zahlen: Kein Ergebnis verlässt Ihr Unternehmen.`,
  fr: (sender, name, reason) =>
    `${sender} rappelle ${name}. Motif : ${reason}\n\nVoyez sous Rappels dans bApp combien d’analyses de votre société sont concernées, bloquez-les et répondez. La réponse ne contient que des nombres : aucun résultat ne quitte votre société.`,
  es: (sender, name, reason) =>
    `${sender} retira ${name}. Motivo: ${reason}\n\nVea en Retiradas de bApp cuántos análisis de su empresa están afectados, bloquéelos y responda. La respuesta solo contiene números: ningún resultado sale de su empresa.`,
  it: (sender, name, reason) =>
    `${sender} richiama ${name}. Motivo: ${reason}\n\nVedere in Richiami di bApp quante analisi dell’azienda sono interessate, bloccarle e rispondere. La risposta contiene solo numeri: nessun risultato lascia l’azienda.`,
  ru: (sender, name, reason) =>
    `${sender} отзывает: ${name}. Причина: ${reason}\n\nВ разделе «Отзывы» bApp посмотрите, сколько анализов вашей компании затронуто, заблокируйте их и ответьте. Ответ содержит только числа: результаты не покидают компанию.`,
  zh: (sender, name, reason) =>
    `${sender} 召回 ${name}。原因：${reason}\n\n请在 bApp 的“召回”中查看贵公司有多少分析受影响，将其冻结并答复。答复只包含数字：结果不会离开贵公司。`,
  ar: (sender, name, reason) =>
    `${sender}: استدعاء ${name}. السبب: ${reason}\n\nانظر في «الاستدعاءات» في bApp عدد تحاليل شركتك المتأثرة، واحجزها وأجب. لا يحوي الجواب سوى أعداد: لا تغادر أي نتيجة شركتك.`,
}

/** Write the notice of a recall of the provider in a language. */
export function providerNotice(
  { number, name, reason, sender }: Pick<Recall, 'number' | 'name' | 'reason'> & { sender: string },
  language: Language,
): { title: string; message: string } {
  const { title } = words[language]
  return {
    title: `${title} ${number}: ${cutName(name, 90)}`,
    message: fromProvider[language](sender, name, reason),
  }
}
