import { type Language, languages } from '../../../../domain/catalog/languages.ts'
import { fillPattern, partsOf, patternIn } from '../../../../domain/rules/date-pattern.ts'
import { ar } from '../words/ar.ts'
import { de } from '../words/de.ts'
import { en, type Words } from '../words/en.ts'
import { es } from '../words/es.ts'
import { fr } from '../words/fr.ts'
import { it } from '../words/it.ts'
import { methodsAr } from '../words/methods/ar.ts'
import { methodsDe } from '../words/methods/de.ts'
import { methodsEn, type MethodWords } from '../words/methods/en.ts'
import { methodsEs } from '../words/methods/es.ts'
import { methodsFr } from '../words/methods/fr.ts'
import { methodsIt } from '../words/methods/it.ts'
import { methodsRu } from '../words/methods/ru.ts'
import { methodsZh } from '../words/methods/zh.ts'
import { ru } from '../words/ru.ts'
import { sheetsAr } from '../words/sheets/ar.ts'
import { sheetsDe } from '../words/sheets/de.ts'
import { sheetsEn, type SheetWords } from '../words/sheets/en.ts'
import { sheetsEs } from '../words/sheets/es.ts'
import { sheetsFr } from '../words/sheets/fr.ts'
import { sheetsIt } from '../words/sheets/it.ts'
import { sheetsRu } from '../words/sheets/ru.ts'
import { sheetsZh } from '../words/sheets/zh.ts'
import { studiesAr } from '../words/studies/ar.ts'
import { studiesDe } from '../words/studies/de.ts'
import { studiesEn, type StudyWords } from '../words/studies/en.ts'
import { studiesEs } from '../words/studies/es.ts'
import { studiesFr } from '../words/studies/fr.ts'
import { studiesIt } from '../words/studies/it.ts'
import { studiesRu } from '../words/studies/ru.ts'
import { studiesZh } from '../words/studies/zh.ts'
import { zh } from '../words/zh.ts'

type AllWords = Words & MethodWords & StudyWords & SheetWords

const words: Readonly<Record<Language, AllWords>> = {
  ar: { ...ar, ...methodsAr, ...studiesAr, ...sheetsAr },
  de: { ...de, ...methodsDe, ...studiesDe, ...sheetsDe },
  en: { ...en, ...methodsEn, ...studiesEn, ...sheetsEn },
  es: { ...es, ...methodsEs, ...studiesEs, ...sheetsEs },
  fr: { ...fr, ...methodsFr, ...studiesFr, ...sheetsFr },
  it: { ...it, ...methodsIt, ...studiesIt, ...sheetsIt },
  ru: { ...ru, ...methodsRu, ...studiesRu, ...sheetsRu },
  zh: { ...zh, ...methodsZh, ...studiesZh, ...sheetsZh },
}

export type Key = keyof AllWords

/** Texts, numbers and dates in the language of one reader. */
export interface Say {
  language: Language
  isRightToLeft: boolean
  word(key: Key, values?: Readonly<Record<string, string | number>>): string
  number(value: number, decimals?: number): string
  /** Write a setting with all of its decimals, as it was typed. */
  exact(value: number): string
  /** Write a ratio; of a very large one only that it is more than the limit. */
  ratio(value: number, decimals: number): string
  /** Write a signal with as many decimals as its size deserves. */
  signal(value: number): string
  /** Write a Cq; none is a word, never 0 or the last cycle. */
  cq(value: number | null): string
  moment(iso: string | null, zone?: string): string
  /** A day without a time, such as `2026-11-20`. */
  day(day: string): string
  list(parts: readonly string[]): string
}

/** Above it a ratio says no more than that it is very large: nobody reads its digits. */
const mostRatio = 1000

/** Keep what is put into a sentence apart from it, whichever way each of them runs (Unicode UAX 9). */
function isolate(text: string): string {
  return `\u2068${text}\u2069`
}

export function speaker(language: Language, zone: string, chosen: string): Say {
  const pattern = patternIn(language, chosen)
  const { locale, dir } = languages[language]
  const isRightToLeft = dir === 'rtl'
  const formats = new Map<number | undefined, Intl.NumberFormat>()
  const number = (value: number, decimals?: number) => {
    if (!Number.isFinite(value)) return '–'
    const found = formats.get(decimals) ?? numberFormat(locale, decimals)
    formats.set(decimals, found)
    return found.format(value)
  }
  const say: Say = {
    language,
    isRightToLeft,
    // Mark the sentence as right to left, since one that begins with a Latin name would be taken for the other direction.
    word: (key, values = {}) =>
      `${isRightToLeft ? '\u200f' : ''}${words[language][key]}`.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => {
          const value = values[name] ?? '–'
          const text = typeof value === 'number' ? number(value, 0) : value
          return isRightToLeft ? isolate(text) : text
        },
      ),
    number,
    exact: (value) => number(value, decimalsOf(value)),
    ratio: (value, decimals) =>
      value > mostRatio ? `>\u00a0${number(mostRatio, 0)}` : number(value, decimals),
    signal: (value) => {
      const size = Math.abs(value)
      return number(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
    },
    cq: (value) =>
      value === null || !Number.isFinite(value) ? say.word('cq.none') : number(value, 2),
    moment: (iso, own = zone) => (iso ? writeMoment(new Date(iso), locale, own, pattern) : ''),
    day: (day) => writeDay(new Date(`${day}T00:00:00Z`), locale, 'UTC', pattern),
    list: (parts) => parts.join(language === 'zh' ? '、' : language === 'ar' ? '، ' : ', '),
  }
  return say
}

/** Return the number of decimals that a setting is written with; of a very small one as many as are ever typed. */
function decimalsOf(value: number): number {
  const text = String(value)
  return text.includes('e-') ? 12 : (text.split('.')[1]?.length ?? 0)
}

function numberFormat(locale: string, decimals: number | undefined): Intl.NumberFormat {
  if (decimals === undefined) return new Intl.NumberFormat(locale)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  // Write no sign for a value that rounds to zero.
  return new Intl.NumberFormat(locale, { ...digits, signDisplay: 'negative' })
}

/** Write a time in the account's date format, with the offset: a print is read in other places too. */
function writeMoment(date: Date, locale: string, timeZone: string, pattern: string): string {
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(date)
  const offset = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longOffset', timeZone })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value
  const zone = (offset ?? '').replace('GMT', 'UTC').replace('+00:00', '')
  return `\u2066${writeDay(date, locale, timeZone, pattern)}, ${time} ${zone}\u2069`
}

function writeDay(date: Date, locale: string, timeZone: string, pattern: string): string {
  const format = new Intl.DateTimeFormat(locale, { ...partsOf(pattern), timeZone })
  return fillPattern(pattern, format.formatToParts(date))
}
