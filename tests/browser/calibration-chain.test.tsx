// The service is answered by the same functions that it uses: a page of calibration needs a device that answers commands.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Device } from '../../domain/entities/device.ts'
import { wellName } from '../../domain/rules/well.ts'
import { shadingOf, takePicture, viewOf } from '../../devices/camera.ts'
import { flattenField } from '../../workers/calibration/flat-field.ts'
import { mapMelt } from '../../workers/calibration/melt-map.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { RunCalibrations } from '../../web/screens/analyses/detail/RunCalibrations.tsx'
import { CalibrationView } from '../../web/screens/devices/calibration/CalibrationView.tsx'
import { paths } from '../../web/paths.ts'
import { toPgm } from '../support/plate-picture.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount } = await import('../support/operator-account.ts')
  const permissions = [
    'products.search',
    'calibrations.compute',
    'analysis.search',
    'analysis.validate',
  ]
  return {
    ...(await load<object>()),
    account: signal({ ...operatorAccount, permissions }),
    may: (permission: string) => permissions.includes(permission),
  }
})

const until = '2099-01-01T00:00:00.000Z'
const device = {
  uuid: uuidOf(1),
  name: 'Cube one',
  serial_no: 'SIM-1',
  deviceType: 'bcube',
  cartridge_type: 'Wells9',
  wavelengths: ['FAM', 'VIC'],
  config: { 'calibration.roi.uuid': uuidOf(2), 'calibration.roi.until': until },
  connected: '10',
  active: 'Y',
} as unknown as Device
const withConfig = (config: Device['config']) => ({
  ...device,
  config: { ...device.config, ...config },
})

const shape = { rows: 3, columns: 3 }
const names = Array.from({ length: 9 }, (_, at) => wellName(shape, at))
const record = {
  uuid: uuidOf(9),
  created_at: '2026-11-27T10:00:00.000Z',
  updated_at: '2026-11-27T10:00:00.000Z',
  user_name: 'Olga',
  name: device.name,
  device_uuid: device.uuid,
  serial_no: 'SIM-1',
  cartridge_type: 'Wells9',
  method: '1.1.0',
  material: '',
  measured_at: '2026-11-27T10:00:00.000Z',
  valid_until: until,
  signature: null,
}

/** Draft of an illumination: the shading of the camera, and what dims each place of block and plate. */
function litDraft(block: Record<number, number>, plate: Record<number, number>) {
  const lit = device.wavelengths.map((channel) => ({
    channel,
    wells: shadingOf(viewOf({ serial: 'SIM-1', cartridge: 'Wells9' }, channel, '', {})).map(
      (shade, at) => ({
        light: 120 * shade * (block[at] ?? 1) * (plate[at] ?? 1),
        turned: 118 * shade * (block[at] ?? 1) * (plate[8 - at] ?? 1),
        saturated: 0,
      }),
    ),
  }))
  const { findings, ...measured } = flattenField(lit, shape, names, null)
  const evidence = { of: 'illumination', vessel: 'Strip', seal: 'Film', volume: 20, ...measured }
  return { ...record, kind: 'illumination', findings, evidence }
}

function meltDraft(tms: (number | null)[]) {
  const { findings, ...measured } = mapMelt(tms, shape, names, 80)
  return { ...record, kind: 'melt', findings, evidence: { of: 'melt', target: 'A', ...measured } }
}

type Sent = { params: { id: string }; body: Record<string, unknown> }
let kept: object[] = []
let drafted: object = {}
let runs: object[] = []
let files = 0
let inForce: object[] = []
let effects: object[] = []

