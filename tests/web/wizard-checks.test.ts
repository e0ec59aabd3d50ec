import { expect, test } from 'vitest'
import type { Bkit } from '../../domain/entities/bkit.ts'
import type { LabLot } from '../../domain/entities/lab-lot.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { DeviceStatus } from '../../domain/live/event.ts'
import type { RunKit } from '../../domain/entities/run-kit.ts'
import { calibratedKey } from '../../domain/rules/calibration-age.ts'
import { faultText } from '../../web/i18n/faults.ts'
import type { Draft } from '../../web/state/draft.ts'
import {
  type Check,
  type Checked,
  isOpen,
  warningOf,
} from '../../web/screens/analyses/wizard/check.ts'
import { listChecks } from '../../web/screens/analyses/wizard/list-checks.ts'
import { sayRunning } from '../../web/screens/analyses/wizard/say-running.ts'
import { protocol, recipe, stamps } from './demo-method.ts'
import { uuidOf } from '../support/uuid-of.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const device: Device = {
  ...stamps,
  uuid: uuidOf(3),
  hostname: 'riva',
  serial_no: 'R-1',
  name: 'bGATE Riva',
  deviceType: 'bgate',
  model: 'bGATE 96',
  bkernel_version: '2.9.4',
  cartridge_type: 'Wells96',
  wavelengths: [],
  swarms: [],
  config: {},
  status: '{"serial":"R-1","srv_status":0}',
  connected: '10',
  busy: 'N',
  active: 'Y',
  analysis_uuid: null,
}
const heard: DeviceStatus = {
  uuid: uuidOf(3),
  status: device.status,
  busy: 'N',
  block_temperature: 25,
  lid_temperature: 25,
  lid: 'closed',
  uptime: 10,
  bkernel_version: '2.9.4',
  health: { system_disk: 0.1, data_disk: 0.1, memory: 0.1, cpu: 0.1 },
  run: null,
  pending: 0,
}
const kit: Bkit = {
  ...stamps,
  uuid: uuidOf(4),
  name: 'Kit',
  quantity: 96,
  expiry_date: '2099-06-30',
  production_start_date: '2026-05-01',
  production_end_date: '2026-05-04',
  production_site: 'Trieste',
  producer: 'Helix',
  assy_number: 'A',
  product_description: '',
  ref: 'REF',
  part_number: 'PN',
  lot: 'L-1',
  recipe_uuids: [uuidOf(1)],
  datasheet_uuid: null,
  extraction_uuid: null,
}
const runKit = {
  bkit_uuid: kit.uuid,
  name: 'Kit',
  ref: 'REF',
  lot: 'L-1',
  box: null,
  expiry_date: kit.expiry_date,
  confirmed: false,
}

const held = (lot: string): LabLot => ({
  ...stamps,
  uuid: uuidOf(6),
  bkit_uuid: kit.uuid,
  lot,
  received_at: null,
  opened_at: null,
  boxes: null,
  hold: { reason: 'Arrived warm', at: stamps.created_at, user_uuid: uuidOf(5), user_name: 'Olga' },
})

const plan = {
  method: { process: { channels: [{ wavelength: 'FAM' }, { wavelength: 'VIC' }] } } as never,
  methodName: 'Method',
  protocol,
  recipe,
  cartridgeTypes: ['Wells96' as const],
  device,
}

function check(
  changes: Partial<Omit<Checked, 'draft'>> & { draft?: Partial<Draft> } = {},
): Check[] {
  const { draft, ...rest } = changes
  return listChecks({
    draft: {
      name: 'Plate',
      swarm_uuid: uuidOf(9),
      recipe_uuid: uuidOf(1),
      cartridge_type: 'Wells96',
      kit: null,
      accepted: [],
      layout: { past: [], present: [], future: [] },
      ...draft,
    } as unknown as Draft,
    plan,
    problems: [],
    refusal: null,
    kits: [],
    ownLots: [],
    recalls: { open: [], hold: null },
    uses: new Map(),
    heard,
    calibrationRequired: false,
    now,
    ...rest,
  })
}
const one = (id: Check['id'], checks: readonly Check[]) => checks.find((line) => line.id === id)

test('when all is settled nothing blocks the launch', () => {
  expect(check().filter(isOpen)).toEqual([])
})
test('[ERR-066] without a kit and without a recipe the list says so', () => {
  const checks = check({
    draft: { recipe_uuid: null, cartridge_type: null },
    plan: { ...plan, method: null, recipe: null, protocol: null },
  })
  expect(one('method', checks)).toMatchObject({
    state: 'todo',
    text: 'No BKIT, no recipe selected',
    mend: 'method',
  })
})

