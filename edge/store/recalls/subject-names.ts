import { cutName } from '../../../domain/rules/plain-text.ts'
import type { Sql } from '../sql.ts'

/** Longest name (`Name` of domain/fields.ts). */
const nameLength = 120

/** Join a name and its detail to one that a record may have: the detail, which tells two apart, is never cut. */
export function joinName(name: string | null | undefined, detail: string): string {
  return name ? `${cutName(name, nameLength - 3 - detail.length)} · ${detail}` : detail
}

/** Write a time to the minute, UTC. */
export function sayMoment(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}

/** Name a device; its id where the store has it no more. */
export function nameDevice(sql: Sql, uuid: string): string {
  const query = `SELECT name FROM records WHERE kind = 'device' AND uuid = ?`
  return sql.first<{ name: string | null }>(query, uuid)?.name ?? uuid
}