async function answer(row: unknown, sent: Sent): Promise<unknown> {
  switch (row) {
    case calibrationCalls.search:
      return { data: kept, pages: 1, total: kept.length }
    case analysisCalls.search:
      return { data: runs, pages: 1, total: runs.length }
    case deviceCommandCalls.takePicture: {
      const { channel } = sent.body as { channel: string }
      const command = { name: 'TAKE_PICTURE', channel }
      return { uuid: `${channel} ${crypto.randomUUID()}`, state: 'done', command, updated_at: '' }
    }
    case deviceCommandCalls.data: {
      const channel = sent.params.id.split(' ')[0] as WavelengthName
      const view = viewOf({ serial: 'SIM-1', cartridge: 'Wells9' }, channel, sent.params.id, {})
      const image = btoa(String.fromCharCode(...toPgm(takePicture(view))))
      return { command: {}, data: { of: 'picture', channel, image } }
    }
    case calibrationCalls.picture:
      return { uuid: `file ${(files += 1)}` }
    case calibrationCalls.prepareIllumination:
    case calibrationCalls.prepareMelt:
      kept = [drafted]
      return drafted
    case calibrationCalls.effect:
      return effects[Number((sent as unknown as { query: { page: string } }).query.page) - 1]
    case recallCalls.create:
      return { uuid: uuidOf(7), number: 12 }
    case calibrationCalls.ofRun:
      return inForce
    case calibrationCalls.drift:
      return { runs: 0, unread: 0, followed: 0, series: [] }
    default:
      return {}
  }
}

beforeEach(async () => {
  kept = []
  runs = []
  files = 0
  await page.viewport(1366, 900)
  for (const part of ['frame', 'device', 'calibration', 'record', 'faults'] as const) {
    await completeTexts(part)
  }
  asked.mockImplementation(answer)
})
afterEach(() => asked.mockReset())

const sentTo = (row: unknown) => asked.mock.calls.filter(([one]) => one === row)
const accept = () => page.getByRole('button', { name: 'Check and accept…' })

test('issue 19: the plate is read, turned and read again, and the verdict says whose the dirt is', async () => {
  drafted = litDraft({}, { 0: 0.8 })
  mount(<CalibrationView device={device} />)
  // Expect the chain to go on with the light, since regions are in force.
  await expect.element(page.getByRole('radio', { name: 'Illumination' })).toBeChecked()
  const measure = page.getByRole('button', { name: 'Measure the light' })
  await expect.element(measure).toHaveAccessibleDescription(/both positions/)
  await page.getByRole('textbox', { name: 'Vessel' }).fill('Strip')
  await page.getByRole('textbox', { name: 'Seal' }).fill('Film')
  await page.getByLabelText('Volume in each well').fill('20')
  await page.getByRole('button', { name: 'Take pictures' }).click()
  await expect.element(page.getByText(/Turn the plate by 180°: A1/)).toBeVisible()
  await page.getByRole('button', { name: 'Take pictures', exact: true }).last().click()
  await expect.element(measure).not.toHaveAttribute('aria-disabled', 'true')
  await measure.click()
  await expect.element(page.getByText(/The plate is dirty/)).toBeVisible()
  const [, sent] = sentTo(calibrationCalls.prepareIllumination)[0] as [unknown, Sent]
  expect(sent.body).toMatchObject({
    vessel: 'Strip',
    seal: 'Film',
    volume: 20,
    pictures: [{ channel: 'FAM' }, { channel: 'VIC' }],
    turned: [{ channel: 'FAM' }, { channel: 'VIC' }],
  })
  await expect.element(accept()).toHaveAccessibleDescription(/cannot be accepted/)
})

test('issue 19: a draft is found where it was left, with its map, and accepted from there', async () => {
  kept = [litDraft({ 2: 0.7 }, {})]
  mount(<CalibrationView device={device} />)
  await expect.element(page.getByText(/A draft of .* by Olga/)).toBeVisible()
  await expect.element(page.getByText(/The block is dirty at A3/)).toBeVisible()
  await expect.element(page.getByRole('table', { name: /Light of each place.*FAM/ })).toBeVisible()
  await accept().click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Accept the illumination of Cube one' }))
    .toBeVisible()
})

test('issue 19: what new regions have made invalid is shown as that', async () => {
  const config = {
    'calibration.illumination.uuid': uuidOf(3),
    'calibration.illumination.until': until,
    'calibration.illumination.roi': uuidOf(4),
  }
  mount(<CalibrationView device={withConfig(config)} />)
  const broken = page.getByText(/calibrated again since/)
  await expect.element(broken).toBeVisible()
  const line = broken.element().closest('li')?.textContent ?? ''
  expect(line).toMatch(/^Illumination/)
  expect(line).toContain('Regions of interest')
  // Offer nothing to the device that is not valid.
  expect(line).not.toContain('Send')
})

