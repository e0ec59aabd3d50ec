import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteExamples, readSignIns, wantsExamples, writeDemoFile } from '../../scripts/demo-file.ts'
import { keepEmpty, seed } from '../../scripts/seed.ts'

let state = ''
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'bapp-demo-'))
})
afterEach(() => rmSync(state, { recursive: true }))

const sign_ins = [{ email: 'a@b.example', password: 'x', profile: 'Manager', company: 'Lab' }]

test('faults R10: a state wants its examples until they are noted as there', () => {
  expect(wantsExamples(state)).toBe(false)
  writeDemoFile(state, { sign_ins, examples: 'wanted' })
  expect(wantsExamples(state)).toBe(true)
  noteExamples(state)
  expect(wantsExamples(state)).toBe(false)
  expect(readSignIns(state)).toEqual([['a@b.example', 'x', 'Manager', 'Lab']])
})

test('an older state, which does not say it, is left as it is', () => {
  writeFileSync(join(state, 'demo.json'), JSON.stringify({ sign_ins }))
  expect(wantsExamples(state)).toBe(false)
  writeFileSync(join(state, 'demo.json'), JSON.stringify(sign_ins))
  expect(wantsExamples(state)).toBe(false)
  expect(readSignIns(state)).toHaveLength(1)
})

test('a state that is to stay empty is not filled with the demonstration at a later start', async () => {
  const place = { address: 'http://localhost:1', stateDir: state, region: 'eu' } as const
  await expect(seed(place)).rejects.toThrow()
  keepEmpty(state)
  await seed(place)
  expect(readSignIns(state)).toEqual([])
})
