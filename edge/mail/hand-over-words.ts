import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

interface Words {
  title: (count: number) => string
  text: (name: string) => string
}

/** Write the notification to the person to whom plans and drafts of somebody else were handed over. */
export function handOverWords(
  language: Language,
  { name, count }: { name: string; count: number },
): { title: string; message: string } {
  const { title, text } = words[language]
  return { title: title(count), message: text(cutName(name, 90)) }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: (count) => `Handed over to you: ${count}`,
    text: (name) =>
      `Open work of ${name} is yours to carry on: plans, drafts of recipes or messages that were not sent. Each names you as the person who carries it on, and ${name} as its author.`,
  },
  de: {
    title: (count) => `An Sie übergeben: ${count}`,
    text: (name) =>
      `Sie führen offene Arbeiten von ${name} weiter: Planungen, Rezeptentwürfe oder nicht gesendete Nachrichten. Jede nennt Sie als die Person, die sie weiterführt, und ${name} als Verfasser.`,
  },
  fr: {
    title: (count) => `Éléments qui vous sont transmis : ${count}`,
    text: (name) =>
      `Vous poursuivez le travail en cours de ${name} : analyses planifiées, brouillons de recettes ou messages non envoyés. Chaque élément vous nomme comme la personne qui le poursuit, et ${name} comme auteur.`,
  },
  es: {
    title: (count) => `Trabajos que se le entregan: ${count}`,
    text: (name) =>
      `Usted continúa el trabajo pendiente de ${name}: análisis planificados, borradores de recetas o mensajes no enviados. Cada uno lo nombra como la persona que lo continúa, y a ${name} como autor.`,
  },
  it: {
    title: (count) => `Lavori affidati a Lei: ${count}`,
    text: (name) =>
      `Lei prosegue il lavoro in corso di ${name}: analisi pianificate, bozze di ricette o messaggi non inviati. Ognuno indica Lei come la persona che lo prosegue e ${name} come autore.`,
  },
  ru: {
    title: (count) => `Вам передано: ${count}`,
    text: (name) =>
      `Вы продолжаете незавершённую работу (${name}): запланированные анализы, черновики рецептов или неотправленные сообщения. В каждой записи указаны вы как продолжающий и ${name} как автор.`,
  },
  zh: {
    title: (count) => `移交给您的工作：${count}`,
    text: (name) =>
      `${name} 的未完成工作由您继续：尚未启动的分析计划、配方草稿或未发送的消息。每项记录都注明您为接手人，${name} 为作者。`,
  },
  ar: {
    title: (count) => `أعمال سُلّمت إليك: ${count}`,
    text: (name) =>
      `أنت تتابع العمل المفتوح لـ ${name}: تحاليل مخططة أو مسودات وصفات أو رسائل لم تُرسل. يذكر كل منها أنك من يتابعه وأن ${name} هو مؤلفه.`,
  },
}
