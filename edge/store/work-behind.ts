import { logFailure } from '../log.ts'
import type { Change } from './changes.ts'
import { moveSome } from './narrow-rows.ts'
import type { OtherStore } from './other-store.ts'
import { sendPlanned } from './planned-sends.ts'
import { tellOfRecalls } from './recalls/tell-companies.ts'
import type { Sql } from './sql.ts'
import { tellVisitors } from './tell-visitors.ts'
import { keepUseCounts } from './use-counts.ts'
import { wakeBy } from './wake.ts'

/** Time that a request has to tell others by itself before the alarm goes on with those who were not reached (ms). */
const firstToldMs = 2000

/** Longest time that an alarm moves rows before everything else that is due has its turn (ms). */
const movingMs = 1000

/**
 * Do what a store has begun for a caller and goes on with by its alarm: what goes to many companies, and rows of earlier versions that
 * are moved. Each keeps its place in the store, and goes on from there after the process has ended.
 */
export async function workBehind(
  storage: DurableObjectStorage,
  env: Env,
  sql: Sql,
  own: Pick<OtherStore, 'change'> & { carryDevices(): Promise<void>; finishMoves(): Promise<void> },
): Promise<void> {
  // Carry these first: nobody can do anything about a device that is in no company, nor a person who is in two.
  await own.carryDevices()
  await own.finishMoves()
  await sendPlanned(storage, env, sql, own)
  await keepUseCounts(storage, env, sql)
  await tellOfRecalls(storage, env, sql, own)
  await tellVisitors(storage, env, sql)
  await moveWideRows(storage, sql)
}

/** Move rows with a pause after each part, in which calls are answered (narrow-rows.ts). Never throws. */
export async function moveWideRows(storage: DurableObjectStorage, sql: Sql): Promise<void> {
  const end = Date.now() + movingMs
  try {
    while (moveSome(sql)) {
      if (Date.now() > end) return await wakeBy(storage, Date.now())
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  } catch (error) {
    logFailure('rows of an earlier version not moved', error)
  }
}

/** Return the time (ms) at which a change that was made wants the alarm; null for most. */
export function dueAfter(change: Change): number | null {
  if (change.type === 'recall.announce' || change.type === 'company.answer_visit') {
    return Date.now() + firstToldMs
  }
  if (change.type === 'notification.send') {
    return change.waiting.length > 0 ? Date.now() + firstToldMs : null
  }
  if (change.type !== 'notification.plan') return null
  return change.at === null ? Date.now() : Date.parse(change.at) + 10
}
