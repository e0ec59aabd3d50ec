import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStrong, shortestSecret } from '../edge/crypto/secret.ts'
import { CannotStart } from './cannot-start.ts'

/** The secrets of edge/env.d.ts. Where the worker is deployed they are set there; here this machine makes them, once. */
export const secretNames = [
  'LIVE_SECRET',
  'OPERATOR_SECRET',
  'CHECKPOINT_SECRET',
  'SEALING_SECRET',
] as const

export type LocalSecrets = Record<(typeof secretNames)[number], string>

/**
 * Read `<state>/secrets.json`, making it on first use (readable by its owner only). A name added later is filled in,
 * the others stay: sessions and device credentials outlive an update. The file is written whole or not at all: secrets that were
 * lost half-way could not be made again, since the audit trails are signed with them.
 * @throws CannotStart for a file that cannot be read, or with a secret that the service would refuse.
 */
export function readOrMakeSecrets(stateDir: string): LocalSecrets {
  const path = join(stateDir, 'secrets.json')
  const known = existsSync(path) ? readSecrets(path) : {}
  if (secretNames.every((name) => known[name] !== undefined)) return known as LocalSecrets
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]),
  ) as LocalSecrets
  mkdirSync(stateDir, { recursive: true })
  const fresh = `${path}.${process.pid}.new`
  writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  chmodSync(fresh, 0o600)
  renameSync(fresh, path)
  return secrets
}

function readSecrets(path: string): Partial<LocalSecrets> {
  let known: Partial<LocalSecrets>
  try {
    known = JSON.parse(readFileSync(path, 'utf8')) as Partial<LocalSecrets>
  } catch {
    throw new CannotStart(
      `${path} cannot be read as JSON. Put it back from a copy: what is kept beside it was sealed and signed with its secrets.`,
    )
  }
  const weak = secretNames.filter((name) => known[name] !== undefined && !isStrong(known[name]))
  if (weak.length === 0) return known
  throw new CannotStart(`${path}: ${weak.join(', ')} has fewer than ${shortestSecret} characters.`)
}
