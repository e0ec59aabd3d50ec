import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CannotStart } from '../../scripts/cannot-start.ts'
import { readOrMakeSecrets, secretNames } from '../../scripts/local-secrets.ts'

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'bapp-secrets-'))
})
afterEach(() => rmSync(state, { recursive: true }))

test('secrets are long, made once and readable by their owner only', () => {
  const first = readOrMakeSecrets(state)
  for (const name of secretNames) expect(first[name].length).toBeGreaterThanOrEqual(32)
  expect(readOrMakeSecrets(state)).toEqual(first)
  expect(statSync(join(state, 'secrets.json')).mode & 0o077).toBe(0)
})

test('a name added later is filled in, the others stay', () => {
  const kept = 'kept'.repeat(8)
  writeFileSync(join(state, 'secrets.json'), JSON.stringify({ LIVE_SECRET: kept }))
  expect(readOrMakeSecrets(state).LIVE_SECRET).toBe(kept)
  expect(JSON.parse(readFileSync(join(state, 'secrets.json'), 'utf8'))).toHaveProperty(
    'OPERATOR_SECRET',
  )
})

test('A20-1: secrets that are empty, short or half written are refused, and none is made in their place', () => {
  const path = join(state, 'secrets.json')
  const whole = JSON.stringify(readOrMakeSecrets(state))
  for (const text of [whole.slice(0, 40), '', JSON.stringify({ LIVE_SECRET: '' })]) {
    writeFileSync(path, text)
    expect(() => readOrMakeSecrets(state)).toThrow(CannotStart)
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})
