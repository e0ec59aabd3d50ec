import { cartridges } from '../../domain/catalog/cartridges.ts'
import { readResults } from '../../domain/results.ts'
import {
  driftOf,
  type DriftReport,
  mostDriftRuns,
  withDrift,
} from '../../domain/rules/calibration-drift.ts'
import { wellIndex, wellName } from '../../domain/rules/well.ts'
import { forecastDrift } from '../../workers/calibration/forecast-drift.ts'
import {
  readLevels,
  readMelts,
  type RunCondition,
} from '../../workers/calibration/run-condition.ts'
import { readBlob } from '../files/blobs.ts'
import type { AccountContext, DeviceContext } from '../context.ts'
import { readCurves } from './evaluate.ts'
import { Fault } from '../../domain/fault.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { unwrap } from '../outcome.ts'
import type { By } from '../store/by.ts'
import { systemActor } from '../store/commands.ts'
import type { ConditionRun } from '../store/queries/calibrations.ts'

type Asker = Pick<AccountContext, 'env' | 'own'> & { by: Pick<By, 'sight'> }

/** Follow light and temperature of a device over its newest runs that the account sees; `everywhere` for the service itself. */
export async function followDrift(
  { env, own, by }: Asker,
  device: string,
  everywhere = false,
): Promise<DriftReport> {
  const question = { name: 'conditionRuns', device, limit: mostDriftRuns, everywhere } as const
  const found = await unwrap(own.ask(question, by.sight))
  const shape = cartridges[found.device.cartridge_type]
  const names = Array.from({ length: shape.rows * shape.columns }, (_, at) => wellName(shape, at))
  const conditions: RunCondition[] = []
  let unread = 0
  // Read one after the other, so that the curves of one run are in memory at a time.
  for (const run of found.runs) {
    const condition = await readCondition(env, run)
    if (condition) conditions.push(condition)
    else unread += 1
  }
  const momentOf = (at: string | null) => (at === null ? null : Date.parse(at))
  const begin = { light: momentOf(found.light), temperature: momentOf(found.temperature) }
  return { ...forecastDrift(conditions, names, begin, Date.now()), unread }
}

/** Read what a run says of its device; null where its files cannot be read. */
async function readCondition(env: Env, run: ConditionRun): Promise<RunCondition | null> {
  const shape = cartridges[run.cartridge_type]
  const filled = new Set(
    run.samples.flatMap(({ coordinates }) => coordinates.map((well) => wellIndex(shape, well))),
  )
  try {
    const { amplification, melt } = await readCurves(env, run, run.curves_hash)
    const isMelted = melt !== null && run.results_hash !== null
    const results = isMelted
      ? readResults(
          new TextDecoder().decode(await readBlob(env, run.company_uuid, run.results_hash ?? '')),
        )
      : null
    return {
      run_uuid: run.uuid,
      at: Date.parse(run.at),
      group: `${run.recipe} ${run.light?.calibration_uuid ?? ''}`,
      light: readLevels(amplification, (well) => filled.has(well)),
      melts: results ? readMelts(results, shape) : [],
    }
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

/**
 * Keep with a device what its newest run says of its drift: what reaches its limit first, or nothing. A warning stays where runs could not be
 * read and nothing is known of its value any more.
 */
export async function noteDrift({ env, own, device }: DeviceContext): Promise<void> {
  const by = {
    actor: systemActor,
    sight: { kinds: [], swarms: [] },
    permissions: [],
    fourEyes: false,
  }
  const { series, unread } = await followDrift({ env, own, by }, device, true)
  const flagged = series.filter((one) => one.flagged)
  const [first = null] = flagged.toSorted((one, other) =>
    (one.reaches_at ?? '') < (other.reaches_at ?? '') ? -1 : 1,
  )
  const { config } = await unwrap(own.get('device', device, by.sight))
  const known = driftOf({ config })
  const isRead = series.some(
    ({ what, part, well }) => what === known?.what && part === known.part && well === known.well,
  )
  if (first === null && unread > 0 && !isRead) return
  if (withDrift(config, first) === config) return
  await unwrap(own.change({ type: 'device.drift', uuid: device, drift: first }, makeUuid(), by))
}
