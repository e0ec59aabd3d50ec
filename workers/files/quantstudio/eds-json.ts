import { passiveDye } from './read-source.ts'
import {
  type CollectionPoint,
  createResult,
  type EdsResult,
  type EdsSetup,
  type EdsSignals,
  type EdsWell,
  type WellSignals,
} from './eds-data.ts'
import { plateOfBlock } from './well-finder.ts'

type Json = Readonly<Record<string, unknown>>

/** Return a value of the JSON as an object; empty for anything else. */
export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** Return a finite number, also one that is written as a text; NaN for anything else. */
export function asNumber(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : Number.NaN
}

function asNumbers(value: unknown): number[] {
  return asList(value).map(asNumber)
}

function asIndex(value: unknown): number | null {
  const number = asNumber(value)
  return Number.isInteger(number) && number >= 0 && number < 1_000_000 ? number : null
}

/** Read `setup/plate_setup.json` of an EDS 2.0 archive. */
export function readPlateJson(value: unknown): EdsSetup {
  const setup = asObject(value)
  const reporters = new Map(
    asList(setup['targets'])
      .map(asObject)
      .map((target) => [asText(target['name']), asText(target['reporter'])]),
  )
  const wells = new Map<number, EdsWell>()
  const twice: number[] = []
  for (const well of asList(setup['wells']).map(asObject)) {
    const index = asIndex(well['index'] ?? well['wellIndex'])
    if (index === null) continue
    const [known, sample] = [wells.get(index), asText(well['sampleName'])]
    if (known) {
      known.samples.push(sample)
      twice.push(index)
      continue
    }
    wells.set(index, {
      samples: [sample],
      omitted: well['omitted'] === true,
      targets: asList(well['targetAssignments'])
        .map(asObject)
        .map((one) => {
          const [name, quantity] = [asText(one['targetName']), asNumber(one['quantity'])]
          return {
            name,
            dye: asText(one['reporter']) || (reporters.get(name) ?? ''),
            task: asText(one['task']),
            quantity: quantity > 0 ? quantity : null,
          }
        }),
    })
  }
  return {
    plate: plateOfBlock(asText(setup['blockType'])),
    passive: passiveDye(asText(setup['passiveReference'])),
    wells,
    twice,
  }
}

/** Read `primary/multicomponent_data.json` of an EDS 2.0 archive. */
export function readSignalsJson(value: unknown): EdsSignals {
  const data = asObject(value)
  const points = asList(data['collectionPoints'])
    .map(asObject)
    .map((one): CollectionPoint => ({
      stage: asNumber(one['stage']),
      cycle: asNumber(one['cycle']),
      step: asNumber(one['step']),
      point: asNumber(one['point']),
    }))
  const wells = new Map<number, WellSignals>()
  const twice: number[] = []
  for (const well of asList(data['wellData']).map(asObject)) {
    const index = asIndex(well['wellIndex'])
    if (index === null) continue
    if (wells.has(index)) {
      twice.push(index)
      continue
    }
    const dyes = asList(well['dyeData'])
      .map(asObject)
      .flatMap((dye) => {
        const name = asText(dye['dyeName'])
        return name === '' ? [] : [{ name, values: asNumbers(dye['fluorescences']) }]
      })
    wells.set(index, { dyes, temperatures: asNumbers(well['temperatures']) })
  }
  return { points, wells, twice }
}

/** Read `primary/analysis_result.json` of an EDS 2.0 archive. */
export function readResultsJson(value: unknown): EdsResult[] {
  return asList(asObject(value)['wellResults'])
    .map(asObject)
    .flatMap((well) => {
      const index = asIndex(well['wellIndex'])
      if (index === null) return []
      return asList(well['reactionResults'])
        .map(asObject)
        .flatMap((one) => {
          const target = asText(one['targetName'])
          return target === '' ? [] : [readReaction(index, target, one)]
        })
    })
}

function readReaction(well: number, target: string, one: Json): EdsResult {
  const amplification = asObject(one['amplificationResult'])
  const melt = asObject(one['meltResult'] ?? one['meltCurveResult'])
  const [cq, threshold] = [asNumber(amplification['cq']), asNumber(amplification['ctThreshold'])]
  const start = asNumber(amplification['ctBaselineStart'])
  const end = asNumber(amplification['ctBaselineEnd'])
  const temperatures = asNumbers(melt['temperatures'])
  const values = asNumbers(melt['rn'])
  const tms = melt['tms'] ?? melt['tm'] ?? melt['meltTemperatures']
  return {
    ...createResult(well, target),
    sample: asText(one['sampleName']),
    task: asText(one['task']),
    cq: Object.hasOwn(amplification, 'cq') ? (cq > 0 ? cq : Number.NaN) : null,
    threshold: threshold > 0 ? threshold : null,
    baseline: start >= 0 && end >= start ? { start, end } : null,
    call: asText(amplification['ampStatus']),
    omitted: one['omitted'] === true,
    rn: asNumbers(amplification['rn']),
    tm: (Array.isArray(tms) ? asNumbers(tms) : [asNumber(tms)]).filter((tm) => tm > 0),
    melt:
      temperatures.length > 0 && temperatures.length === values.length
        ? { temperatures, values }
        : null,
  }
}
