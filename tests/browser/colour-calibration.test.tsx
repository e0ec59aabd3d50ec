// Records are those of this browser, and the service is answered from memory, by the same calculation.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { DyePlate } from '../../domain/entities/dye-calibration.ts'
import { findDyePlateProblems } from '../../domain/rules/dye-plate.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { CalibrationForm } from '../../web/screens/methods/calibrations/CalibrationForm.tsx'
import { closeRecords, openRecords } from '../../web/state/records.ts'
import { measurePureDyes } from '../../workers/compensation/pure-dyes.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { makeRun } from '../workers/run.ts'
import { recordOfRun } from './bench/run-record.ts'
import { MemoryEdge } from './local-edge.ts'
import { mount } from './mount.tsx'

vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount: account } = await import('../support/operator-account.ts')
  return { ...(await load<object>()), account: signal(account), may: () => true }
})

const uuid = '00000000-0000-4000-8000-000000000601'
const at = '2026-11-26T08:00:00.000Z'
const input = makeRun([{ type: 'positive', wells: [[18, 25]] }])
const sample = (name: string, coordinates: string[]) => ({
  uuid: crypto.randomUUID(),
  name,
  sample_type: 'unknown' as const,
  coordinates,
})
const run = {
  ...recordOfRun(input, { name: 'Pure dyes', sample: '' }),
  uuid,
  created_at: at,
  updated_at: at,
  cartridge_type: 'Wells16' as const,
  // Leave the third dye well of the second row open, for a person to say.
  samples: [
    sample('FAM', ['A1', 'A2', 'A3', 'A4']),
    sample('HEX', ['B1', 'B2', 'B3']),
    sample('Water', ['C1', 'C2', 'C3']),
  ],
  curves_hash: '6'.repeat(64),
  notebook: '',
  results: [],
  device_uuid: null,
  bcube: 'bcube-7',
  recipe_name: 'Dyes',
}
run.method.process.channels = [{ wavelength: 'FAM' }, { wavelength: 'VIC' }] as never

/** FAM was spilled into B2. */
const readings = createReadings(['FAM', 'VIC'], 16, 5)
for (let well = 0; well < 16; well++) {
  const row = Math.floor(well / 4)
  const [fam, vic] = row === 0 ? [1000, 150] : row === 1 ? [well === 5 ? 400 : 40, 800] : [0, 0]
  curveOf(readings, 0, well).fill(fam!)
  curveOf(readings, 1, well).fill(vic!)
}

const edge = new MemoryEdge()
const ownFetch = window.fetch
let kept: DyePlate[] = []

/** Answer the two calls of the form as the service does. */
const answer: typeof window.fetch = async (asked, init) => {
  const address = String(asked instanceof Request ? asked.url : asked)
  if (!address.includes('/dye_calibrations/')) return edge.fetch(asked, init)
  const plate = JSON.parse(init?.body as string) as DyePlate
  expect(findDyePlateProblems(plate, run)).toEqual([])
  const measured = measurePureDyes(readings, plate, 'Wells16')
  if (!address.endsWith('/keep')) return Response.json({ ok: true, data: measured })
  kept.push(plate)
  return Response.json({ ok: true, data: { ...measured, uuid, name: run.name } })
}

beforeEach(async () => {
  await page.viewport(1366, 768)
  kept = []
  window.fetch = answer
  edge.put({ kind: 'analysis', uuid, body: run })
  for (const part of ['frame', 'dyes', 'record', 'faults'] as const) await completeTexts(part)
  await openRecords(operatorAccount, () => undefined)
})
afterEach(async () => {
  await closeRecords({ leave: true })
  window.fetch = ownFetch
})

test('wells are named from their samples, the spoilt one is seen first, and is left out with a reason', async () => {
  const done = { onKept: vi.fn(), onClose: vi.fn() }
  mount(<CalibrationForm {...done} />)
  const select = page.getByRole('combobox', { name: /^Run/ })
  await expect.poll(() => select.element().textContent, { timeout: 15_000 }).toContain('Pure dyes')
  await select.selectOptions(uuid)
  await expect.element(page.getByText('HEX: B1–B3')).toBeVisible()
  // Expect both dyes to be measured at once, and the worst well first in the list.
  const wells = page.getByRole('region', { name: 'Wells, the worst first' })
  await expect
    .poll(() => wells.element().querySelector('tbody th')?.textContent, { timeout: 10_000 })
    .toBe('B2')
  await expect.element(page.getByText(/HEX: .* of its light is left in another dye/)).toBeVisible()
  const save = page.getByRole('button', { name: 'Save calibration' })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  // Expect two wells of HEX to be too few without B2, until B4 is said to hold it.
  await page.getByRole('gridcell', { name: /^B4/ }).click()
  await page.getByRole('button', { name: 'HEX', exact: true }).click()
  await expect.element(page.getByText('HEX: B1–B4')).toBeVisible()
  await wells.getByRole('button', { name: /Leave out.*B2/ }).click()
  await page.getByRole('textbox', { name: /^Reason/ }).fill('FAM was spilled into it')
  await page.getByRole('button', { name: 'Leave out', exact: true }).last().click()
  await expect.element(page.getByText('Within all limits')).toBeVisible()
  await save.click()
  await expect.poll(() => done.onClose.mock.calls.length).toBe(1)
  expect(kept).toMatchObject([
    {
      run_uuid: uuid,
      dyes: [{ channel: 'FAM' }, { channel: 'VIC', wells: ['B1', 'B2', 'B3', 'B4'] }],
      left_out: [{ well: 'B2', reason: 'FAM was spilled into it' }],
    },
  ])
  expect(done.onKept).toHaveBeenCalledOnce()
})
