import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { FaultDetail } from '../../domain/fault.ts'
import type { AskReason, FileQuestion } from '../../domain/rules/waiting-file.ts'
import { plannedCycles } from '../../domain/rules/programme.ts'
import { wellIndex } from '../../domain/rules/well.ts'
import { curveOf } from '../curves/readings.ts'
import { isInMix } from '../run/layout.ts'
import { findMisfits } from './fit-plan.ts'
import type { ImportPlan } from './import-plan.ts'
import { importFile } from './import.ts'
import type { ImportedFile, ImportedRun } from './imported-run.ts'
import { planImport } from './plan-import.ts'
import { countOrders } from './sample-list/orders/find-orders.ts'

/** A planned analysis, as far as a run is compared with it. */
export type PlannedAnalysis = Pick<
  Analysis,
  'uuid' | 'name' | 'cartridge_type' | 'samples' | 'method' | 'instrument'
>

/** Verdict on a run: it belongs to one plan, or a person is asked; `misfit` says what the plan would refuse it for. */
type RunMatch = { plan: string } | { question: FileQuestion; misfit?: FaultDetail | undefined }
/** Verdict on a file, which may have nothing to do with runs. */
export type Match = RunMatch | { ignored: true }

/** Most plans that a person is offered. */
const mostOffered = 20

/**
 * Read a file and find the planned analysis that it is the run of: by the name of its run, experiment or file, or the bar code
 * of its plate; then by the samples in its wells and the serial number of its instrument. Nothing is guessed: see `askReasons`.
 * @throws Fault of the readers, where the file cannot become an analysis at all.
 */
export async function matchFile(
  name: string,
  bytes: Uint8Array,
  plans: readonly PlannedAnalysis[],
): Promise<Match> {
  const found = countOrders(bytes)
  if (found) return { question: { ...noRun, reason: 'orders', runs: found.orders } }
  // Ignore other such files, in which programs keep their settings, beside those of the instrument.
  if (/\.json$/i.test(name)) return { ignored: true }
  return matchRuns(await importFile(name, bytes), plans)
}

const noRun = { run: '', serial: '', plans: [] }

/** Find the plan of a file that was read. @throws Fault where its run cannot become an analysis. */
export function matchRuns(file: ImportedFile, plans: readonly PlannedAnalysis[]): RunMatch {
  const run = file.runs[0]!
  const plan = planImport(run, () => '')
  const ask = (reason: AskReason, offered: readonly PlannedAnalysis[] = []) => ({
    question: {
      reason,
      run: run.name.slice(0, 200),
      serial: (run.source.serial ?? '').slice(0, 80),
      plans: offered
        .slice(0, mostOffered)
        .map(({ uuid, name }) => ({ uuid, name: name.slice(0, 200) })),
      runs: file.runs.length,
    },
  })
  if (file.runs.length > 1) return ask('several_runs')
  const words = wordsOf(file.name, run)
  const likely = plans.flatMap((one) => {
    const isNamed = words.has(plain(one.name)) || words.has(one.uuid)
    const samples = compareSamples(run, plan, one)
    return isNamed || samples === 'same' ? [{ one, isNamed, samples }] : []
  })
  const fitting = () => plans.filter((one) => findMisfits(plan, one).length === 0)
  if (likely.length === 0) return ask('no_plan', fitting())
  const sure = likely.filter(({ isNamed, samples }) => isNamed && samples === 'same')
  const [found, ...others] = sure.length === 1 ? sure : likely
  if (!found || others.length > 0)
    return ask(
      'several_plans',
      likely.map(({ one }) => one),
    )
  const reason = whyNot(run, plan, found)
  if (reason === null) return { plan: found.one.uuid }
  if (reason !== 'does_not_fit') return ask(reason, [found.one])
  return { ...ask(reason, fitting()), misfit: findMisfits(plan, found.one)[0] }
}

interface Likely {
  one: PlannedAnalysis
  isNamed: boolean
  samples: 'same' | 'other' | 'unnamed'
}

/** Return the reason not to take a run into the one plan that it seems to be of; null where nothing speaks against it. */
function whyNot(run: ImportedRun, plan: ImportPlan, found: Likely): AskReason | null {
  const { one, isNamed, samples } = found
  if (findMisfits(plan, one).length > 0) return 'does_not_fit'
  const { serial } = run.source
  const planned = one.instrument?.serial_no
  const isThere = planned !== undefined && serial !== undefined && plain(serial) === plain(planned)
  if (planned !== undefined && serial !== undefined && !isThere) return 'other_instrument'
  if (samples === 'other') return 'other_samples'
  if (!isNamed && !isThere) return 'only_samples'
  return isCutShort(plan, one) ? 'cut_short' : null
}

/** Compare names of people and files alike: case, spaces, hyphens and underlines are typed as they come. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}

/** Return all by which a file may name its plan. */
function wordsOf(fileName: string, run: ImportedRun): Set<string> {
  const stem = fileName.replace(/\.[^.]{1,5}$/, '')
  const words = [run.name, run.experiment, run.source.barcode ?? '', stem].map(plain)
  return new Set(words.filter((word) => word !== ''))
}

/** Compare the named samples of a file, well by well, with the planned ones. */
function compareSamples(
  run: ImportedRun,
  { samples }: ImportPlan,
  planned: PlannedAnalysis,
): Likely['samples'] {
  if (run.wells.every(({ sample }) => sample === '')) return 'unnamed'
  const [file, plan] = [namesByWell(samples), namesByWell(planned.samples)]
  const isSame =
    file.size === plan.size && [...plan].every(([well, name]) => file.get(well) === name)
  return isSame && plan.size > 0 ? 'same' : 'other'
}

function namesByWell(samples: Analysis['samples']): Map<string, string> {
  return new Map(
    samples.flatMap(({ name, coordinates }) => coordinates.map((well) => [well, plain(name)])),
  )
}

/**
 * Return true where a planned well lacks the last cycles of a curve that the method reads in it: the writing of the file may have been
 * cut off. Some software writes the dyes one after the other, so that the first may be whole.
 */
function isCutShort({ curves }: ImportPlan, planned: PlannedAnalysis): boolean {
  const { amplification } = curves
  const { process, evaluation } = planned.method
  if (amplification.points < plannedCycles(process)) return true
  const shape = cartridges[planned.cartridge_type]
  const isWhole = (channel: string, well: string) => {
    const at = amplification.channels.indexOf(channel)
    const curve = curveOf(amplification, at, wellIndex(shape, well))
    return Number.isFinite(curve[amplification.points - 1])
  }
  return planned.samples.some((sample) => {
    const read = evaluation.targets.filter((target) => isInMix(target, sample))
    return sample.coordinates.some((well) => !read.every(({ channel }) => isWhole(channel, well)))
  })
}
