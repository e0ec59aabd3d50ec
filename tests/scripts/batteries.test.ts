import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSunken } from '../../scripts/battery-all.ts'
import { batteries, type Quick } from '../../scripts/batteries.ts'
import { scaleTables } from '../batteries/scale-sim/constants.ts'
import type { ReportRow } from '../../scripts/report-table.ts'
import { projectRoot, runTool } from '../../scripts/run-tool.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bapp-batteries-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the table of batteries', () => {
  test('has each file of tests/batteries and no other', () => {
    const files = readdirSync(join(projectRoot, 'tests', 'batteries'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => name.replace(/\.ts$/, ''))
    expect(batteries.map(({ name }) => name)).toEqual(files.toSorted())
  })

  test('names for each a test that tries parts of it, or flags of seconds', () => {
    for (const { name, seconds } of batteries) {
      if (typeof seconds !== 'string') continue
      const path = join(projectRoot, seconds)
      expect(existsSync(path), seconds).toBe(true)
      expect(readFileSync(path, 'utf8'), seconds).toContain(`batteries/${name}`)
    }
  })

  test('issue 21: the simulation of a region calculates with the constants and prices that docs/scale.md shows', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'scale.md'), 'utf8')
    const { constants, prices } = scaleTables()
    expect(page).toContain(constants)
    expect(page).toContain(prices)
  })

  test('is what docs/batteries.md says of them', () => {
    const page = readFileSync(join(projectRoot, 'docs', 'batteries.md'), 'utf8')
    for (const { name, does } of batteries) expect(page).toContain(`\`${name}\`: ${does}`)
  })
})

describe('a table of fewer rows than before', () => {
  const row = (name: string, value: number): ReportRow => {
    return { name, value, unit: '', bar: '', ok: null }
  }
  const pinned = { rows: 2, reaches: { 'files read': 10 } }

  test('is a failure, and so is a figure that sank or is missing', () => {
    const failures = (rows: ReportRow[]) => findSunken(pinned, rows).map(({ name }) => name)
    expect(failures([row('  files read', 10), row('time', 1)])).toEqual([])
    expect(failures([row('files read', 10)])).toEqual(['rows of its table'])
    expect(failures([row('files read', 9), row('time', 1)])).toEqual(['reached: files read'])
    expect(failures([row('time', 1), row('other', 1)])).toEqual(['reached: files read'])
  })
})

describe('a form of seconds runs to its end and reaches what it reached before', () => {
  const quick = batteries.flatMap(({ name, seconds }) =>
    typeof seconds === 'string' ? [] : [[name, seconds] as [string, Quick]],
  )

  test.each(quick)(
    '%s',
    async (name, form) => {
      const json = join(folder, `${name}.json`)
      const script = join(projectRoot, 'scripts', 'battery.ts')
      const { code, output } = await runTool('node', [script, name, ...form.flags, '--json', json])
      expect(code, output).toBe(0)
      const rows = JSON.parse(readFileSync(json, 'utf8')) as ReportRow[]
      expect(rows.filter(({ ok }) => ok === false)).toEqual([])
      expect(findSunken(form, rows)).toEqual([])
    },
    300_000,
  )
})

test('the command ends with its table, although it listens for the end of the process that started it', async () => {
  const args = [join(projectRoot, 'scripts', 'run.mjs'), 'battery', 'all', '--only', 'scale-sim']
  // Start it as npm does: a process between them passes signals on over a channel.
  const { code, output } = await runTool('node', args, { timeoutMs: 240_000 })
  expect(code, output).toBe(0)
}, 300_000)
