import { createHash } from 'node:crypto'
import { type Analysis, notRun } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { cutName } from '../../domain/rules/plain-text.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { allow } from './allow.ts'
import { handsOf } from './hands.ts'
import { readOutcomes } from './analysis-rows.ts'
import { type By, checkSwarm } from './by.ts'
import { checkNotLaunching } from './not-launching.ts'
import { authorOf, readRecord, type StoredBody, wasEverUsed } from './operations.ts'
import type { Planners } from './planner.ts'
import { methodInForce } from './rules/recipe-versions.ts'
import type { Sql } from './sql.ts'
import { madeWith } from './trailed-row.ts'

/** Changes that make an analysis of another one, or put it somewhere else. */
export type VersionChange =
  | { type: 'analysis.note'; uuid: string; notebook: string; base: string }
  | { type: 'analysis.migrate'; uuid: string; swarm_uuid: string; reason: string }
  | { type: 'analysis.duplicate'; uuid: string; from: string; name: string | undefined }
  | { type: 'analysis.correct'; uuid: string; corrects: string; reason: string }

export const versionPlanners: Planners<VersionChange> = {
  'analysis.note': (_sql, change, by) => ({
    ...named(change),
    change: (before) => writeNote(before, change, by),
  }),
  'analysis.migrate': (sql, change, by, at) => ({
    ...named(change),
    reason: change.reason,
    change: (before) => migrate(sql, before, change, by, at),
  }),
  'analysis.duplicate': (sql, change, by, at) => ({
    ...named(change),
    change: (before) => duplicate(sql, before, change, by, at),
  }),
  'analysis.correct': (sql, change, by, at) => ({
    ...named(change),
    reason: change.reason,
    outcomes: readOutcomes(sql, change.corrects),
    change: (before) => correct(sql, before, change, by, at),
  }),
}

function named({ type, uuid }: VersionChange) {
  return { kind: 'analysis', uuid, action: type } as const
}

/** Return the hash of the notebook that a draft is based on, so that a draft never replaces a newer note. */
export function notebookBase(notebook: string): string {
  return createHash('sha256').update(notebook).digest('hex')
}

function writeNote(
  before: Analysis | null,
  { notebook, base }: VersionChange & { type: 'analysis.note' },
  by: By,
): StoredBody {
  const record = allow('note', before, by)
  if (base !== notebookBase(record.notebook)) {
    throw new Fault('stale', 'The notebook has been written on meanwhile', {
      field: 'base',
      reason: 'changed_meanwhile',
      versions: { yours: { notebook }, theirs: { notebook: record.notebook } },
    })
  }
  return { ...record, notebook }
}

/** @throws Fault `invalid` "Choose a different swarm" for the one it is in, or one that is not the person's. */
function migrate(
  sql: Sql,
  before: Analysis | null,
  change: VersionChange & { type: 'analysis.migrate' },
  by: By,
  at: string,
): StoredBody {
  const record = allow('migrate', before, by, change.reason)
  checkNotLaunching(sql, record.uuid, at)
  if (record.swarm_uuid === change.swarm_uuid) {
    throw new Fault('invalid', 'Choose a different swarm', {
      field: 'swarm_uuid',
      reason: 'same_swarm',
    })
  }
  const swarm = checkSwarm(sql, change.swarm_uuid, by)
  return {
    ...record,
    swarm_uuid: swarm.uuid,
    swarm_name: swarm.name,
    ...deviceIn(sql, record, swarm.uuid),
  }
}

/** Keep the device of a plan only where that works in the new swarm; a run that is over keeps the one it was on. */
function deviceIn(
  sql: Sql,
  { status, device_uuid }: Analysis,
  swarm: string,
): Partial<Pick<Analysis, 'device_uuid' | 'bcube' | 'instrument'>> {
  if (status !== 'INIT' || device_uuid === null) return {}
  const device = readRecord(sql, 'device', device_uuid)
  return device?.swarms.includes(swarm) ? {} : { device_uuid: null, bcube: null, instrument: null }
}

/**
 * Make a plan like it: method, samples and swarm; nothing that was measured, found, noted or signed. Name what is taken along: a field
 * that runs get later is none of a plan.
 */
function duplicate(
  sql: Sql,
  before: Analysis | null,
  { uuid, from, name }: VersionChange & { type: 'analysis.duplicate' },
  by: By,
  at: string,
): StoredBody {
  const original = allow('duplicate', readRecord(sql, 'analysis', from), by)
  checkNewId(sql, uuid, before)
  checkSwarm(sql, original.swarm_uuid, by)
  const { recipe_name, swarm_uuid, swarm_name, company_uuid, cartridge_type } = original
  return {
    uuid,
    created_at: at,
    updated_at: at,
    status: 'INIT',
    name: name ?? `${cutName(original.name, 113)} (copy)`,
    recipe_name,
    ...authorOf(by.actor),
    swarm_uuid,
    swarm_name,
    company_uuid,
    device_uuid: null,
    bcube: null,
    certified: 'N',
    cartridge_type,
    method: methodInForce(sql, original.method, at),
    samples: original.samples.map((sample, index) => ({
      ...sample,
      uuid: derivedUuid(uuid, String(index)),
    })),
    ...notRun(),
    notebook: '',
  } satisfies Analysis
}

/**
 * Make the linked new version of a signed analysis (decisions R5): its whole content without the signature, to be
 * changed, calculated and signed again.
 * @throws Fault `refused` when there is a later version already: that one is to be corrected.
 */
function correct(
  sql: Sql,
  before: Analysis | null,
  { uuid, corrects, reason }: VersionChange & { type: 'analysis.correct' },
  by: By,
  at: string,
): StoredBody {
  const original = allow('correct', readRecord(sql, 'analysis', corrects), by, reason)
  checkNewId(sql, uuid, before)
  const later = laterVersion(sql, corrects)
  if (later) {
    throw new Fault('refused', 'There is a later version: correct that one', {
      reason: 'corrected_already',
      params: { analysis: String(later['uuid']) },
    })
  }
  return {
    ...original,
    uuid,
    created_at: at,
    updated_at: at,
    status: 'COMPLETE',
    signature: null,
    corrects,
    version: (original.version ?? 1) + 1,
    correction_reason: reason,
    hands: handsOf(sql, { ...original }),
  }
}

/** Return the version that corrects an analysis, by the trail; null when there is none. */
export function laterVersion(sql: Sql, analysis: string): StoredBody | null {
  const made = { kind: 'analysis', action: 'analysis.correct', field: 'corrects' } as const
  return madeWith(sql, { ...made, value: analysis })[0] ?? null
}

function checkNewId(sql: Sql, uuid: string, before: Analysis | null): void {
  if (!before && !wasEverUsed(sql, 'analysis', uuid)) return
  throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
}
