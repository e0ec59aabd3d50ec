import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installIsNeeded } from '../../scripts/bootstrap.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bapp-install-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Packages = Record<string, { version?: string; optional?: boolean }>

function write(wanted: Packages, present?: Packages): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (present === undefined) return
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: present }),
  )
}

const wanted: Packages = {
  '': { version: '1.0.0' },
  'node_modules/hono': { version: '4.1.0' },
  'node_modules/workerd-mac': { version: '1.0.0', optional: true },
}

test('nothing installed', () => {
  write(wanted)
  expect(installIsNeeded(folder)).toBe(true)
})

test('all installed, but for a package of another platform', () => {
  write(wanted, { 'node_modules/hono': { version: '4.1.0' } })
  expect(installIsNeeded(folder)).toBe(false)
})

test('another version installed', () => {
  write(wanted, { 'node_modules/hono': { version: '4.0.9' } })
  expect(installIsNeeded(folder)).toBe(true)
})

test('a package not installed', () => {
  write(wanted, {})
  expect(installIsNeeded(folder)).toBe(true)
})
