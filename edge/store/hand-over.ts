import { Fault } from '../../domain/fault.ts'
import type { Stored } from '../../domain/registry.ts'
import { beyondReach, daysAfterHandOver, stateOfKey } from '../../domain/rules/api-key.ts'
import { type KeeperRefusal, refuseKeeper, type WorkKind } from '../../domain/rules/hand-over.ts'
import { handOverWords } from '../mail/hand-over-words.ts'
import { readTrueKeys } from './api-keys.ts'
import { type By, mustSee, mustSeeKind } from './by.ts'
import { giveWork, readKeeper, stateOfWork } from './open-work.ts'
import {
  ofSomeKind,
  type PlannedOfSomeKind,
  type PlannedOperation,
  readRecord,
} from './operations.ts'
import { planDelivery } from './outgoing-changes.ts'
import type { Planners } from './planner.ts'
import { swarmsOf } from './rules/api-key.ts'
import { checkReachOver } from './rules/own-authority.ts'
import type { Sql } from './sql.ts'

/** Open work of a person goes to another one: an entry for each record, in one transaction (decision 56). */
export interface HandOverChange {
  type: 'work.hand_over'
  from: string
  to: string
  works: { kind: WorkKind; uuid: string }[]
  reason: string
  /** Id of the message to the person who takes it over. */
  notice: string
}

export const handOverPlanners: Planners<HandOverChange> = {
  'work.hand_over': (sql, order, by, at) => {
    // Ask inside the operations: a repeated delivery finds all of them done, and asks nothing.
    let known: ReturnType<typeof checkPeople> | null = null
    const people = () => (known ??= checkPeople(sql, order, by))
    return [
      ...order.works.map((work, index) =>
        planOne(order, { ...work, index }, { sql, people, by, at }),
      ),
      ...planNotice(sql, order, by, at),
      ...order.works.flatMap(({ kind, uuid }) =>
        kind === 'user' ? planKeys(order, uuid, { sql, people, by, at }) : [],
      ),
    ]
  },
}

interface Asked {
  sql: Sql
  people: () => ReturnType<typeof checkPeople>
  by: By
  at: string
}

function planOne<Of extends WorkKind>(
  { from, reason }: HandOverChange,
  { kind, uuid, index }: { kind: Of; uuid: string; index: number },
  { sql, people, by, at }: Asked,
): PlannedOfSomeKind {
  return ofSomeKind<WorkKind>({
    kind,
    uuid,
    action: `${kind as WorkKind}.hand_over`,
    reason,
    change: (found) => {
      const to = people()
      const field = `works.${index}`
      const record = mustSeeKind(kind, found, by.sight)
      if (stateOfWork(kind as WorkKind, record, { user: from, at }) === null) {
        throw new Fault('refused', 'This is not open work of the person any more', {
          field,
          reason: 'work_not_open',
        })
      }
      const refusal = refuseKeeper(kind, record, { from, to })
      if (refusal) throw keeperFault(refusal, field)
      // Refuse to give an owner to a service account that holds more than the asker.
      if (kind === 'user') checkReachOver(sql, record as Stored<'user'>, by)
      const keeper = { user_uuid: to.uuid, user_name: to.name }
      return giveWork(kind as WorkKind, record, { keeper, from })
    },
  })
}

/**
 * Plan that the keys of a service account go with it. Who had them may know their secrets: each ends in a week unless its new
 * owner rotates it. One that reaches further than that person ends now.
 */
function planKeys(
  { from, reason }: HandOverChange,
  service: string,
  { sql, people, at }: Asked,
): PlannedOperation<'api_key'>[] {
  const end = new Date(Date.parse(at) + daysAfterHandOver * 86_400_000).toISOString()
  const keys = readTrueKeys(sql, service).filter(
    (key) => stateOfKey(key, at) === 'active' && (key.owner?.user_uuid ?? from) === from,
  )
  return keys.map((key) => {
    const { uuid, permissions } = key
    const { name, sight, ...to } = people()
    const held = { permissions: to.permissions, swarms: sight.swarms }
    const isBeyond = beyondReach({ permissions, swarms: swarmsOf(sql, key) }, held) !== null
    return {
      kind: 'api_key',
      uuid,
      action: isBeyond ? 'api_key.deactivate' : 'api_key.hand_over',
      reason,
      change: (before) => {
        if (!before || isBeyond) return before && { ...before, status: 'inactive' }
        const expires_at = before.expires_at < end ? before.expires_at : end
        const owner = { user_uuid: to.uuid, user_name: name }
        return { ...before, swarms: swarmsOf(sql, before), owner, expires_at }
      },
    }
  })
}

/** Check both people. @throws Fault where the first is beyond the asker's own rights, or one of them is not there. */
function checkPeople(sql: Sql, { from, to }: HandOverChange, by: By) {
  checkReachOver(sql, mustSee('user', readRecord(sql, 'user', from), by.sight), by)
  const keeper = readKeeper(sql, to)
  if (keeper) return keeper
  throw new Fault('invalid', 'There is no such person', { field: 'to', reason: 'user_unknown' })
}

function keeperFault(refusal: KeeperRefusal, field: string): Fault {
  return new Fault('refused', 'This person may not take the work over', {
    field,
    reason: refusal.reason,
    ...(refusal.reason === 'keeper_permission' && {
      params: { permission: refusal.permission },
    }),
  })
}

/** Plan the message to the person who takes the work over, in their language; none to oneself. */
function planNotice(
  sql: Sql,
  { from, to, works, notice }: HandOverChange,
  by: By,
  at: string,
): PlannedOfSomeKind[] {
  const keeper = readRecord(sql, 'user', to)
  const person = readRecord(sql, 'user', from)
  if (!keeper || !person || to === by.actor.uuid) return []
  const words = handOverWords(keeper.default_language, { name: person.name, count: works.length })
  const delivery = { uuid: notice, notification_uuid: notice, sender: by.actor.name, users: [to] }
  return [planDelivery({ ...delivery, ...words }, at)]
}
