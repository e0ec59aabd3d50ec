import { readFileSync } from 'node:fs'
import type { BundleChange } from './worker-bundle.ts'

/** Hashes passwords as the edge tests do: for a worker where people sign in, and nothing looks at what a password costs. */
export const cheapPasswords: BundleChange = {
  '/edge/session/password-cost.ts': () =>
    readFileSync(new URL('../tests/edge/password-cost.ts', import.meta.url), 'utf8'),
}
