import { canonicalJson } from '../canonical.ts'
import type { Bkernel, Rehearsal, RehearsedRun, SignalProcessing } from '../entities/bkernel.ts'
import { compareVersions } from './version.ts'

/** Newest runs of a company that a rehearsal calculates. */
export const mostRehearsed = 100

type Version = Pick<Bkernel, 'uuid' | 'version' | 'models' | 'processing' | 'rollout'>

/** Processing that is assumed of a version whose maker declares nothing: readings are the counts themselves. */
export const plainProcessing: SignalProcessing = {
  gain: 1,
  offset: 0,
  step: 0,
  ceiling: null,
  mean_of: 1,
}

/** Return the processing of the version that a device runs, null where nothing is declared of it. */
export function processingOf(
  versions: readonly Version[],
  device: { model: string; bkernel_version: string },
): SignalProcessing | null {
  const known = versions.find(
    ({ version, models }) => version === device.bkernel_version && models.includes(device.model),
  )
  return known?.processing ?? null
}

/** List the known versions that devices of the audience may run now: older ones for one of its models. */
function basesOf(version: Version, known: readonly Version[]): readonly Version[] {
  const plan = version.rollout?.plan
  const models = plan && plan.models.length > 0 ? plan.models : version.models
  return known.filter(
    (one) =>
      one.uuid !== version.uuid &&
      compareVersions(one.version, version.version) < 0 &&
      one.models.some((model) => models.includes(model)) &&
      (!plan || plan.versions.length === 0 || plan.versions.includes(one.version)),
  )
}

/**
 * Return true where the declared processing of a version differs from that of a version which its devices may run now, so that its
 * calculation is rehearsed before its plan is approved. Nothing declared on either side is no difference.
 */
export function mustRehearse(version: Version, known: readonly Version[]): boolean {
  const own = canonicalJson(version.processing ?? null)
  const bases = basesOf(version, known)
  if (bases.length === 0) return version.processing !== undefined
  return bases.some(({ processing }) => canonicalJson(processing ?? null) !== own)
}

/**
 * Write what a rehearsal holds for: it is due again once a declaration, the audience or the engine is another one. Phases and times of
 * the plan change nothing in it.
 */
export function rehearsalText(version: Version, known: readonly Version[], engine: string): string {
  const { uuid, models, processing = null, rollout } = version
  const { phases: _phases, window: _window, deadline: _deadline, ...audience } = rollout?.plan ?? {}
  const bases = basesOf(version, known)
    .map((one) => ({
      version: one.version,
      models: one.models,
      processing: one.processing ?? null,
    }))
    .toSorted((a, b) => compareVersions(a.version, b.version))
  return canonicalJson({ engine, uuid, models, processing, audience, bases })
}

/** Add up the runs of a rehearsal. */
export function sumUpRuns(
  runs: readonly RehearsedRun[],
): Pick<Rehearsal, 'runs' | 'unread' | 'results' | 'calls' | 'moved'> {
  const sum = (name: 'results' | 'calls' | 'moved') =>
    runs.reduce((total, run) => total + (run.found?.[name] ?? 0), 0)
  return {
    runs: runs.length,
    unread: runs.filter(({ found }) => found === null).length,
    results: sum('results'),
    calls: sum('calls'),
    moved: sum('moved'),
  }
}
