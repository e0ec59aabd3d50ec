import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { CsvDialog } from '../../web/screens/analyses/wizard/csv/CsvDialog.tsx'
import { closeDraft, draft, fillDraft, openDraft, undoLayout } from '../../web/state/draft.ts'
import { mount } from './mount.tsx'

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const before = [
  { uuid: uuid(1), name: 'Donor 1', sample_type: 'unknown' as const, coordinates: ['A1', 'A2'] },
  { uuid: uuid(2), name: 'NTC', sample_type: 'ntc' as const, coordinates: ['C3'] },
]

beforeEach(() => {
  openDraft('olga', 'new')
  fillDraft({ cartridge_type: 'Wells9' }, before)
})
afterEach(() => {
  closeDraft()
  localStorage.clear()
})

let closed = 0
function open(): void {
  closed = 0
  mount(
    <CsvDialog
      cartridge={cartridges.Wells9}
      layout={before}
      protocol={null}
      onClose={() => (closed += 1)}
    />,
  )
}

async function choose(text: string): Promise<void> {
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!
  const files = new DataTransfer()
  files.items.add(new File([text], 'list.csv', { type: 'text/csv' }))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

const layout = () =>
  draft.value?.layout.present.map(({ name, coordinates }) => `${name}: ${coordinates.join(' ')}`)

test('[STATE-065] [VAL-034] [ERR-061] a list is shown row by row, then taken in one step that undo takes back', async () => {
  open()
  await choose('Well,Sample\nA1,F-7\nB2,F-8\nD1,Lost\n')
  await expect.element(page.getByText('2 rows are taken; 1 is left out.')).toBeVisible()
  await expect
    .element(page.getByText('Left out: row D is outside the layout, which has 3 rows.'))
    .toBeVisible()
  expect(layout()).toEqual(['Donor 1: A1 A2', 'NTC: C3'])
  await page.getByRole('button', { name: 'Import 2 samples' }).click()
  expect(layout()).toEqual(['F-7: A1', 'F-8: B2'])
  expect(closed).toBe(1)
  undoLayout()
  expect(layout()).toEqual(['Donor 1: A1 A2', 'NTC: C3'])
  expect(draft.value?.layout.past).toHaveLength(0)
})

test('[STATE-066] [VAL-036] [ERR-062] by names: what the layout does not have is not imported, and said so', async () => {
  open()
  await page.getByRole('radio', { name: 'Use names' }).click()
  await choose('Sample\nDonor 1\nDonor 9\n')
  await expect
    .element(page.getByText('Left out: the layout has no sample “Donor 9”.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Import 1 sample' }).click()
  expect(layout()).toEqual(['Donor 1: A1 A2'])
})

test('[VAL-033] [ERR-060] without its header nothing is imported; the header can be told', async () => {
  open()
  await choose('Place;Probe\nA1;F-7\n')
  await expect
    .element(page.getByText('The header is not in the file: Sample, Well.', { exact: false }))
    .toBeVisible()
  const take = page.getByRole('button', { name: 'Import samples' })
  await expect.element(take).toHaveAttribute('aria-disabled', 'true')
  await page.getByText('Columns and names').click()
  await page.getByLabelText('Header of sample names').fill('Probe')
  await page.getByLabelText('Header of wells (A1)').fill('Place')
  await page.getByRole('button', { name: 'Import 1 sample' }).click()
  expect(layout()).toEqual(['F-7: A1'])
  expect(localStorage.getItem('list-settings-undefined')).toContain('Probe')
})
