import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportRow } from '../../scripts/report-table.ts'
import { projectRoot, runTool } from '../../scripts/run-tool.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bapp-bench-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every part of the bench of scale can be measured, and a fleet that returns writes nothing', async () => {
  const json = join(folder, 'scale.json')
  const script = join(projectRoot, 'scripts', 'bench.ts')
  const { code, output } = await runTool('node', [script, 'scale', '--short', '--json', json])
  expect(code, output).toBe(0)
  const rows = JSON.parse(readFileSync(json, 'utf8')) as ReportRow[]
  expect(rows.filter(({ ok }) => ok === false)).toEqual([])
  const valueOf = (part: string) => rows.find(({ name }) => name.includes(part))?.value
  for (const part of ['size', 'taken', 'refused', 'memory of each', 'a hint to all', 'all back'])
    expect(Number.isFinite(valueOf(part)), part).toBe(true)
  for (const part of ['lag, p95', 'a report, p95', 'by multiplication'])
    expect(Number.isFinite(valueOf(part)), part).toBe(true)
  expect(valueOf('not counted in the end')).toBe(0)
  expect(valueOf('stores that did not answer')).toBe(0)
  expect(valueOf('hints that did not come')).toBe(0)
  expect(valueOf('failed without a word')).toBe(0)
  expect(valueOf('writes of the store for each')).toBe(0)
}, 240_000)
