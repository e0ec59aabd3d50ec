import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secrets of edge/env.d.ts. Where the worker is deployed they are set there; here this machine makes them, once. */
export const secretNames = [
  'LIVE_SECRET',
  'OPERATOR_SECRET',
  'CHECKPOINT_SECRET',
  'SEALING_SECRET',
] as const

export type LocalSecrets = Record<(typeof secretNames)[number], string>

/**
 * Reads `<state>/secrets.json`, making it on first use (readable by its owner only). A name added later is filled in,
 * the others stay: sessions and device credentials outlive an update.
 */
export function readOrMakeSecrets(stateDir: string): LocalSecrets {
  const path = join(stateDir, 'secrets.json')
  const known: Partial<LocalSecrets> = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : {}
  if (secretNames.every((name) => known[name])) return known as LocalSecrets
  const secrets = Object.fromEntries(
    secretNames.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]),
  ) as LocalSecrets
  mkdirSync(stateDir, { recursive: true })
  writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return secrets
}
