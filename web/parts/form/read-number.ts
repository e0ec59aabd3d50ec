/** Read the number that a person typed, or null if it is none. `1,5` and `1.5` are the same. */
export function readNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** Words for hours, minutes and seconds, as people write them in the languages of the app; the first is of all of them. */
const units: readonly (readonly [seconds: number, words: readonly string[]])[] = [
  [
    3600,
    ['h', 'hr', 'hour', 'hours', 'std', 'ora', 'ore', 'hora', 'horas', 'ч', '小时', '时', 'س'],
  ],
  [60, ['min', 'm', 'mins', 'minuten', 'minutes', 'мин', '分', '分钟', 'د']],
  [1, ['s', 'sec', 'secs', 'sek', 'seconds', 'с', 'сек', '秒', 'ث']],
]

/**
 * Read a duration that a person typed, in seconds, or null if it is none: a number alone is seconds; `15 min`, `1 h 30 min`,
 * `1:30` (minutes and seconds) and `1:00:00` are read as publications print them.
 */
export function readSeconds(text: string): number | null {
  const plain = readNumber(text)
  if (plain !== null) return plain
  const clock = /^(?:(\d+):)?(\d+):(\d{2})$/.exec(text.trim())
  if (clock) return clock.slice(1).reduce((sum, part) => sum * 60 + Number(part || 0), 0)
  const parts = [...text.matchAll(/([\d.,]+)\s*([^\d\s.,]*)\.?\s*/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text.trimStart()) return null
  let below = Infinity
  let sum = 0
  for (const [, digits = '', word = ''] of parts) {
    const unit = units.find(([, words]) => words.includes(word.toLowerCase()))?.[0]
    const value = readNumber(digits)
    // Each unit once, the longest first.
    if (unit === undefined || value === null || unit >= below) return null
    below = unit
    sum += unit * value
  }
  return sum
}

/** Return the value one step on, within its limits and without rounding errors (0.1 + 0.2). */
export function stepNumber(
  value: number | null,
  by: number,
  limits: { min?: number; max?: number },
): number {
  const start = value ?? limits.min ?? 0
  const decimals = Math.max(countDecimals(start), countDecimals(by))
  const next = Number((start + by).toFixed(decimals))
  return Math.min(limits.max ?? Infinity, Math.max(limits.min ?? -Infinity, next))
}

function countDecimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0
}
