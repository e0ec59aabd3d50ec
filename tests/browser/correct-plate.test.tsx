// Replace `fetch`: check the request of the dialog; tests/edge/plate-correction.test.ts checks the service.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Analysis, Sample } from '../../domain/entities/analysis.ts'
import { CorrectPlateDialog } from '../../web/screens/analyses/detail/CorrectPlateDialog.tsx'
import { mount } from './mount.tsx'

const samples: Sample[] = [
  { uuid: 'one', name: 'F-1', sample_type: 'unknown', coordinates: ['A1', 'A2'] },
  { uuid: 'two', name: 'NTC', sample_type: 'ntc', coordinates: ['D4'] },
]
const record = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'Backwards',
  cartridge_type: 'Wells16',
  samples,
  method: { evaluation: { targets: [] } },
  updated_at: '2026-11-21T10:00:00.000Z',
} as unknown as Analysis

const well = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}:`) })

test('a plate that lay backwards is shown turned, and sent with a reason on the record as it was seen', async () => {
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    sent.push(JSON.parse(init?.body as string))
    throw new TypeError('no service')
  })
  mount(<CorrectPlateDialog record={record} onClose={() => undefined} />)
  await expect.element(well('D4')).toHaveAccessibleName(/F-1, Unknown, would change/)
  await expect.element(well('A2')).toHaveAccessibleName(/would be emptied/)
  await page.getByRole('button', { name: 'Correct and recalculate' }).click()
  await expect.element(page.getByLabelText(/Reason/)).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await page.getByLabelText(/Reason/).fill('the plate was put in backwards')
  await page.getByRole('button', { name: 'Correct and recalculate' }).click()
  await expect
    .poll(() => sent[0])
    .toEqual({
      samples: [
        { ...samples[0], coordinates: ['D4', 'D3'] },
        { ...samples[1], coordinates: ['A1'] },
      ],
      reason: 'the plate was put in backwards',
      base: record.updated_at,
    })
  // Expect what was typed to be there still, as the correction failed.
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText(/Reason/)).toHaveValue('the plate was put in backwards')
})

test('a move that would put samples off the plate cannot be done', async () => {
  mount(<CorrectPlateDialog record={record} onClose={() => undefined} />)
  await page.getByRole('radio', { name: 'Shift by rows and columns' }).click()
  await expect.element(page.getByText(/Samples would be off the plate/).first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Correct and recalculate' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
})

test('a move that changes nothing says so, and sends nothing', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  mount(<CorrectPlateDialog record={record} onClose={() => undefined} />)
  await page.getByRole('radio', { name: 'Shift by rows and columns' }).click()
  await page.getByLabelText('Columns to the right').fill('0')
  await expect.element(page.getByText(/No sample would move/).first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Correct and recalculate' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  expect(sent).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
})
