import type { Language } from '../../domain/catalog/languages.ts'
import { cutName } from '../../domain/rules/plain-text.ts'

interface Merged {
  /** Names of the swarms, and of the keys that are in the first alone. */
  from: string
  into: string
  keys: readonly string[]
}

interface Words {
  title: (into: string) => string
  text: (from: string, into: string, keys: string) => string
}

/** Most keys that a message names. */
const mostNamed = 10

/** Write the notice to people whose API keys do not see the runs of a merged swarm any more. */
export function mergedKeyWords(
  language: Language,
  { from, into, keys }: Merged,
): { title: string; message: string } {
  const words = wordsOf[language]
  const named = keys.slice(0, mostNamed).join(', ') + (keys.length > mostNamed ? ', …' : '')
  return { title: words.title(cutName(into, 40)), message: words.text(from, into, named) }
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    title: (into) => `Your API keys do not see the swarm ${into}`,
    text: (from, into, keys) =>
      `The swarm ${from} was merged into ${into}. These API keys were made for ${from} and get no runs of ${into}: ${keys}. Make new keys if your programs need these runs.`,
  },
  de: {
    title: (into) => `Ihre API-Schlüssel sehen den Swarm ${into} nicht`,
    text: (from, into, keys) =>
      `Der Swarm ${from} wurde mit ${into} zusammengeführt. Diese API-Schlüssel wurden für ${from} erstellt und erhalten keine Läufe von ${into}: ${keys}. Erstellen Sie neue Schlüssel, wenn Ihre Programme diese Läufe brauchen.`,
  },
  fr: {
    title: (into) => `Vos clés API ne voient pas le swarm ${into}`,
    text: (from, into, keys) =>
      `Le swarm ${from} a été fusionné avec ${into}. Ces clés API ont été créées pour ${from} et ne reçoivent aucun run de ${into} : ${keys}. Créez de nouvelles clés si vos programmes ont besoin de ces runs.`,
  },
  it: {
    title: (into) => `Le sue chiavi API non vedono lo swarm ${into}`,
    text: (from, into, keys) =>
      `Lo swarm ${from} è stato unito a ${into}. Queste chiavi API sono state create per ${from} e non ricevono le corse di ${into}: ${keys}. Crei nuove chiavi se i programmi hanno bisogno di queste corse.`,
  },
  es: {
    title: (into) => `Sus claves de API no ven el swarm ${into}`,
    text: (from, into, keys) =>
      `El swarm ${from} se fusionó con ${into}. Estas claves de API se crearon para ${from} y no reciben las ejecuciones de ${into}: ${keys}. Cree claves nuevas si sus programas las necesitan.`,
  },
  ru: {
    title: (into) => `Ваши ключи API не видят группу ${into}`,
    text: (from, into, keys) =>
      `Группа ${from} объединена с ${into}. Эти ключи API созданы для группы ${from} и не получают прогоны группы ${into}: ${keys}. Создайте новые ключи, если эти прогоны нужны вашим программам.`,
  },
  zh: {
    title: (into) => `您的 API 密钥看不到群组 ${into}`,
    text: (from, into, keys) =>
      `群组 ${from} 已并入 ${into}。以下 API 密钥是为 ${from} 创建的，无法获取 ${into} 的运行：${keys}。如果您的程序需要这些运行，请创建新的密钥。`,
  },
  ar: {
    title: (into) => `مفاتيح API الخاصة بك لا ترى المجموعة ${into}`,
    text: (from, into, keys) =>
      `دُمجت المجموعة ${from} في ${into}. أُنشئت مفاتيح API التالية للمجموعة ${from} ولا تحصل على عمليات التشغيل في ${into}: ${keys}. أنشئ مفاتيح جديدة إذا كانت برامجك تحتاج إليها.`,
  },
}
