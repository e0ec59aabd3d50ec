import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { CsvDialog } from '../../web/screens/analyses/wizard/csv/CsvDialog.tsx'
import {
  changeDraft,
  changeLayout,
  closeDraft,
  draft,
  fillDraft,
  openDraft,
  undoLayout,
} from '../../web/state/draft.ts'
import { toasts } from '../../web/state/toasts.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const before = [
  { uuid: uuidOf(1), name: 'Donor 1', sample_type: 'unknown' as const, coordinates: ['A1', 'A2'] },
  { uuid: uuidOf(2), name: 'NTC', sample_type: 'ntc' as const, coordinates: ['C3'] },
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

async function choose(content: BlobPart): Promise<void> {
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!
  const files = new DataTransfer()
  files.items.add(new File([content], 'list.csv', { type: 'text/csv' }))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

const layout = () =>
  draft.value?.layout.present.map(({ name, coordinates }) => `${name}: ${coordinates.join(' ')}`)
const button = (name: string) => page.getByRole('button', { name })
const table = () => page.getByRole('grid', { name: 'Rows of list.csv' })
async function said(text: string): Promise<void> {
  await expect.element(page.getByText(text).first()).toBeVisible()
}

test('[SCREEN-023] [STATE-065] a list is shown row by row, then taken in one step that undo takes back', async () => {
  open()
  await choose('Well,Sample\nA1,F-7\nB2,F-8\nD1,Lost\n')
  await said('2 rows are used; 1 is left out.')
  // Expect the keys at the rows, since nothing is to be decided.
  await expect.element(table()).toHaveFocus()
  expect(layout()).toEqual(['Donor 1: A1 A2', 'NTC: C3'])
  await button('Import 2 samples').click()
  expect(layout()).toEqual(['F-7: A1', 'F-8: B2'])
  const told = () => toasts.value.at(-1)
  expect(told()?.text).toBe('2 samples imported; 1 row of the list was left out.')
  expect(closed).toBe(1)
  // Expect the offer as long as it takes back this list and nothing
  // else: not once something was done since, or the plan is launched.
  const offered = () => told()?.action?.label
  expect(offered()).toBe('Undo')
  changeLayout((before) => before.slice(1))
  expect(offered()).toBeUndefined()
  undoLayout()
  expect(offered()).toBe('Undo')
  changeDraft({ command_uuid: crypto.randomUUID() })
  expect(offered()).toBeUndefined()
  changeDraft({ command_uuid: null })
  told()?.action?.onPress()
  expect(layout()).toEqual(['Donor 1: A1 A2', 'NTC: C3'])
  expect(draft.value?.layout.past).toHaveLength(0)
})

test('[VAL-034] [VAL-035] [ERR-061] rows and columns outside the layout are shown, filtered, and corrected in place', async () => {
  open()
  await choose('Well,Sample\nA1,F-7\nD1,Lost\nA9,Also\n')
  await said('Left out: row D is outside the layout, which has 3 rows.')
  await said('Left out: column 9 is outside the layout, which has 3 columns.')
  await button('Left out 2').click()
  await expect.element(table().getByRole('row')).toHaveLength(3)
  // Mend the first of them from the keyboard: its well becomes one that is there.
  table().element().focus()
  await userEvent.keyboard('{Enter}')
  const field = page.getByRole('textbox', { name: 'Well, row 3' })
  await field.fill('B1')
  await userEvent.keyboard('{Enter}')
  await said('2 rows are used; 1 is left out.')
  await said('Left out: column 9 is outside the layout, which has 3 columns.')
  expect(closed).toBe(0)
  // Take it back and make it again.
  await button('Undo').click()
  await said('1 row is used; 2 are left out.')
  await button('Redo').click()
  await said('2 rows are used; 1 is left out.')
  await button('Import 2 samples').click()
  expect(layout()).toEqual(['F-7: A1', 'Lost: B1'])
})

test('a row is skipped, and taken again; Escape leaves a cell as it was', async () => {
  open()
  await choose('Well,Sample\nA1,F-7\nA1,Twice\n')
  await said('Left out: an earlier row puts F-7 into A1.')
  table().element().focus()
  await userEvent.keyboard('{Delete}')
  await said('1 row is used; none is left out.')
  await expect.element(button('Import 1 sample')).toBeVisible()
  await expect.element(table().getByText('Skipped')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}other{Escape}')
  expect(closed).toBe(0)
  await expect.element(table().getByText('F-7')).toBeVisible()
  await button('Use row again').click()
  await said('1 row is used; 1 is left out.')
})

test('a list is pasted; what was mended in it is not lost by a slip', async () => {
  open()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'Well\tSample\nA1\tF-7\nD1\tLost\n')
  const place = page.getByRole('group', { name: 'How to use the list' }).element()
  place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await said('1 row is used; 1 is left out.')
  const rows = page.getByRole('grid', { name: 'Rows of Clipboard' })
  await expect.element(rows.getByText('Goes to A1')).toBeVisible()
  rows.element().focus()
  await userEvent.keyboard('{Delete}')
  await said('No row is used; 1 is left out.')
  await expect.element(button('Undo')).not.toHaveAttribute('aria-disabled', 'true')
  await button('Cancel').click()
  expect(closed).toBe(0)
  await said('What was changed in the list would be lost.')
  await button('Discard').click()
  expect(closed).toBe(1)
  expect(layout()).toEqual(['Donor 1: A1 A2', 'NTC: C3'])
})

test('[STATE-066] [VAL-036] [ERR-062] by names: what the layout does not have is not imported, and said so', async () => {
  open()
  await page.getByRole('radio', { name: 'Keep only listed samples' }).click()
  await choose('Sample\nDonor 1\nDonor 9\n')
  await said('Left out: the layout has no sample “Donor 9”.')
  await button('Import 1 sample').click()
  expect(layout()).toEqual(['Donor 1: A1 A2'])
})