test('[ERR-065] a recipe that a kit belongs to asks for it; who goes on without says so', () => {
  const asked = one('kit', check({ kits: [kit] }))
  expect(asked).toMatchObject({
    state: 'warned',
    text: 'Missing BKIT information must be added first',
  })
  const accepted = [warningOf(asked!)]
  expect(one('kit', check({ kits: [kit], draft: { accepted } }))?.state).toBe('accepted')
  // Ask again for another recipe, which is another question.
  const other = { ...plan, recipe: { ...recipe, uuid: uuidOf(7) } }
  const kits = [{ ...kit, recipe_uuids: [uuidOf(7)] }]
  expect(one('kit', check({ kits, plan: other, draft: { accepted } }))?.state).toBe('warned')
})

test('[ERR-065] a kit that is linked to no recipe lacks information too', () => {
  const kits = [{ ...kit, recipe_uuids: [] }]
  const line = one('kit', check({ kits, draft: { kit: runKit } }))
  expect(line?.state).toBe('warned')
  expect(line?.text).toContain('Missing BKIT information must be added first')
})

test('a kit of other recipes warns, an expired one blocks the launch until a reason is given', () => {
  const other = [{ ...kit, recipe_uuids: [uuidOf(8)] }]
  expect(one('kit', check({ kits: other, draft: { kit: runKit } }))?.state).toBe('warned')
  const old = { ...runKit, expiry_date: '2020-01-31' }
  expect(one('kit', check({ kits: [kit], draft: { kit: old } }))?.state).toBe('open')
  const meant = { ...old, expired_reason: 'Training' }
  expect(one('kit', check({ kits: [kit], draft: { kit: meant } }))?.state).toBe('ok')
})

test('a lot that is not released, or that the laboratory holds, blocks the launch and says what to do', () => {
  const lot = (status: 'quarantine' | 'released' | 'held' | 'withdrawn') => [
    { ...kit, lots: [{ lot_number: 'P-4', boxes: 12, status }] },
  ]
  const draft = { kit: { ...runKit, lot: 'p-4 ' } }
  const line = (status: Parameters<typeof lot>[0], ownLots: LabLot[] = []) =>
    one('kit', check({ kits: lot(status), draft, ownLots }))
  expect(line('released')?.state).toBe('ok')
  expect(line('quarantine')).toMatchObject({ state: 'open', mend: 'method' })
  expect(line('held')?.text).toContain('Use another lot')
  expect(line('withdrawn')?.text).toContain('Set its boxes aside')
  expect(line('released', [held('P-4')])?.text).toContain('Your laboratory holds lot')
  expect(line('released', [held('P-5')])?.state).toBe('ok')
})

test('a box with too few tests left for the plan is refused before the launch', () => {
  const draft = { kit: { ...runKit, box: 1, tests: 96 } }
  const line = (wells: number) => {
    const boxes = [{ box: 1, runs: 1, wells }]
    const uses = new Map([[runKit.bkit_uuid, [{ lot: runKit.lot, runs: 1, wells, boxes }]]])
    return one('kit', check({ kits: [kit], draft, uses }))
  }
  expect(line(0)?.state).toBe('ok')
  expect(line(96)).toMatchObject({ state: 'open', mend: 'method' })
  expect(line(96)?.text).toContain('Tests left in box 1')
})

test('a lot that expires earlier is asked about first', () => {
  const lots = [
    { lot_number: 'P-4', boxes: 12, expiry_date: '2098-01-31' },
    { lot_number: 'P-5', boxes: 12, expiry_date: '2098-02-28' },
    { lot_number: 'P-6', boxes: 12, expiry_date: '2097-01-31', status: 'held' as const },
  ]
  const kits = [{ ...kit, lots }]
  const line = (lot: string, expiry_date: string, accepted: string[] = []) =>
    one('kit', check({ kits, draft: { kit: { ...runKit, lot, expiry_date }, accepted } }))
  expect(line('P-4', '2098-01-31')?.state).toBe('ok')
  const later = line('P-5', '2098-02-28')
  expect(later).toMatchObject({ state: 'warned', text: 'Lot P-5: lot P-4 expires earlier' })
  expect(line('P-5', '2098-02-28', [warningOf(later!)])?.state).toBe('accepted')
})

