import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clearState, hasState } from '../../scripts/stack.ts'

test('--fresh removes what bApp put into the directory and nothing else', () => {
  const state = mkdtempSync(join(tmpdir(), 'bapp-clear-'))
  mkdirSync(join(state, 'v3', 'd1'), { recursive: true })
  writeFileSync(join(state, 'secrets.json'), '{}')
  writeFileSync(join(state, 'thesis.docx'), 'mine')
  expect(hasState(state)).toBe(true)
  clearState(state)
  expect(hasState(state)).toBe(false)
  expect(existsSync(join(state, 'thesis.docx'))).toBe(true)
  rmSync(state, { recursive: true })
})
