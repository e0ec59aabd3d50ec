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

test('every order and filter of the bench of lists can be measured', async () => {
  const json = join(folder, 'lists.json')
  const script = join(projectRoot, 'scripts', 'bench.ts')
  const { code, output } = await runTool('node', [script, 'lists', '--short', '--json', json])
  expect(code, output).toBe(0)
  const rows = JSON.parse(readFileSync(json, 'utf8')) as ReportRow[]
  expect(rows.filter(({ ok, value }) => ok === false || !Number.isFinite(value))).toEqual([])
  const names = rows.map(({ name }) => name).join('\n')
  for (const part of [
    'newest first',
    'by Cq',
    'by call, then Cq',
    'in doubt, by sample',
    'by Cq, the last page',
  ])
    expect(names).toContain(`results: ${part}`)
  for (const part of [
    'newest first',
    'by person',
    'of a period',
    'of a person found by name',
    'the last page',
  ])
    expect(names).toContain(`entries: ${part}`)
}, 120_000)
