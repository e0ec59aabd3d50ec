// Replace the service: check what the dialog asks for. The labels are made in tests/edge/lot-labels.test.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { bkitCalls } from '../../domain/calls/bkits.ts'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { BkitLot } from '../../domain/entities/bkit-lot.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { ManyLabelsDialog } from '../../web/screens/material/labels/ManyLabelsDialog.tsx'
import { uuidOf } from '../support/uuid-of.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
const saved = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/client/save-file.ts', () => ({ saveFile: saved }))

const at = '2026-11-26T12:00:00.000Z'
const kit = {
  uuid: '00000000-0000-4000-8000-000000000050',
  name: 'Listeria',
  ref: 'BK-LM',
  gtin: '9506000134352',
  producer: 'Helix',
  quantity: 96,
  expiry_date: '2027-06-30',
  lot: 'LM-0',
} as unknown as Bkit
const last = {
  copies: 1,
  size: '51x25',
  symbol: 'datamatrix',
  format: 'zpl',
  dpi: '203',
} as const
const lot = (number: number, boxes: number, labels?: BkitLot['labels']) =>
  ({
    uuid: uuidOf(100 + number),
    created_at: at,
    updated_at: at,
    lot_number: `LM-${number}`,
    boxes,
    bkit_uuid: kit.uuid,
    status: 'released',
    ...(labels && { labels }),
  }) as BkitLot

beforeEach(async () => {
  for (const part of ['frame', 'material', 'record', 'faults'] as const) await completeTexts(part)
  asked.mockResolvedValue({ bytes: new Uint8Array([1]), type: 'text/plain', name: 'labels.zpl' })
})
afterEach(() => {
  asked.mockReset()
  saved.mockReset()
})

const open = (lots: readonly BkitLot[]) => {
  const done = { onMade: vi.fn(), onClose: vi.fn() }
  mount(<ManyLabelsDialog items={lots.map((one) => ({ lot: one, kit }))} {...done} />)
  return done
}
const bodies = () =>
  asked.mock.calls.map(([row, parts]) => [row === bkitCalls.manyLabels, parts.body])

test('labels of the boxes that have none, of several lots, are one file', async () => {
  const first = { ...last, boxes: { from: 1, to: 4 } }
  const done = open([
    lot(1, 6, { lot: false, boxes: [{ from: 1, to: 4 }], last: first }),
    lot(2, 3),
  ])
  await expect.element(page.getByText('Labels of 2 lots in one file')).toBeVisible()
  // Expect two boxes left of the first lot, and three of the second.
  await expect.element(page.getByText(/LM-1/).last()).toBeVisible()
  await page.getByRole('button', { name: 'Make labels: 5' }).click()
  await expect.poll(() => done.onClose.mock.calls.length).toBe(1)
  const lots = [
    { uuid: lot(1, 6).uuid, boxes: { from: 5, to: 6 } },
    { uuid: lot(2, 3).uuid, boxes: { from: 1, to: 3 } },
  ]
  expect(bodies()).toEqual([[true, { lots, ...last }]])
  expect(saved).toHaveBeenCalledOnce()
  expect(done.onMade).toHaveBeenCalledOnce()
})

test('labels that were made before need a reason, and nothing is sent without one', async () => {
  const all = {
    lot: false,
    boxes: [{ from: 1, to: 2 }],
    last: { ...last, boxes: { from: 1, to: 2 } },
  }
  open([lot(1, 2, all), lot(2, 2, all)])
  await page.getByRole('button', { name: /^Make labels/ }).click()
  expect(bodies()).toEqual([])
  await page.getByRole('textbox', { name: /again/i }).fill('The printer ran out of ribbon')
  await page.getByRole('button', { name: /^Make labels/ }).click()
  await expect.poll(() => bodies().length).toBe(1)
  expect(bodies()[0]?.[1]).toMatchObject({ reason: 'The printer ran out of ribbon' })
})
