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

/** Parts that need no browser; tests/e2e/benches.e2e.ts has the others. */
const parts = ['size', 'rates', 'hub', 'slow reader', 'memory', 'index', 'storm']

async function bench(...args: string[]) {
  const script = join(projectRoot, 'scripts', 'bench.ts')
  return runTool('node', [script, ...args])
}

test('every part of the bench of scale can be measured, a fleet that returns writes nothing, and no connection compresses', async () => {
  const json = join(folder, 'scale.json')
  const wanted = parts.flatMap((part) => ['--part', part])
  const { code, output } = await bench('scale', '--short', ...wanted, '--json', json)
  expect(code, output).toBe(0)
  const rows = JSON.parse(readFileSync(json, 'utf8')) as ReportRow[]
  expect(rows.filter(({ ok }) => ok === false)).toEqual([])
  const valuesOf = (part: string) =>
    rows.filter(({ name }) => name.includes(part)).map(({ value }) => value)
  const measured = ['size', 'taken', 'refused', 'a hint to all', 'all back', 'memory of each']
  const ofIndex = ['lag, p95', 'a report, p95', 'by multiplication']
  for (const part of [...measured, 'objects of each', 'bare socket', 'never reads', ...ofIndex]) {
    const found = valuesOf(part)
    expect(found.length, part).toBeGreaterThan(0)
    for (const value of found) if (typeof value === 'number') expect(value, part).not.toBeNaN()
  }
  const none = ['acknowledged and lost', 'connections that compress', 'are still there']
  const nothing = [
    'not counted in the end',
    'stores that did not answer',
    'hints that did not come',
  ]
  for (const part of [...none, ...nothing, 'failed without a word', 'writes of the store for each'])
    expect(new Set(valuesOf(part)), part).toEqual(new Set([0]))
  for (const part of parts)
    expect(valuesOf(`${part}: load of the machine`).length, part).toBeGreaterThan(0)
}, 480_000)

test('a part that a bench does not have is refused, and so are parts of a bench without any', async () => {
  const strange = await bench('scale', '--short', '--part', 'nothing')
  expect(strange.code).not.toBe(0)
  expect(strange.output).toContain('No part "nothing". Parts: size, rates, hub')
  const whole = await bench('study', '--short', '--part', 'size')
  expect(whole.code).toBe(1)
  expect(whole.output).toContain('edge, scale, sync, ui')
})
