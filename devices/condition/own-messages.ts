import { randomUUID } from 'node:crypto'
import type { DeviceMessage } from '../../domain/entities/device-report.ts'
import type { DeviceMessageCode } from '../../domain/rules/device-messages.ts'
import { type Store, transact } from '../store.ts'

type Told = Omit<DeviceMessage, 'device_uuid'>

/**
 * Messages of the device that wait for the service (ENT-057), in its own storage: they outlive a restart. The oldest ones go when
 * there are too many, and a message says how many were lost. They name a run by its id, since names may tell of patients.
 */
export interface OwnMessages {
  add(level: Told['level'], code: DeviceMessageCode, text: string): void
  /** Return the oldest that wait. */
  waiting(limit: number): Told[]
  acknowledge(messages: readonly Told[]): void
}

/** Most messages that wait. */
const mostWaiting = 500
/** Number that makes room for the others at once, so that the note about it is no flood itself. */
const dropped = 50

/** @param now time of the device in milliseconds since 1970. */
export function openMessages(store: Store, now: () => number): OwnMessages {
  store.exec('CREATE TABLE IF NOT EXISTS message (uuid TEXT PRIMARY KEY, body TEXT NOT NULL)')

  function write(level: Told['level'], code: DeviceMessageCode, text: string): void {
    const created_at = new Date(now()).toISOString()
    const message: Told = { uuid: randomUUID(), level, code, text: text.slice(0, 500), created_at }
    store
      .prepare('INSERT INTO message (uuid, body) VALUES (?, ?)')
      .run(message.uuid, JSON.stringify(message))
  }

  function makeRoom(): void {
    const row = store.prepare('SELECT count(*) AS messages FROM message').get()
    if (Number(row?.['messages'] ?? 0) < mostWaiting) return
    store
      .prepare(
        'DELETE FROM message WHERE rowid IN (SELECT rowid FROM message ORDER BY rowid LIMIT ?)',
      )
      .run(dropped)
    write('warning', 'messages_lost', `${dropped} older messages were not kept`)
  }

  return {
    add: (level, code, text) =>
      transact(store, () => {
        makeRoom()
        write(level, code, text)
      }),
    waiting: (limit) =>
      store
        .prepare('SELECT body FROM message ORDER BY rowid LIMIT ?')
        .all(limit)
        .map((row) => JSON.parse(String(row['body'])) as Told),
    acknowledge: (messages) =>
      transact(store, () => {
        const remove = store.prepare('DELETE FROM message WHERE uuid = ?')
        for (const { uuid } of messages) remove.run(uuid)
      }),
  }
}
