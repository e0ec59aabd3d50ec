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

/** A word of the rows of each part. */
const parts = [
  'authorised read of a record',
  'single audited writes',
  'records in batches of 500, audited',
  'audited / without audit',
  'records with random ids',
  'a sign-in alone',
  'a text in the name',
  'memory: export as tidy CSV',
]

test('every part of the bench of the edge can be measured', async () => {
  const json = join(folder, 'edge.json')
  const script = join(projectRoot, 'scripts', 'bench.ts')
  const { code, output } = await runTool('node', [script, 'edge', '--short', '--json', json])
  expect(code, output).toBe(0)
  const rows = JSON.parse(readFileSync(json, 'utf8')) as ReportRow[]
  expect(rows.filter(({ ok, value }) => ok === false || !Number.isFinite(value))).toEqual([])
  for (const part of parts) expect(rows.map(({ name }) => name).join('\n')).toContain(part)
  // Check the statuses: answers of another one would be measured as well, and refusals are quick.
  const statuses = rows.flatMap(({ name }) => /status (\d+)/.exec(name)?.[1] ?? [])
  expect(statuses).toEqual(['200', '200', '200', '422', '200', '422', '200', '200', '200', '200'])
  expect(rows.length).toBeGreaterThanOrEqual(35)
  expect(output).not.toContain('damaged')
}, 120_000)
