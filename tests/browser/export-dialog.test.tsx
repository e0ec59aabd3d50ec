// The service is stood in for: what is asked of it, and what becomes of its answer, is the point.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis, Sample } from '../../domain/entities/analysis.ts'
import { reportTemplates } from '../../domain/entities/report.ts'
import { ExportDialog } from '../../web/screens/analyses/detail/ExportDialog.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
const saved = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/client/save-file.ts', () => ({ saveFile: saved }))

afterEach(() => {
  asked.mockReset()
  saved.mockReset()
  history.replaceState(null, '', location.pathname)
})

const samples = ['Anna', 'Bert', 'Carl'].map((name, at) => ({
  uuid: `0000000${at}`,
  name,
  sample_type: 'unknown',
  coordinates: [`A${at + 1}`],
})) as Sample[]

const record = {
  uuid: 'analysis',
  name: 'Plate 7',
  cartridge_type: 'Wells16',
  samples,
  method: { evaluation: { targets: [{ name: 'N1', channel: 'FAM' }] } },
} as unknown as Analysis

function answer() {
  const file = { bytes: new Uint8Array([1]), type: 'text/csv', name: 'report.csv' }
  asked.mockImplementation(async (row: { path: string }) =>
    row.path.endsWith('/templates') ? reportTemplates : file,
  )
}

async function open(sample?: Sample, address = '') {
  answer()
  history.replaceState(null, '', `${location.pathname}${address}`)
  const close = vi.fn()
  mount(<ExportDialog record={record} onClose={close} {...(sample && { sample })} />)
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Template type')).toBeVisible()
  return { dialog, close }
}

/** Path and what was sent with it, of the last thing that was asked for. */
function last() {
  const [row, parts] = asked.mock.calls.at(-1) as [{ path: string }, Record<string, unknown>]
  return { path: row.path, ...parts }
}

const optionsOf = (label: string) =>
  [...(page.getByLabelText(label, { exact: true }).element() as HTMLSelectElement).options].map(
    ({ text }) => text,
  )

test('[DIALOG-001] [DIALOG-003] the type is analysis or sample, and the templates are those of the type', async () => {
  const { dialog } = await open()
  expect(optionsOf('Template type')).toEqual(['Analysis', 'Sample'])
  expect(optionsOf('Template')).toEqual(['Results by well', 'Summary by sample'])
  await dialog.getByLabelText('Template type').selectOptions('Sample')
  expect(optionsOf('Template')).toEqual(['Results of samples'])
})

test('[DIALOG-002] of a sample the type is fixed, and its own report is asked for', async () => {
  const { dialog } = await open(samples[1])
  const type = dialog.getByLabelText('Template type')
  await expect.element(type).toBeDisabled()
  await expect.element(type).toHaveValue('sample')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled())
  expect(last()).toMatchObject({ params: { id: samples[1]!.uuid } })
})

test('[DIALOG-004] [DIALOG-005] the filters of the page may be used where there are some; the samples are ticked without them', async () => {
  const { dialog } = await open(undefined, '?wells=0-1')
  const toggle = dialog.getByRole('checkbox', { name: 'Use the filters currently selected' })
  await expect.element(dialog.getByRole('group', { name: 'Samples' })).toBeVisible()
  await toggle.click()
  await expect.element(dialog.getByRole('group', { name: 'Samples' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled())
  expect(last()).toMatchObject({ body: { filters: { samples: ['Anna', 'Bert'] } } })
})

test('[DIALOG-004] without filters there is nothing to use', async () => {
  const { dialog } = await open()
  await expect
    .element(dialog.getByRole('checkbox', { name: 'Use the filters currently selected' }))
    .not.toBeInTheDocument()
})

test('[DIALOG-006] one box ticks and unticks all samples; with none ticked nothing is made', async () => {
  const { dialog } = await open()
  await dialog.getByRole('checkbox', { name: 'All samples (3 of 3)' }).click()
  const download = dialog.getByRole('button', { name: 'Download' })
  await expect.element(download).toHaveAccessibleDescription('Tick at least one sample.')
  await download.click({ force: true })
  expect(saved).not.toHaveBeenCalled()
  await dialog.getByRole('checkbox', { name: 'Bert' }).click()
  await expect
    .element(dialog.getByRole('checkbox', { name: 'All samples (1 of 3)' }))
    .toBePartiallyChecked()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled())
  const [a, b, c] = samples.map(({ uuid }) => uuid) as [string, string, string]
  expect(last()).toMatchObject({ body: { samples: { [a]: false, [b]: true, [c]: false } } })
})

test.each([
  ['[SCREEN-010] [SCREEN-018]', 'CSV'],
  ['[SCREEN-010] [SCREEN-019]', 'XLSX'],
])('%s a report is downloaded as %s', async (_ids, format) => {
  const { dialog, close } = await open()
  await dialog.getByRole('radio', { name: format }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  expect(saved).toHaveBeenCalledOnce()
  expect(last()).toMatchObject({ query: { format: format.toLowerCase() } })
})

test('[SCREEN-010] the data are downloaded in the formats of other software', async () => {
  const { dialog } = await open()
  await dialog.getByRole('radio', { name: 'Data for other software' }).click()
  await dialog.getByRole('radio', { name: /RDML/ }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(last()).toMatchObject({ body: { fileFormat: 'rdml' } }))
})

test('[VAL-051] several samples come as one archive, one report of each', async () => {
  const { dialog } = await open()
  await dialog.getByLabelText('Template type').selectOptions('Sample')
  await dialog.getByRole('checkbox', { name: 'Carl' }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled())
  const [file] = saved.mock.calls[0] as [{ name: string; type: string }]
  expect(file).toMatchObject({ name: 'Plate 7.zip', type: 'application/zip' })
  const made = asked.mock.calls.filter(([row]) => (row as { path: string }).path.includes('sample'))
  expect(made).toHaveLength(2)
})
