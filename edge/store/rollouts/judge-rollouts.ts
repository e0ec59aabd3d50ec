import type { Bkernel, GateReading, Rollout } from '../../../domain/entities/bkernel.ts'
import { type FleetFact, sidesOf } from '../../../domain/rules/fleet-facts.ts'
import { isInAudience, phasesOf } from '../../../domain/rules/rollout.ts'
import {
  differencesOf,
  type Figures,
  type Findings,
  readGates,
} from '../../../domain/rules/rollout-gates.ts'
import { decideStep, pairDevices } from '../../../domain/rules/rollout-pairs.ts'
import { readRecord } from '../operations.ts'
import type { Sql } from '../sql.ts'

/**
 * Judges rollouts in the provider's store, by the facts that the companies' stores have told (decision 72). A pair is compared once,
 * when both of its devices have enough runs, and its differences are kept: evidence that was seen does not change afterwards.
 */

/** Facts of a device that are kept: enough for both sides of a comparison, and days between them. */
const keptFacts = 200

/** Keep facts of a company's devices; one that came before counts once. Must run inside a transaction. */
export function keepFacts(sql: Sql, company: string, facts: readonly FleetFact[]): void {
  for (const fact of facts) {
    const { id, of, device, model, version, swarms = [], at } = fact
    const isNew = sql.first(
      `INSERT OR IGNORE INTO fleet_facts (id, of, device_uuid, version, at, fact) VALUES (?, ?, ?, ?, ?, ?) RETURNING 1`,
      id,
      of,
      device,
      version,
      at,
      JSON.stringify(fact),
    )
    if (!isNew) continue
    sql.run(
      `INSERT INTO fleet_devices (device_uuid, company_uuid, model, version, swarms, heard_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (device_uuid) DO UPDATE SET company_uuid = excluded.company_uuid, model = excluded.model,
         version = excluded.version, swarms = excluded.swarms, heard_at = excluded.heard_at WHERE excluded.heard_at >= heard_at`,
      device,
      company,
      model,
      version,
      JSON.stringify(swarms),
      at,
    )
    sql.run(
      `DELETE FROM fleet_facts WHERE device_uuid = ?1 AND rowid NOT IN (
         SELECT rowid FROM fleet_facts WHERE device_uuid = ?1 ORDER BY at DESC, id LIMIT ${keptFacts})`,
      device,
    )
  }
}

/**
 * Forget the facts of the devices of a company that is erased, which name its runs and recipes. The differences of pairs that were compared
 * stay: rollouts were decided by them. Must run inside a transaction.
 */
export function forgetFacts(sql: Sql, company: string): void {
  const its = 'device_uuid IN (SELECT device_uuid FROM fleet_devices WHERE company_uuid = ?)'
  sql.run(`DELETE FROM fleet_facts WHERE ${its}`, company)
  sql.run('DELETE FROM fleet_devices WHERE company_uuid = ?', company)
}

/** A step of a rollout that the service takes by itself. */
export interface Stop {
  uuid: string
  step: 'halt' | 'pause'
  stopped: NonNullable<Rollout['stopped']>
}

/** Compare what can be compared, and return the rollouts that have to stop. Must run inside a transaction. */
export function judgeRollouts(sql: Sql, at: string): Stop[] {
  const rows = sql.all<{ uuid: string }>(
    `SELECT uuid FROM records WHERE kind = 'bkernel' AND deleted_at IS NULL
       AND json_extract(body, '$.rollout.state') = 'running'`,
  )
  return rows.flatMap(({ uuid }) => {
    const version = readRecord(sql, 'bkernel', uuid)
    if (!version?.rollout) return []
    keepPairs(sql, version)
    comparePairs(sql, version)
    return judge(version.uuid, version.rollout, readRollout(sql, version).gates, at) ?? []
  })
}

function judge(uuid: string, rollout: Rollout, gates: GateReading[], at: string): Stop | null {
  const { phase, plan } = rollout
  const since = Date.parse(rollout.since)
  const planned = plan?.deadline ? Date.parse(plan.deadline) : Number.POSITIVE_INFINITY
  // Drop the deadline once a person went on after it: they have looked why.
  const deadline = planned > since ? planned : Number.POSITIVE_INFINITY
  const progress = { phases: phasesOf(rollout), phase, since, deadline }
  const { step } = decideStep(progress, gates, Date.parse(at))
  if (step === 'halt') return { uuid, step, stopped: { why: 'gates', at, gates } }
  if (step === 'pause') return { uuid, step, stopped: { why: 'deadline', at, gates } }
  return null
}