test('issue 19: any run with one amplicon maps the block', async () => {
  const evaluation = { targets: [{ name: 'Amplicon' }] }
  runs = [{ uuid: uuidOf(5), name: 'Melt', ended_at: null, results: [{}], method: { evaluation } }]
  drafted = meltDraft(names.map((_, at) => 80 + (at === 4 ? 1 : 0)))
  mount(<CalibrationView device={device} />)
  await page.getByRole('radio', { name: 'Melt map' }).click({ force: true })
  await page.getByRole('combobox', { name: 'Run' }).selectOptions(uuidOf(5))
  await page.getByRole('button', { name: 'Map the melting temperatures' }).click()
  await expect
    .element(page.getByRole('table', { name: 'Melting temperature of each well' }))
    .toBeVisible()
  await expect.element(page.getByText(/Tm compared with the other wells/).first()).toBeVisible()
  const [, sent] = sentTo(calibrationCalls.prepareMelt)[0] as [unknown, Sent]
  expect(sent.body).toEqual({ run_uuid: uuidOf(5), target: 'Amplicon', material: '' })
})

test('issue 19: a run names the calibrations it was measured by, with the version of their method', async () => {
  await page.viewport(400, 600)
  const by = { signed_by: 'Ada Cole', signed_at: '2026-11-02T09:30:00.000Z', method: '1.1.0' }
  inForce = [
    { uuid: uuidOf(2), kind: 'roi', ...by },
    { uuid: uuidOf(3), kind: 'thermal', ...by },
  ]
  const light = { calibration_uuid: uuidOf(2), divided_by: 'service' } as const
  mount(<RunCalibrations uuid={uuidOf(5)} device={device.uuid} light={light} />)
  await expect.element(page.getByText('taken out by the service')).toBeVisible()
  await expect.element(page.getByText('Regions calibrated')).toBeVisible()
  await expect.element(page.getByText(/Ada Cole.*method 1\.1\.0/).first()).toBeVisible()
  const link = page.getByRole('link', { name: 'Calibrations of the device' })
  await expect.element(link).toHaveAttribute('href', paths.device(device.uuid, 'calibration'))
})

test('issue 19: a calibration names the results that it would change, page by page, and offers to recall them', async () => {
  kept = [litDraft({}, {})]
  const run = (at: number, calls: number | null) => ({
    analysis_uuid: uuidOf(at),
    name: `Run ${at}`,
    status: 'COMPLETE',
    started_at: '2026-11-20T10:00:00.000Z',
    assumed: at === 3,
    calls,
    moved: 2,
    changes: calls ? [{ well: 'A1', target: 'GAPDH', from: 'detected', to: 'review' }] : [],
  })
  const of = { kind: 'illumination', from: '2026-11-01T10:00:00.000Z', until: null, hidden: 2 }
  effects = [
    { ...of, total: 3, pages: 2, data: [run(3, 0), run(4, 9)] },
    { ...of, total: 3, pages: 2, data: [run(5, null)] },
  ]
  mount(<CalibrationView device={device} />)
  await page.getByRole('button', { name: 'Which results would change?' }).click()
  await expect.element(page.getByText('3 of 3 runs calculated')).toBeVisible()
  await expect.element(page.getByText('One run would have other calls.')).toBeVisible()
  await expect.element(page.getByText('A1 GAPDH: Detected → Review')).toBeVisible()
  await expect.element(page.getByText('and 8 more')).toBeVisible()
  // Expect that nothing is called clean that was not calculated, or not seen.
  await expect.element(page.getByText('One run could not be calculated.')).toBeVisible()
  await expect.element(page.getByText(/2 runs of laboratories that you do not see/)).toBeVisible()
  await expect.element(page.getByText(/One run does not say what its light/)).toBeVisible()
  await page.getByRole('button', { name: 'Recall these runs…' }).click()
  await page.getByRole('textbox', { name: /^Reason/ }).fill('The lamp has drifted')
  await page.getByRole('button', { name: 'Open the recall' }).click()
  await vi.waitFor(() => expect(sentTo(recallCalls.create)).toHaveLength(1))
  const [, sent] = sentTo(recallCalls.create)[0] as [unknown, Sent]
  expect(sent.body).toEqual({
    subject: {
      kind: 'calibration',
      device_uuid: device.uuid,
      from: of.from,
      until: null,
      of: 'illumination',
    },
    reason: 'The lamp has drifted',
  })
})
