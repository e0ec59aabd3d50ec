// Replace the service: check the requests and the use of its answer.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis, Sample } from '../../domain/entities/analysis.ts'
import { reportTemplates } from '../../domain/entities/report.ts'
import { Fault } from '../../domain/fault.ts'
import { SamplePdfDialog } from '../../web/screens/analyses/detail/export/SamplePdfDialog.tsx'
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

/** Return path and content of the last request for a report: holds of recalls are asked for meanwhile. */
function last() {
  const [row, parts] = asked.mock.calls.findLast(([{ path }]) => !path.startsWith('/recalls/')) as [
    { path: string },
    Record<string, unknown>,
  ]
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
  await vi.waitFor(() => expect(saved).toHaveBeenCalled(), 10_000)
  expect(last()).toMatchObject({ params: { id: samples[1]!.uuid } })
})

test('[DIALOG-004] [DIALOG-005] the filters of the page may be used where there are some; the samples are ticked without them', async () => {
  const { dialog } = await open(undefined, '?wells=0-1')
  const toggle = dialog.getByRole('checkbox', { name: 'Use the filters currently selected' })
  await expect.element(dialog.getByRole('group', { name: 'Samples' })).toBeVisible()
  await toggle.click()
  await expect.element(dialog.getByRole('group', { name: 'Samples' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled(), 10_000)
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
  await expect.element(download).toHaveAccessibleDescription('Select at least one sample.')
  await download.click({ force: true })
  expect(saved).not.toHaveBeenCalled()
  await dialog.getByRole('checkbox', { name: 'Bert' }).click()
  await expect
    .element(dialog.getByRole('checkbox', { name: 'All samples (1 of 3)' }))
    .toBePartiallyChecked()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled(), 10_000)
  const [a, b, c] = samples.map(({ uuid }) => uuid) as [string, string, string]
  expect(last()).toMatchObject({ body: { samples: { [a]: false, [b]: true, [c]: false } } })
})

test('[SCREEN-017] a report is a PDF unless another format is chosen', async () => {
  const { dialog, close } = await open()
  await expect.element(dialog.getByRole('radio', { name: 'PDF' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(close).toHaveBeenCalled(), 10_000)
  expect(last()).toMatchObject({ query: { format: 'pdf', template_name: 'analysis_results' } })
})

test('first-use H13: the record with its proof is among the data, with the reason where the right is missing', async () => {
  const { dialog } = await open()
  await dialog.getByRole('radio', { name: 'Data for other software' }).click({ force: true })
  const proof = dialog.getByRole('button', { name: 'Export with proof' })
  await expect.element(proof).toHaveAccessibleDescription('Your profile does not allow this.')
  await expect.element(dialog.getByRole('link', { name: 'Verify such a file' })).toBeVisible()
})

test('[DIALOG-007] samples are ticked in a short dialog and downloaded as PDF', async () => {
  answer()
  const close = vi.fn()
  mount(<SamplePdfDialog record={record} selected={new Set(samples.slice(0, 2))} onClose={close} />)
  const dialog = page.getByRole('dialog', { name: 'Samples in the PDF' })
  await expect.element(dialog.getByRole('checkbox', { name: 'Anna' })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: 'Carl' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Anna' }).click()
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await vi.waitFor(() => expect(close).toHaveBeenCalled(), 10_000)
  expect(saved).toHaveBeenCalledOnce()
  const [a, b, c] = samples.map(({ uuid }) => uuid) as [string, string, string]
  expect(last()).toMatchObject({
    params: { id: 'analysis' },
    query: { format: 'pdf' },
    body: { samples: { [a]: false, [b]: true, [c]: false } },
  })
})

test('[DIALOG-007] all samples are ticked where none is selected, and a failure is shown in words', async () => {
  asked.mockRejectedValue(new Fault('refused', '', { reason: 'no_results' }))
  const close = vi.fn()
  mount(<SamplePdfDialog record={record} selected={new Set()} onClose={close} />)
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('checkbox', { name: 'All samples (3 of 3)' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  expect(close).not.toHaveBeenCalled()
})

test.each([
  ['[SCREEN-010] [SCREEN-018]', 'CSV'],
  ['[SCREEN-010] [SCREEN-019]', 'XLSX'],
])('%s a report is downloaded as %s', async (_ids, format) => {
  const { dialog, close } = await open()
  await dialog.getByRole('radio', { name: format }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(close).toHaveBeenCalled(), 10_000)
  expect(saved).toHaveBeenCalledOnce()
  expect(last()).toMatchObject({ query: { format: format.toLowerCase() } })
})

test('[SCREEN-010] the data are downloaded in the formats of other software', async () => {
  const { dialog } = await open()
  await dialog.getByRole('radio', { name: 'Data for other software' }).click()
  await dialog.getByRole('radio', { name: /RDML/ }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(last()).toMatchObject({ body: { fileFormat: 'rdml' } }), 10_000)
})

test('[VAL-051] several samples come as one archive, one report of each', async () => {
  const { dialog } = await open()
  await dialog.getByLabelText('Template type').selectOptions('Sample')
  await dialog.getByRole('checkbox', { name: 'Carl' }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await vi.waitFor(() => expect(saved).toHaveBeenCalled(), 10_000)
  const [file] = saved.mock.calls[0] as [{ name: string; type: string }]
  expect(file).toMatchObject({ name: 'Plate 7.zip', type: 'application/zip' })
  const made = asked.mock.calls.filter(([row]) => (row as { path: string }).path.includes('sample'))
  expect(made).toHaveLength(2)
})

test('A27-86: says how many of several reports are made', async () => {
  const { dialog } = await open()
  const hold = Promise.withResolvers<never>()
  asked.mockImplementation(async ({ path }: { path: string }) =>
    path.endsWith('/templates') ? reportTemplates : hold.promise,
  )
  await dialog.getByLabelText('Template type').selectOptions('Sample')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect.element(dialog.getByText('0 of 3 reports made')).toBeVisible()
})

test('[ERR-036] a workbook that cannot be made is said, with the reason', async () => {
  const { dialog, close } = await open()
  await dialog.getByRole('radio', { name: 'Data for other software' }).click({ force: true })
  await dialog.getByRole('radio', { name: /Excel/ }).click()
  asked.mockRejectedValue(new Fault('refused', '', { reason: 'no_results' }))
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect.element(dialog.getByText('Error: xlsx export failed')).toBeVisible()
  expect([saved.mock.calls.length, close.mock.calls.length]).toEqual([0, 0])
})

test('[SCREEN-020] the archive of an analysis is offered beside the other formats', async () => {
  const { dialog, close } = await open()
  await dialog.getByRole('radio', { name: 'Data for other software' }).click({ force: true })
  await dialog.getByRole('radio', { name: /\.bca/ }).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(last()).toMatchObject({ params: { id: 'analysis' }, body: { fileFormat: 'bca' } })
})
