import { channelOfDye, foldDye } from '../../../domain/catalog/dyes.ts'
import type { ListColumn } from '../../../domain/catalog/list-words.ts'
import { columnOfHeader } from '../../../domain/rules/list-words.ts'
import type { Phase } from '../tables/run-draft.ts'

/**
 * Curves by columns: a row for each cycle, or for each temperature. By rows: a column for each cycle. By readings: a row
 * for each.
 */
export type CurveKind = 'columns' | 'rows' | 'readings'

export interface CurveLayout {
  kind: CurveKind
  phase: Phase
  /** Column of the cycles or temperatures; of curves by rows the first cycle. */
  from: number
  /** Columns of cycles, of curves by rows. */
  count: number
}

export const cycleHead =
  /^(cycles?|cyc|cycle(n|no|nr|num|number|index|id|count)|pcrcycle|numérodecycle|n[o°º]?decycle|zyklus(nr|nummer|zahl)?|zyklen|ciclos?|n[o°º]?deciclo|númerodeciclos?|cicli|numerodiciclo|циклы?|номерцикла|循环[数号]?|الدورة|رقمالدورة)$/
export const temperatureHead =
  /^(temp|tmp|temperatures?|temperatur|temperatura|température|tемпераtура|温度|درجةالحرارة)(°?c|degc|celsius|с)?$/
/** Columns of tables with a row for each reading: their other columns are no curves. */
const longForm =
  /^(wells?|wellposition|wellname|pos|position|samplepos|samplename|target|targetname|detector|dye|fluor|fluorophore|fluorescence|rn|deltarn|segment|chamberid)$/
/** The light of a reading, and the wells and dyes of one. */
export const valueHead =
  /^(raw)?(fluorescence|fluorescencevalue|fluorescenceintensity|fluorraw|rfus?|signal|intensity|values?|fluoreszenz|fluoreszenzwert|fluorescencia|fluorescenza|флуоресценция|сигнал|荧光[值强度]*|الفلورة)(raw|rfu|rfus|au|afu|rn?|relativeunits?|arbitraryunits?|опф|оед)?$/
/** Words beside the name of a dye that say that its light is meant: `FAM fluorescence`, `RFU (HEX)`, `FAM signal (a.u.)`. */
const lightWords =
  'fluorescence|intensity|signal|values?|rfus?|fluoreszenz|fluorescencia|fluorescenza|флуоресценция|сигнал|荧光|الفلورة'
const lightWord = new RegExp(`^(?:raw|${lightWords}|au|afu)$`)
const lightBefore = new RegExp(`^(?:raw)?(?:${lightWords})?(?=.)`)
const lightBehind = new RegExp(`(?:raw)?(?:${lightWords})?(?:rfus?|au|afu)?$`)
/** Columns that programs reckon from the light: divided by the passive reference, without its baseline. */
export const reckonedHead = /^((d|delta)?rn?|fluorescence(d|delta)rn?)$/
/** Columns of tables that hold several parts of a programme: their cycles and temperatures are not those of one curve. */
export const partHead = /^(segment|seg|stage|stagenumber|program|prog|rampplateau)$/
/** Columns of wells, or of the tubes of a rotor. */
export const wellHead =
  /^(wells?|wellposition|wellname|wellid|well(n|no|nr|num|number|index)|pos|position|tubes?|tube(n|no|nr|num|number))$/
export const dyeHead =
  /^((dye|fluor|fluorophore?|fluorochrome|filter|channel|reporter|reporterdye|colou?r|farbstoff|kanal|colorant|canal|fluoróforo|fluorocromo|colorante|canale)s?|dyename|красиtель|флуорофор|канал|染料|荧光染料|荧光通道|荧光基团|报告基团|通道|الصبغة|صبغة|القناة)$/
/** Columns beside curves that hold no curve. */
export const besideHead = /^(cycles?|time|timestamp|seconds?|minutes?|program|segment)$/
/**
 * Cycles of curves: the fewest, since columns of numbers may be those of a plate; the fewest where they are called `Cycle 1` and
 * so on; the last that may be the first one, and how many may be missing between two.
 */
export const cycleLimits = { fewest: 25, fewestNamed: 5, lastFirst: 5, mostMissing: 5 }
/** Temperatures of a melt, the fewest with and without their unit, and the widest step, in degrees Celsius. */
export const meltLimits = { fewest: 20, fewestNamed: 5, coldest: 24, hottest: 110, widestStep: 3 }

