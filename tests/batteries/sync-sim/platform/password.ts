/** Stands in for the edge's password hashing, which takes 200 ms by intent and paces itself by a clock of its own. */
import { createHash } from 'node:crypto'

export async function hashPassword(password: string): Promise<string> {
  return createHash('sha256').update(password).digest('hex')
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  return (await hashPassword(password)) === hash
}

export async function wastePasswordTime(): Promise<void> {}

export function isOutdated(): boolean {
  return false
}
