import { curveStates } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type ImportedCurves,
  type ImportedFile,
  type ImportedRun,
  type ImportedTarget,
  importedSampleTypes,
} from '../../workers/files/imported-run.ts'
import { type Notice, noticeCodes } from '../../workers/files/notices.ts'
import { fileReasons } from '../../workers/files/refuse-file.ts'

/** List the problems of an import's result; empty if it is complete. */
export function checkImport(file: ImportedFile): string[] {
  const problems = checkNotices(file.notices)
  if (file.runs.length === 0) problems.push('no run')
  if (!file.format) problems.push('no format')
  for (const run of file.runs) problems.push(...checkRun(run))
  return problems
}

/** List the problems of a refusal; empty if it names what and where. */
export function checkRefusal(error: unknown): string[] {
  if (!(error instanceof Fault))
    return [error instanceof Error ? (error.stack ?? String(error)) : String(error)]
  const { code, reason, message, params } = error.first
  const problems: string[] = []
  if (code !== 'invalid') problems.push(`code ${code}`)
  if (reason === undefined || !Object.hasOwn(fileReasons, reason)) problems.push(`reason ${reason}`)
  if (!message) problems.push('no message')
  for (const [name, value] of Object.entries(params ?? {})) {
    if (typeof value !== 'string' && !Number.isFinite(value))
      problems.push(`param ${name} ${value}`)
  }
  return problems
}

function checkRun(run: ImportedRun): string[] {
  const problems = checkNotices(run.notices)
  const { rows, columns } = run.plate
  const wells = rows * columns
  if (!Number.isInteger(rows) || !Number.isInteger(columns) || wells < 1) problems.push('plate')
  for (const curves of [run.amplification, run.melt]) {
    if (curves) problems.push(...checkCurves(curves, wells))
  }
  const channels = new Set(
    [run.amplification, run.melt].flatMap((one) => one?.readings.channels ?? []),
  )
  const names = new Set<string>()
  let last = -1
  for (const { well, name, sampleType, targets } of run.wells) {
    if (!Number.isInteger(well) || well <= last || well >= wells) problems.push(`well ${well}`)
    last = well
    if (!name || names.has(name)) problems.push(`name of well ${well}: ${name}`)
    names.add(name)
    if (!importedSampleTypes.includes(sampleType)) problems.push(`sample type ${sampleType}`)
    for (const target of targets) problems.push(...checkTarget(target, channels))
    if (new Set(targets.map((one) => one.target)).size < targets.length)
      problems.push(`targets of ${name}`)
  }
  const { passiveReference } = run
  if (passiveReference !== null && !channels.has(passiveReference))
    problems.push('passive reference')
  return problems
}

function checkCurves({ readings, state }: ImportedCurves, wells: number): string[] {
  const problems: string[] = []
  const { channels, points, values, temperatures } = readings
  if (readings.wells !== wells) problems.push(`${readings.wells} wells in readings of ${wells}`)
  if (!curveStates.includes(state)) problems.push(`state ${state}`)
  if (channels.length === 0 || new Set(channels).size < channels.length) problems.push('channels')
  if (channels.some((channel) => channel === '')) problems.push('channel without a name')
  if (!Number.isInteger(points) || points < 1) problems.push(`points ${points}`)
  if (values.length !== channels.length * wells * points) problems.push('length of values')
  if (temperatures.length !== points && temperatures.length !== wells * points) {
    problems.push('length of temperatures')
  }
  if (values.some((value) => Math.abs(value) === Infinity)) problems.push('infinite value')
  if (temperatures.some((value) => Math.abs(value) === Infinity))
    problems.push('infinite temperature')
  if (!values.some(Number.isFinite)) problems.push('curves without a value')
  return problems
}

function checkTarget(target: ImportedTarget, channels: ReadonlySet<string>): string[] {
  const problems: string[] = []
  if (!target.target) problems.push('target without a name')
  if (target.channel !== null && !channels.has(target.channel)) {
    problems.push(`channel ${target.channel} of ${target.target}`)
  }
  const numbers = [
    target.cq,
    target.threshold,
    target.efficiency,
    target.endPoint,
    ...target.tm,
  ].concat(
    target.quantity?.value ?? null,
    target.background?.intercept ?? null,
    target.background?.slope ?? null,
    target.baseline?.start ?? null,
    target.baseline?.end ?? null,
  )
  if (numbers.some((value) => value !== null && !Number.isFinite(value)))
    problems.push('not finite')
  if (target.cq !== null && target.cq <= 0) problems.push(`cq ${target.cq}`)
  return problems
}

function checkNotices(notices: readonly Notice[]): string[] {
  return notices.flatMap(({ severity, code, params }) => {
    const known =
      Object.hasOwn(noticeCodes, code) && ['info', 'warning', 'error'].includes(severity)
    const plain = Object.values(params).every(
      (value) => typeof value === 'string' || Number.isFinite(value),
    )
    return known && plain ? [] : [`notice ${severity} ${code} ${JSON.stringify(params)}`]
  })
}
