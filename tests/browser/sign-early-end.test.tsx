import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { ValidateDialog } from '../../web/screens/analyses/detail/ValidateDialog.tsx'
import { mount } from './mount.tsx'

const at = '2026-11-21T10:00:00.000Z'
const none = { measured: 0, last: 0, planned: 0 }

const record = {
  uuid: '0f6a4c1e-0000-4000-8000-000000000001',
  name: 'Monday run',
  status: 'COMPLETE',
  recipe_name: 'Any',
  cartridge_type: 'Wells16',
  user_uuid: 'u',
  user_name: 'Olga',
  samples: [],
  exclusions: [],
  end_reason: 'The lid was opened',
  points: { AMP: { measured: 12, last: 12, planned: 40 }, VAL: none },
  curves_hash: 'b'.repeat(64),
  created_at: at,
  updated_at: at,
  results: [],
  method: { process: { channels: [], steps: [] }, evaluation: { targets: [], controls: {} } },
  notebook: '',
  signature: null,
} as unknown as Analysis

test('third attack C2: the dialog that asks for the password says that the run ended early', async () => {
  await page.viewport(1366, 768)
  mount(<ValidateDialog record={record} onClose={() => {}} />)
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog.getByText('The run ended before its thermal profile was complete'))
    .toBeVisible()
  await expect.element(dialog.getByText(/12 of 40 cycles were measured/)).toBeVisible()
})

test('the dialog names who imported a run that nobody launched', async () => {
  const source = { file_name: 'plate.txt', instrument: 'LightCycler 480' } as Analysis['source']
  mount(<ValidateDialog record={{ ...record, source } as Analysis} onClose={() => {}} />)
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Imported by')).toBeVisible()
  expect(dialog.getByText('Launched by').query()).toBeNull()
})
