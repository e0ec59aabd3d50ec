import { cartridges } from '../../domain/catalog/cartridges.ts'
import { rowLetter, wellName } from '../../domain/rules/well.ts'
import { curveOf } from '../../workers/curves/readings.ts'
import type { ImportedFile, ImportedRun, ImportedTarget } from '../../workers/files/imported-run.ts'
import type { Notice } from '../../workers/files/notices.ts'
import { planImport } from '../../workers/files/plan-import.ts'
import type { TableFact } from './bent-tables.ts'
import { uuidOf } from './uuid-of.ts'

const same = (a: string, b: string) =>
  a !== '' &&
  a.toLowerCase().replaceAll(/[\s_-]/g, '') === b.toLowerCase().replaceAll(/[\s_-]/g, '')

/**
 * Find facts of a file that are neither in the imported run, as a target with a curve in that well, nor in a notice
 * that names the well with the target or the dye, or the table that they are in.
 */
export function unnamedLosses(file: ImportedFile, facts: readonly TableFact[]): string[] {
  const losses: string[] = []
  const run = file.runs[0]
  if (!run) return ['no run']
  const notices = [...file.notices, ...run.notices]
  const withoutCurves = notices.some(({ code }) => code === 'curves_missing')
  const wells = new Map(run.wells.map((well) => [well.name, well]))
  const names = notices.map((notice) => ({ ...notice, wells: wellsOf(notice) }))
  for (const fact of facts) {
    const targets = wells.get(fact.well)?.targets ?? []
    if (withoutCurves && !fact.curve && targets.length > 0) continue
    if (isCovered(fact, targets, run)) continue
    const own = [
      fact.target,
      fact.dye,
      ...targets.filter(({ dye }) => same(dye, fact.dye)).map(({ target }) => target),
    ]
    const named = names.some(
      ({ place, params, wells: of }) =>
        place.member === fact.sheet ||
        params['name'] === fact.sheet ||
        (of.has(fact.well) &&
          (own.every((one) => one === '') ||
            own.some((one) => same(one, place.target ?? '') || same(one, place.path ?? '')))),
    )
    if (!named) losses.push(JSON.stringify(fact))
  }
  return [...losses, ...lostInPlan(run)]
}

function isCovered(fact: TableFact, targets: readonly ImportedTarget[], run: ImportedRun): boolean {
  if (same(fact.dye, run.passiveReference ?? '')) return true
  const measured = targets.filter(({ channel }) => channel !== null)
  if (fact.curve && fact.dye === '' && fact.target === '') return measured.length > 0
  return measured.some(
    ({ target, dye, channel }) =>
      same(target, fact.target) ||
      (fact.dye !== '' && (same(dye, fact.dye) || same(channel ?? '', fact.dye))),
  )
}

/** Return the wells that a notice names, one by one. */
function wellsOf({ place }: Notice): Set<string> {
  const wells = new Set(place.well ? [place.well.replace(/^([A-P])0/, '$1')] : [])
  for (const part of (place.wells ?? '').split(', ')) {
    const [, row = '', from = '', last = row, to = from] =
      /^([A-Z]*)(\d+)(?:[–:]([A-Z]*)(\d+))?$/.exec(part) ?? []
    if (from === '') continue
    for (const letters of rowsBetween(row, last)) {
      for (let at = Number(from); at <= Number(to); at++) wells.add(`${letters}${at}`)
    }
  }
  return wells
}

/** List the letters of the rows from one to another; a rotor has none. */
function rowsBetween(from: string, to: string): string[] {
  const all = Array.from({ length: 72 }, (_, row) => rowLetter(row))
  return from === '' ? [''] : all.slice(all.indexOf(from), all.indexOf(to) + 1)
}

/** Find curves of targets that the plan of the analysis has no sample, no rule or no readings for. */
function lostInPlan(run: ImportedRun): string[] {
  let id = 0
  let plan
  try {
    plan = planImport(run, () => uuidOf(id++))
  } catch {
    return []
  }
  const losses: string[] = []
  const { amplification } = plan.curves
  const shape = cartridges[plan.cartridge_type]
  for (const well of run.wells) {
    const row = Math.floor(well.well / run.plate.columns)
    const column = well.well % run.plate.columns
    // Put positions of a rotor along the rows.
    const isRotor = run.plate.labels === 'numbers'
    const place = isRotor ? well.well : row * shape.columns + column
    const name = wellName(shape, place)
    for (const { target, channel } of well.targets) {
      const index = run.amplification?.readings.channels.indexOf(channel ?? '') ?? -1
      if (channel === null || index < 0 || !run.amplification) continue
      const curve = curveOf(run.amplification.readings, index, well.well)
      if (!curve.some(Number.isFinite)) continue
      const sample = plan.samples.find(({ coordinates }) => coordinates.includes(name))
      const rules = plan.evaluation.targets.filter(
        ({ well_types: types }) => !types || types.includes(sample?.well_type ?? ''),
      )
      const found = rules.some((rule) => {
        const at = amplification.channels.indexOf(rule.channel)
        const placed = curveOf(amplification, at, place)
        return placed.every((value, i) => Object.is(value, curve[i]))
      })
      if (!sample || !found) losses.push(`plan: ${name} ${target} ${channel}`)
    }
  }
  return losses
}
