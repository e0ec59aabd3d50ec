import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { CsvDialog } from '../../web/screens/analyses/wizard/csv/CsvDialog.tsx'
import { closeDraft, draft, fillDraft, openDraft } from '../../web/state/draft.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const before = [
  { uuid: uuidOf(1), name: 'Sample 1', sample_type: 'unknown' as const, coordinates: ['A1'] },
  { uuid: uuidOf(2), name: 'NTC', sample_type: 'ntc' as const, coordinates: ['A2'] },
]

beforeEach(() => {
  openDraft('olga', 'new')
  fillDraft({ cartridge_type: 'Wells9' }, before)
  mount(
    <CsvDialog
      cartridge={cartridges.Wells9}
      layout={before}
      protocol={null}
      onClose={() => undefined}
    />,
  )
})
afterEach(() => {
  closeDraft()
  localStorage.clear()
})

async function choose(content: string, name: string): Promise<void> {
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!
  const files = new DataTransfer()
  files.items.add(new File([content], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const button = (name: string) => page.getByRole('button', { name })
const layout = () =>
  draft.value?.layout.present.map(({ name, coordinates }) => `${name}: ${coordinates.join(' ')}`)

test('[SCREEN-023] issue 20: orders of a laboratory system fill the open wells and stay with their samples', async () => {
  const order = (number: string) =>
    `SPM|1|S-${number}\rORC|NW|P${number}\rOBR|1|P${number}||FLU^Flu A`
  const header = 'MSH|^~\\&|LIS|LAB|bApp|LAB|20261127||OML^O33|1|P|2.5.1'
  await choose([header, order('1'), order('2')].join('\r'), 'orders.hl7')
  await expect.element(page.getByRole('radio', { name: 'Fill open wells' })).toBeChecked()
  await button('Import 2 samples').click()
  expect(layout()).toEqual(['NTC: A2', 'S-1: A1', 'S-2: A3'])
  expect(draft.value?.layout.present[1]?.orders).toMatchObject([{ number: 'P1', test: 'Flu A' }])
})

test('[SCREEN-023] issue 20: a list that names no wells offers to fill the open ones in order', async () => {
  await choose('Sample\nF-7\nF-8\n', 'names.csv')
  await button('Fill the open wells in order').click()
  await button('Import 2 samples').click()
  expect(layout()).toEqual(['NTC: A2', 'F-7: A1', 'F-8: A3'])
})
