// Replace the records of this machine: check what the launch in the local network makes of them.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Device } from '../../domain/entities/device.ts'
import { methods } from '../../scripts/demo/methods.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { LocalLaunch } from '../../web/screens/analyses/offline/LocalLaunch.tsx'
import { enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const known = vi.hoisted(() => ({ records: {} as Record<string, object[]> }))
vi.mock('../../web/state/use-records.ts', () => ({
  useRecords: ({ kind }: { kind: string }) => known.records[kind] ?? [],
  useRecord: ({ kind }: { kind: string }) => known.records[kind]?.[0] ?? null,
}))

const recipe = methods[0]!.recipe
const plan = {
  uuid: uuidOf(2),
  name: 'Morning run',
  status: 'INIT',
  swarm_uuid: uuidOf(5),
  user_uuid: uuidOf(6),
  device_uuid: uuidOf(1),
  cartridge_type: 'Wells96',
  samples: [{ uuid: uuidOf(7), name: 'S1', sample_type: 'unknown', coordinates: ['A1'] }],
  method: { ...recipe, recipe_uuid: uuidOf(8), recipe_version: 1, protocol_uuid: null },
  results: [],
}
const device = (config: Device['config']) =>
  ({
    uuid: uuidOf(1),
    name: 'bGATE Sud',
    hostname: 'gate-1',
    deviceType: 'bgate',
    bkernel_version: '9.9.9',
    cartridge_type: 'Wells96',
    wavelengths: recipe.process.channels.map(({ wavelength }) => wavelength),
    swarms: [],
    config,
    status: '{"srv_status":0}',
    connected: '10',
    busy: 'N',
    active: 'Y',
    analysis_uuid: null,
  }) as unknown as Device

beforeEach(async () => {
  for (const part of ['lan', 'faults', 'sync'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions], swarms: [uuidOf(5)] })
})

test('thirteenth attack A13-15: asks for the signed calibration that the company requires, as the service does', async () => {
  const company = { uuid: operatorAccount.company_uuid, calibration_required: 'Y' }
  known.records = { analysis: [plan], company: [company] }
  history.replaceState(null, '', `?plan=${plan.uuid}`)
  const show = (config: Device['config']) =>
    mount(<LocalLaunch device={device(config)} plans={[plan]} onLaunched={() => {}} />)
  const told = show({ 'calibration.last_at': new Date().toISOString() })
  await expect.poll(() => told.textContent).toContain('No signed calibration of bGATE Sud is valid')
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const signed = show({ 'calibration.thermal.uuid': uuidOf(9), 'calibration.thermal.until': until })
  await expect.poll(() => signed.querySelector('button')?.ariaDisabled ?? 'false').toBe('false')
  expect(signed.textContent).not.toContain('No signed calibration')
})
