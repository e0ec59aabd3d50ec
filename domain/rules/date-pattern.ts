import type { Language } from '../catalog/languages.ts'

/** Day, month and year in figures: the format of accounts that chose none (spec §5). */
export const firstPattern = 'dd/MM/yyyy'

/** Languages that write the figures of a day with other signs or in another order (CLDR, short dates). */
const figures: Partial<Record<Language, string>> = {
  de: 'dd.MM.yyyy',
  ru: 'dd.MM.yyyy',
  zh: 'yyyy/MM/dd',
}

/**
 * Return the pattern by which dates are written in a language. A date in figures is written as the language writes it;
 * the other formats of an account (spec §5) are the same in every language.
 */
export function patternIn(language: Language, pattern: string): string {
  return pattern === firstPattern ? (figures[language] ?? pattern) : pattern
}

/** Return how `fillPattern` needs the parts of a date. */
export function partsOf(pattern: string): Intl.DateTimeFormatOptions {
  return { year: 'numeric', month: pattern.includes('MMM') ? 'short' : '2-digit', day: '2-digit' }
}

/** Return the name of the month. Where months are counted, as in Chinese, the sign behind the number is a part of its own. */
export function monthName(parts: readonly Intl.DateTimeFormatPart[]): string {
  const at = parts.findIndex(({ type }) => type === 'month')
  const name = parts[at]?.value ?? ''
  return /^\d+$/.test(name) ? `${name}${parts[at + 1]?.value ?? ''}` : name
}

/** Write a date by a pattern of dd, MM or MMM, yy or yyyy with separators. */
export function fillPattern(pattern: string, parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return pattern.replaceAll(/yyyy|yy|MMM|MM|dd/g, (token) => {
    if (token === 'dd') return part('day')
    if (token === 'MMM') return monthName(parts)
    if (token.startsWith('M')) return part('month')
    return token === 'yy' ? part('year').slice(-2) : part('year')
  })
}
