import type { Session, Subscription } from './hub-client.ts'

/*
 * State that the hub needs after hibernation: sessions and subscriptions. They are in SQLite and not in
 * the sockets' attachments, because an attachment ends at 16,384 bytes: a page that follows five topics
 * of forty devices would not fit, and the overflow would surface in the middle of a SUB.
 */

const tables = `
  CREATE TABLE IF NOT EXISTS client (id INTEGER PRIMARY KEY, session TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS subscription (
    client INTEGER NOT NULL, sid TEXT NOT NULL, subject TEXT NOT NULL, queue TEXT,
    delivered INTEGER NOT NULL, max INTEGER, PRIMARY KEY (client, sid)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS present (device TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS absent (device TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID;
`

/** A stored subscription, without the client it hangs on. */
export type SubscriptionRow = Omit<Subscription, 'client'>

/** The rows of one company's hub. Times are seconds since 1970 unless said. */
export class HubStore {
  #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(tables)
  }

  saveSession(client: number, session: Session): void {
    const json = JSON.stringify(session)
    this.#sql.exec('INSERT OR REPLACE INTO client (id, session) VALUES (?, ?)', client, json)
  }

  sessions(): Map<number, Session> {
    const rows = this.#sql.exec<{ id: number; session: string }>('SELECT id, session FROM client')
    return new Map([...rows].map(({ id, session }) => [id, JSON.parse(session) as Session]))
  }

  removeClient(client: number): void {
    this.#sql.exec('DELETE FROM client WHERE id = ?', client)
    this.#sql.exec('DELETE FROM subscription WHERE client = ?', client)
  }

  saveSubscription({ client, sid, subject, queue, delivered, max }: Subscription): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO subscription VALUES (?, ?, ?, ?, ?, ?)',
      client.attachment.id,
      sid,
      subject,
      queue ?? null,
      delivered,
      max ?? null,
    )
  }

  removeSubscription({ client, sid }: Subscription): void {
    this.#sql.exec(
      'DELETE FROM subscription WHERE client = ? AND sid = ?',
      client.attachment.id,
      sid,
    )
  }

  subscriptions(client: number): SubscriptionRow[] {
    const rows = this.#sql.exec<{
      sid: string
      subject: string
      queue: string | null
      delivered: number
      max: number | null
    }>('SELECT sid, subject, queue, delivered, max FROM subscription WHERE client = ?', client)
    return [...rows].map(({ sid, subject, queue, delivered, max }) => ({
      sid,
      subject,
      delivered,
      ...(queue === null ? {} : { queue }),
      ...(max === null ? {} : { max }),
    }))
  }

  /** List the devices that the company's store believes to be connected. */
  present(): Set<string> {
    const rows = this.#sql.exec<{ device: string }>('SELECT device FROM present')
    return new Set([...rows].map(({ device }) => device))
  }

  setPresent(device: string, connected: boolean): void {
    const statement = connected
      ? 'INSERT OR IGNORE INTO present VALUES (?)'
      : 'DELETE FROM present WHERE device = ?'
    this.#sql.exec(statement, device)
  }

  /** List devices of `present` without a connection, each with the time (ms since 1970) at which the company's store records it as gone. */
  absent(): Map<string, number> {
    const rows = this.#sql.exec<{ device: string; due: number }>('SELECT device, due FROM absent')
    return new Map([...rows].map(({ device, due }) => [device, due]))
  }

  /** @param due null for a device that is back, or that the company's store has recorded as gone. */
  setAbsent(device: string, due: number | null): void {
    if (due === null) this.#sql.exec('DELETE FROM absent WHERE device = ?', device)
    else this.#sql.exec('INSERT OR REPLACE INTO absent VALUES (?, ?)', device, due)
  }
}