test('[VAL-033] [ERR-060] [ENT-065] without its header nothing is imported; the header can be chosen, and is remembered', async () => {
  open()
  await choose('Ort;Kennung\nA1;F-7\n')
  await expect
    .element(page.getByText('The header is not in the file: Sample, Well.', { exact: false }))
    .toBeVisible()
  const take = button('Import samples')
  await expect.element(take).toHaveAttribute('aria-disabled', 'true')
  await page.getByText('Columns and names').click()
  await page.getByLabelText('Header of sample names').selectOptions('Kennung')
  await page.getByLabelText('Header of wells (A1)').selectOptions('Ort')
  await button('Import 1 sample').click()
  expect(layout()).toEqual(['F-7: A1'])
  expect(localStorage.getItem('list-settings-undefined')).toContain('Kennung')
})

test('headers that are usual elsewhere are read, in whatever encoding a spreadsheet wrote them', async () => {
  open()
  // Write `Échantillon` as a French spreadsheet does.
  const head = Uint8Array.from([0xc9, ...new TextEncoder().encode('chantillon;Puits\nF-7;A1\n')])
  await choose(head)
  await said('1 row is used; none is left out.')
  await said('Columns of the file: 2 of 2 are read')
  await expect.element(table().getByRole('columnheader', { name: /Échantillon/ })).toBeVisible()
  await page.getByText('Columns and names').click()
  await expect.element(page.getByText('Semicolon (detected)')).toBeInTheDocument()
  await expect.element(page.getByText('Windows-1252 (detected)')).toBeInTheDocument()
})

test('[SCREEN-023] a column of types under an unknown header blocks the list until somebody says what it is', async () => {
  open()
  await choose('Well,Sample,Kind,Operator\nA1,F-7,Unkn,Ada\nB1,W,NTC,Ada\n')
  await said('“Kind” looks like sample types and is not read')
  await said('It holds: Unkn, NTC')
  const take = button('Import 2 samples')
  await expect.element(take).toHaveAttribute('aria-disabled', 'true')
  await expect.element(take).toHaveAccessibleDescription('First choose what the column is: Kind')
  await button('Read as Type').click()
  await said('Goes to B1 as No template control')
  expect(localStorage.getItem('list-settings-undefined')).toContain('"header_type":"Kind"')
  // Expect every other column in the list, where it may be read or left.
  await page.getByText('Columns of the file: 3 of 4 are read').click()
  await page.getByLabelText('Operator').selectOptions('Well type')
  await said('Columns of the file: 4 of 4 are read')
  await page.getByLabelText('Operator').selectOptions('Not read')
  await said('Columns of the file: 3 of 4 are read')
  await button('Import 2 samples').click()
  expect(draft.value?.layout.present.map((one) => [one.name, one.sample_type])).toEqual([
    ['F-7', 'unknown'],
    ['W', 'ntc'],
  ])
})

test('a column may be left unread, and that is not remembered for the next file', async () => {
  open()
  const list = 'Well,Sample,Kind\nA1,F-7,NTC\n'
  await choose(list)
  await button('Leave unread').click()
  await expect.element(button('Import 1 sample')).not.toHaveAttribute('aria-disabled', 'true')
  await choose(list)
  await said('“Kind” looks like sample types and is not read')
  await expect.element(button('Import 1 sample')).toHaveAttribute('aria-disabled', 'true')
})

test('samples that are named like controls are asked about before anything is taken', async () => {
  open()
  await choose('Well,Sample\nA1,F-7\nA2,NTC\n')
  await said('1 sample is named like a control or standard and has no type')
  await expect.element(button('Import 2 samples')).toHaveAttribute('aria-disabled', 'true')
  // Expect the focus to wait at what is to be decided, and to go on when it is.
  await expect.element(button('Use type from name')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await said('Goes to A2 as No template control')
  await expect.element(table()).toHaveFocus()
  await button('Import 2 samples').click()
  expect(draft.value?.layout.present.map((one) => one.sample_type)).toEqual(['unknown', 'ntc'])
})

test('[ERR-051] without a header to look for the form is invalid, and says where', async () => {
  open()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await page.getByText('Columns and names').click()
  await page.getByLabelText('Header of sample names').fill('')
  await expect.element(page.getByText('Field is required')).toBeVisible()
  const take = button('Import samples')
  await expect.element(take).toHaveAttribute('aria-disabled', 'true')
  await expect.element(take).toHaveAccessibleDescription('Current form is invalid')
})

test('[ENT-066] thresholds of a list are checked, and written into the notebook of the plan', async () => {
  open()
  await choose('Well;Sample;Mix;Threshold\nA1;F-7;N1;0,25\nA2;F-7;N1;0,25\nA3;F-8;N2;high\n')
  await said('Left out: “high” is not an unambiguous threshold.')
  await button('Import 1 sample').click()
  expect(draft.value?.notebook).toBe('Thresholds of the list list.csv: N1: 0.25')
})

test('of a long list only the rows in sight are drawn, wherever one is', async () => {
  open()
  const rows = Array.from({ length: 30_000 }, (_, at) => `A1,S-${at + 1}`)
  await choose(`Well,Sample\n${rows.join('\n')}\n`)
  await said('1 row is used; 29,999 are left out.')
  table().element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(table().getByText('S-30000')).toBeVisible()
  expect(table().element().querySelectorAll('[data-row]').length).toBeLessThan(80)
  await userEvent.keyboard('{Home}{F8}')
  await expect.element(page.getByText('Row 3:')).toBeVisible()
})