/** Return the kind of a table of curves by the keys of its header, and where they are; null for any other table. */
export function curveKind(keys: readonly string[]): CurveLayout | null {
  const has = (test: RegExp) => keys.some((key) => test.test(key))
  const isWord = (word: ListColumn) => keys.some((key) => columnOfHeader(key)?.column === word)
  // Look for each word only where it decides: most rows that are asked are the values of a curve.
  const hasWell = () =>
    has(wellHead) || isWord('well') || (isWord('wellRow') && isWord('wellColumn'))
  const isTimed = has(cycleHead) || has(temperatureHead)
  if (isTimed && hasWell() && (has(valueHead) || keys.some(isDye)) && !has(partHead)) {
    return { kind: 'readings', phase: 'amplification', from: 0, count: 0 }
  }
  const from = keys.findIndex((key) => key !== '')
  const first = keys[from] ?? ''
  const phase = cycleHead.test(first)
    ? 'amplification'
    : temperatureHead.test(first)
      ? 'melt'
      : null
  const others = keys.slice(from + 1).filter((key) => key !== '')
  // Take two columns for one curve, whose well is in the title above.
  const isOne = others.length === 1 && valueHead.test(others[0] ?? '')
  const isLong = !isOne && keys.some((key) => longForm.test(key))
  if (phase && others.length > 0 && !isLong) return { kind: 'columns', phase, from, count: 0 }
  if (isLong && keys.includes('chamberid')) return null
  const run = findRun(keys)
  const isBeside = keys.length > run.count && run.first <= cycleLimits.lastFirst
  // Take a dye before the cycles for their name.
  const isTold =
    /^[^\dcx]|^cyc/.test(keys[run.from] ?? '') || (run.from > 0 && isDye(keys[run.from - 1] ?? ''))
  const isNamed = run.count >= cycleLimits.fewestNamed && isTold
  if ((run.count >= cycleLimits.fewest || isNamed) && isBeside) {
    return { kind: 'rows', phase: 'amplification', from: run.from, count: run.count }
  }
  const melt = findTemperatures(keys)
  return melt && hasWell() ? { kind: 'rows', phase: 'melt', ...melt } : null
}

/** Return the temperature that a header names: `60.5`, `60.5 °C`; NaN for none. */
export function temperatureOf(key: string): number {
  const [, digits] =
    /^(?:temp|temperature|t)?((?:\d{2}|10\d)(?:\.\d{1,6})?)(?:°?c)?$/.exec(key) ?? []
  return digits === undefined ? Number.NaN : Number(digits)
}

/** Find the longest run of columns whose temperatures rise or fall by less than three degrees; null for a short one. */
function findTemperatures(keys: readonly string[]): { from: number; count: number } | null {
  let best = { from: 0, count: 0, way: 0 }
  let at = { ...best }
  for (let column = 1; column < keys.length; column++) {
    const step = temperatureOf(keys[column] ?? '') - temperatureOf(keys[column - 1] ?? '')
    const way = Math.abs(step) < meltLimits.widestStep ? Math.sign(step) : 0
    const goesOn = way !== 0 && way === at.way
    if (goesOn) at = { ...at, count: at.count + 1 }
    else at = { from: column - 1, count: way === 0 ? 0 : 2, way }
    if (at.count > best.count) best = { ...at }
  }
  const first = keys[best.from] ?? ''
  const fewest = /^[\d.]+$/.test(first) ? meltLimits.fewest : meltLimits.fewestNamed
  return best.count >= fewest && temperatureOf(first) > meltLimits.coldest
    ? { from: best.from, count: best.count }
    : null
}

/** Return true for the key of a column with the light of one dye: `FAM`, `FAM (RFU)`, `Fluorescence (FAM)`. */
export function isDye(key: string): boolean {
  return channelOfDye(key.replace(lightBefore, '').replace(lightBehind, '')) !== null
}

/** Return the name of a dye as the file spells it, without the words for its light. */
function withoutLight(name: string): string {
  const words = name.split(/[\s_-]+/).filter((word) => !lightWord.test(letters(word)))
  return words.join(' ').replace(/^[([](.*)[)\]]$/, '$1')
}

const letters = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

/** Return the columns whose headers name the light of a dye, the first of each dye: a well has one curve of it. */
export function dyeColumns(
  { keys, names }: { keys: readonly string[]; names: readonly string[] },
  isLight: (key: string) => boolean,
): { column: number; dye: string }[] {
  const seen = new Set<string>()
  return keys.flatMap((key, column) => {
    const dye = withoutLight(names[column] ?? '')
    const folded = foldDye(dye)
    if (!isLight(key) || seen.has(folded)) return []
    seen.add(folded)
    return [{ column, dye }]
  })
}

/** Return the cycle that a header names: `7`, `Cycle 7`, also 0; NaN for none. */
export function cycleOf(key: string): number {
  return Number(
    /^(?:cycle|cyc|c|x|zyklus|ciclo|цикл|循环|الدورة)?0{0,2}(0|[1-9]\d{0,3})(?:rfu|au)?$/.exec(
      key,
    )?.[1] ?? Number.NaN,
  )
}

/** Find the longest run of columns whose numbers count up, a few of them missing at most. */
function findRun(keys: readonly string[]) {
  let best = { from: 0, count: 0, first: 0, last: 0 }
  let at = { ...best }
  for (const [column, key] of keys.entries()) {
    const cycle = cycleOf(key)
    const goesOn = at.count > 0 && cycle > at.last && cycle <= at.last + 1 + cycleLimits.mostMissing
    if (goesOn) at = { ...at, count: at.count + 1, last: cycle }
    else at = { from: column, count: cycle >= 0 ? 1 : 0, first: cycle, last: cycle }
    if (at.count > best.count) best = { ...at }
  }
  return best
}

/** Words of spreadsheets for what is reckoned from the curves beside it. */
const totals =
  /(^|[\s:,;_])(mean|average|avg|median|sum|total|std(\.?\s?dev)?\.?|stdev|sd|mittelwert|durchschnitt|summe|gesamt|standardabweichung|moyenne|somme|écart[ -]type|promedio|suma|desviación|media|somma|среднее|сумма|итого|平均值?|合计|总计|标准差|المتوسط|المجموع)$/i

/** Return true for the name of a row or column that holds no curve but the mean or the sum of some. */
export function isTotal(name: string): boolean {
  return totals.test(name.trim())
}