test('an unknown lot and a box beyond its lot warn, another kit’s lot blocks the launch', () => {
  const lots = [{ lot_number: 'P-4', boxes: 12 }]
  const kits = [
    { ...kit, lots },
    { ...kit, uuid: uuidOf(8), name: 'Other kit', lot: 'Q-1' },
  ]
  const line = (more: Partial<RunKit>) =>
    one('kit', check({ kits, draft: { kit: { ...runKit, ...more } } }))
  expect(line({ lot: 'P-4', box: 12 })?.state).toBe('ok')
  expect(line({ lot: 'P-4', box: 13 })).toMatchObject({ state: 'warned' })
  expect(line({ lot: 'P-4', box: 13 })?.text).toContain('has no box 13')
  expect(line({ lot: 'P-5' })?.text).toContain('Lot P-5 is not known')
  expect(line({ lot: 'q-1' })).toMatchObject({ state: 'open' })
  expect(line({ lot: 'q-1' })?.text).toContain('belongs to Other kit')
})

test('[ERR-053] a device that must be updated says to which version, and where it is mended', () => {
  const refusal = {
    code: 'device_outdated',
    reason: 'device_outdated',
    message: '',
    params: { device: 'bGATE Riva', required: '2.10.0' },
  } as const
  expect(one('device', check({ refusal }))).toMatchObject({
    state: 'open',
    text: 'Device bGATE Riva needs to be updated to 2.10.0 before launching this analysis on it',
    mend: 'device',
  })
})

test('an open lid blocks the launch; a full disk and an old calibration warn', () => {
  expect(one('lid', check({ heard: { ...heard, lid: 'open' } }))?.state).toBe('open')
  const full = { ...heard, health: { ...heard.health, data_disk: 97 } }
  expect(one('storage', check({ heard: full }))?.state).toBe('warned')
  const old = { ...device, config: { [calibratedKey]: '2025-03-01' } }
  expect(one('calibration', check({ plan: { ...plan, device: old } }))?.state).toBe('warned')
  const fresh = { ...device, config: { [calibratedKey]: '2026-11-01' } }
  expect(one('calibration', check({ plan: { ...plan, device: fresh } }))?.state).toBe('ok')
  const demanded = (of: typeof device) =>
    one('calibration', check({ plan: { ...plan, device: of }, calibrationRequired: true }))
  // Refuse the day that a device tells of itself where the company requires a calibration.
  expect(demanded(fresh)).toMatchObject({
    state: 'open',
    text: expect.stringContaining('No signed calibration'),
  })
  const thermal = {
    'calibration.thermal.uuid': 'one',
    'calibration.thermal.until': '2099-01-01T00:00:00.000Z',
  }
  expect(demanded({ ...device, config: { ...fresh.config, ...thermal } })?.state).toBe('ok')
  // Warn of colours only where the device has some: for those that are missing, and for all where they are not valid.
  const dyes = (channels: string, roi = '') => ({
    ...device,
    config: {
      'calibration.dye.uuid': 'a',
      'calibration.dye.until': '2099-01-01T00:00:00.000Z',
      'calibration.dye.channels': channels,
      'calibration.dye.roi': roi,
    },
  })
  const dyesCheck = (of: typeof device) => one('dyes', check({ plan: { ...plan, device: of } }))
  expect(one('dyes', check({}))).toBeUndefined()
  expect(dyesCheck(dyes('FAM VIC'))).toBeUndefined()
  expect(dyesCheck(dyes('FAM ROX'))).toMatchObject({
    state: 'warned',
    text: expect.stringMatching(/for .?HEX/),
  })
  expect(dyesCheck(dyes('FAM VIC', 'older regions'))?.text).toMatch(/for .?FAM, HEX/)
  // Skip the check of the lid without a fresh report.
  expect(one('lid', check({ heard: null }))).toBeUndefined()
})

test('[ERR-030] a launch of what is running already says so, any other refusal says what it is', () => {
  const refused = { code: 'refused', reason: 'wrong_status', message: '' } as const
  const said = (status: string) => faultText(sayRunning({ ...refused, params: { status } }))
  expect(said('RUNNING')).toBe(
    'Analysis already running - Refresh the page to update analysis status',
  )
  expect(said('COMPLETE')).not.toContain('already running')
})

test('A29-22: a name with a sign that is not seen is named before the launch', () => {
  const [named] = check({ draft: { name: 'Donors \u{1f9d1}\u200d\u{1f52c}' } }).filter(
    ({ id }) => id === 'name',
  )
  expect(named).toMatchObject({ state: 'open', mend: 'facts' })
  expect(named?.text).toMatch(/invisible/)
})
