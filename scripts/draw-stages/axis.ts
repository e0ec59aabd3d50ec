import { log10 } from '../../workers/numbers/log.ts'

export interface Axis {
  from: number
  to: number
  label: string
  /** Decimal logarithm; values at or below 0 have no place. */
  log?: boolean
  /** Positions of the marks; chosen when not given. */
  ticks?: readonly number[]
  /** Words for the marks in place of their numbers. */
  names?: readonly string[]
}

/** Make an axis with a place for each name, from 1 on. */
export function nameAxis(names: readonly string[], label: string): Axis {
  const ticks = names.map((_, i) => i + 1)
  return { from: 0.4, to: names.length + 0.6, label, ticks, names }
}

/** Return the part of the way from the axis' start to its end, NaN where a value has no place. */
export function placeOn({ from, to, log }: Axis, value: number): number {
  if (!log) return (value - from) / (to - from)
  return value > 0 ? (log10(value) - log10(from)) / (log10(to) - log10(from)) : Number.NaN
}

/** List marks at round numbers, `most` of them at the most; powers of ten on a logarithmic axis. */
export function ticksOf(axis: Axis, most = 6): readonly number[] {
  if (axis.ticks) return axis.ticks
  if (axis.log) return powersBetween(axis.from, axis.to)
  const span = axis.to - axis.from
  const step = chooseStep(span / most)
  const first = Math.ceil(axis.from / step - 1e-9)
  const last = Math.floor(axis.to / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

function powersBetween(from: number, to: number): number[] {
  let power = 1
  while (power > from) power /= 10
  while (power < from * (1 - 1e-9)) power *= 10
  const powers: number[] = []
  for (; power <= to * (1 + 1e-9); power *= 10) powers.push(power)
  return powers
}

/** Return the least of 1, 2, 5 times a power of ten that is not below `least`. */
function chooseStep(least: number): number {
  let power = 1
  while (power > least) power /= 10
  while (power * 10 <= least) power *= 10
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power
}

/** Write a number for people: four significant digits, thousands apart. */
export function writeNumber(value: number, digits = 4): string {
  const plain = Number(value.toPrecision(digits)) + 0
  const [whole = '', part] = String(plain).split('.')
  const apart = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole
  return (part === undefined ? apart : `${apart}.${part}`).replace('-', '\u2212')
}