/**
 * Draw the pairs of a rollout; they stay as they are. Devices that are heard of later are paired with each other, as long as neither
 * has the version: which of two is updated first follows from the draw alone.
 */
function keepPairs(sql: Sql, { uuid, version, models, rollout }: Bkernel): void {
  const known = sql.all<{
    uuid: string
    company: string
    model: string
    bkernel_version: string
    swarms: string
  }>(
    `SELECT device_uuid AS uuid, company_uuid AS company, model, version AS bkernel_version, swarms FROM fleet_devices
     WHERE model IN (SELECT value FROM json_each(?3)) AND version <> ?2
       AND NOT EXISTS (SELECT 1 FROM rollout_pairs WHERE rollout_uuid = ?1 AND first_uuid = device_uuid)
       AND NOT EXISTS (SELECT 1 FROM rollout_pairs WHERE rollout_uuid = ?1 AND last_uuid = device_uuid)
       AND NOT EXISTS (SELECT 1 FROM fleet_facts AS facts WHERE facts.of = 'install' AND facts.version = ?2
         AND facts.device_uuid = fleet_devices.device_uuid)`,
    uuid,
    version,
    JSON.stringify(models),
  )
  const devices = known
    .map((device) => ({ ...device, swarms: JSON.parse(device.swarms) as string[] }))
    .filter((device) => isInAudience(rollout?.plan, device))
  const pairs = [...pairDevices(uuid, devices)].map(([first, last]) => [uuid, first, last])
  if (pairs.length > 0) {
    sql.runRows('INSERT INTO rollout_pairs (rollout_uuid, first_uuid, last_uuid) VALUES', pairs)
  }
}

/** Compare each pair whose first device has the version, and whose two have enough runs since. */
function comparePairs(sql: Sql, { uuid, version }: Bkernel): void {
  const waiting = sql.all<{ first: string; last: string; moment: string }>(
    `SELECT first_uuid AS first, last_uuid AS last, min(at) AS moment FROM rollout_pairs
     JOIN fleet_facts ON device_uuid = first_uuid AND of = 'install' AND version = ?2
       AND json_extract(fact, '$.ended') = 'done'
     WHERE rollout_uuid = ?1 AND differences IS NULL GROUP BY first_uuid, last_uuid`,
    uuid,
    version,
  )
  for (const { first, last, moment } of waiting) {
    const partner = readFacts(sql, last)
    // Leave out a partner that has the version too, which says nothing about it any more.
    if (partner.some((fact) => fact.of !== 'day' && fact.version === version)) continue
    const isAfter = (fact: FleetFact) => fact.at > moment
    const own = sidesOf(readFacts(sql, first), isAfter)
    const other = sidesOf(partner, isAfter)
    if (!own || !other) continue
    sql.run(
      'UPDATE rollout_pairs SET differences = ? WHERE rollout_uuid = ? AND first_uuid = ?',
      JSON.stringify(differencesOf(own, other)),
      uuid,
      first,
    )
  }
}

function readFacts(sql: Sql, device: string): FleetFact[] {
  return sql
    .all<{ fact: string }>(
      'SELECT fact FROM fleet_facts WHERE device_uuid = ? ORDER BY at, id',
      device,
    )
    .map(({ fact }) => JSON.parse(fact) as FleetFact)
}

/** Read what the gates of a rollout say now, and the pairs by which they do. */
export function readRollout(
  sql: Sql,
  { uuid, version, models, rollout }: Pick<Bkernel, 'uuid' | 'version' | 'models' | 'rollout'>,
): Findings & { drawn: number; least: number; gates: GateReading[] } {
  const ended = sql.first<{ installed: number; rolled_back: number }>(
    `SELECT count(*) AS installed, coalesce(sum(json_extract(fact, '$.ended') = 'rolled_back'), 0) AS rolled_back
     FROM fleet_facts WHERE of = 'install' AND version = ?
       AND json_extract(fact, '$.model') IN (SELECT value FROM json_each(?))`,
    version,
    JSON.stringify(models),
  )
  const rows = sql.all<{ differences: string | null }>(
    'SELECT differences FROM rollout_pairs WHERE rollout_uuid = ? ORDER BY first_uuid',
    uuid,
  )
  const pairs = rows.flatMap(({ differences }) =>
    differences === null ? [] : (JSON.parse(differences) as Figures),
  )
  const { installed, rolled_back } = ended ?? { installed: 0, rolled_back: 0 }
  const found = { installed, rolled_back, pairs }
  const least = (rollout && phasesOf(rollout)[rollout.phase]?.least_pairs) ?? 0
  return { ...found, least, drawn: rows.length, gates: readGates(found, least) }
}
