import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Device } from '../../domain/entities/device.ts'
import {
  changeDraft,
  closeDraft,
  type Draft,
  draft as draftOf,
  openDraft,
} from '../../web/state/draft.ts'
import { useFirstChoices } from '../../web/screens/analyses/wizard/use-first-choices.ts'
import { onlyFitting } from '../../web/screens/analyses/wizard/list-devices.ts'
import { DeviceStep } from '../../web/screens/analyses/wizard/DeviceStep.tsx'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import type { Plan } from '../../web/screens/analyses/wizard/plan.ts'

const process = { lid_temperature: 105, channels: [], steps: [] }
const plan = { method: { process, evaluation: { targets: [], settings: {} } } } as unknown as Plan
const draft = { cartridge_type: 'Wells16', device_uuid: null, saved: false } as unknown as Draft

function device(uuid: string, changes: Partial<Device> = {}): Device {
  return {
    uuid,
    name: uuid,
    deviceType: 'bcube',
    bkernel_version: '2.9.4',
    cartridge_type: 'Wells16',
    wavelengths: [],
    status: '{"srv_status":0}',
    connected: '10',
    busy: 'N',
    active: 'Y',
    analysis_uuid: null,
    config: {},
    ...changes,
  } as unknown as Device
}

const other = device('other', { cartridge_type: 'Wells36' })
const away = device('away', { connected: '0' })

test('first-use H16: the only device that can take the run is chosen by itself', () => {
  expect(onlyFitting([other, device('one'), away], draft, plan)).toBe('one')
})

test('a device that the address names is chosen before the method is, unless it cannot take the run or a person chose', () => {
  const devices = [device('one'), device('two'), other]
  expect(onlyFitting(devices, draft, plan, 'two')).toBe('two')
  expect(onlyFitting(devices, draft, { ...plan, method: null }, 'two')).toBe('two')
  expect(onlyFitting(devices, draft, plan, 'other')).toBeNull()
  expect(onlyFitting(devices, draft, plan, 'gone')).toBeNull()
  expect(onlyFitting(devices, { ...draft, device_uuid: 'one' }, plan, 'two')).toBeNull()
})

test('first-use H16: of two that can, and before the method is known, none is chosen', () => {
  expect(onlyFitting([device('one'), device('two')], draft, plan)).toBeNull()
  expect(onlyFitting([device('one')], draft, { ...plan, method: null })).toBeNull()
  expect(onlyFitting([device('one')], { ...draft, cartridge_type: null }, plan)).toBeNull()
  expect(onlyFitting(undefined, draft, plan)).toBeNull()
  expect(onlyFitting([other, away], draft, plan)).toBeNull()
})

test('first-use H16: one that takes another cartridge gives way to it, one that is away does not', () => {
  const devices = [other, device('one'), away]
  expect(onlyFitting(devices, { ...draft, device_uuid: 'other' }, plan)).toBe('one')
  expect(onlyFitting(devices, { ...draft, device_uuid: 'away' }, plan)).toBeNull()
})

test('first-use H16: a device that a person chose, or a plan saved without one, is left alone', () => {
  expect(onlyFitting([device('one')], { ...draft, device_uuid: 'two' }, plan)).toBeNull()
  expect(onlyFitting([device('one')], { ...draft, saved: true }, plan)).toBeNull()
})

test('first-use H16: one that chose itself is given up once another run has taken it', async () => {
  openDraft('olga', 'new')
  changeDraft({ device_uuid: null })
  const isRefused = signal(false)
  const wanted = {
    wantedMethod: '',
    records: { protocols: [], recipes: [], devices: [], saved: null },
  }
  function Chosen({ planned, refused }: { planned: Draft; refused: boolean }) {
    const device = planned.device_uuid === null && !refused ? 'one' : null
    useFirstChoices(planned, { swarm: undefined, device, isRefused: refused }, wanted)
    return null
  }
  function Planned() {
    return draftOf.value && <Chosen planned={draftOf.value} refused={isRefused.value} />
  }
  mount(<Planned />)
  await expect.poll(() => draftOf.value?.device_uuid).toBe('one')
  isRefused.value = true
  await expect.poll(() => draftOf.value?.device_uuid).toBeNull()
  // Keep a person's choice, and show why it cannot be used.
  changeDraft({ device_uuid: 'two' })
  await new Promise(requestAnimationFrame)
  expect(draftOf.value?.device_uuid).toBe('two')
  closeDraft()
})

test('the swarm that was chosen by itself follows the device, and one that a person chose stays', async () => {
  openDraft('olga', 'new')
  const sharing = signal('food')
  const wanted = {
    wantedMethod: '',
    records: { protocols: [], recipes: [], devices: [], saved: null },
  }
  function Chosen({ planned, swarm }: { planned: Draft; swarm: string }) {
    useFirstChoices(planned, { swarm, device: null, isRefused: false }, wanted)
    return null
  }
  function Planned() {
    return draftOf.value && <Chosen planned={draftOf.value} swarm={sharing.value} />
  }
  mount(<Planned />)
  await expect.poll(() => draftOf.value?.swarm_uuid).toBe('food')
  sharing.value = 'clinic'
  await expect.poll(() => draftOf.value?.swarm_uuid).toBe('clinic')
  changeDraft({ swarm_uuid: 'research' })
  sharing.value = 'food'
  await new Promise(requestAnimationFrame)
  expect(draftOf.value?.swarm_uuid).toBe('research')
  closeDraft()
})

test('of a large fleet the wizard shows a few devices, the chosen one among them, and finds the others by name', async () => {
  for (const part of ['frame', 'plan', 'device'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: ['bCube.use'] })
  const devices = Array.from({ length: 200 }, (_, at) =>
    device(`Bench ${String(at).padStart(3, '0')}`),
  )
  const chosen = { ...draft, device_uuid: 'Bench 100' }
  mount(<DeviceStep draft={chosen} plan={{ ...plan, device: null }} devices={devices} />)
  const names = () =>
    page
      .getByRole('radio')
      .elements()
      .map((one) => one.getAttribute('aria-labelledby'))
  expect(names()).toHaveLength(9)
  await expect.element(page.getByRole('radio', { name: /^Bench 100/ })).toBeChecked()
  await page.getByRole('textbox', { name: 'Filter' }).fill('bench 15')
  await expect.poll(() => names().length).toBe(10)
  await page.getByRole('textbox', { name: 'Filter' }).fill('')
  await page.getByRole('button', { name: 'Show 191 more devices' }).click()
  await expect.poll(() => names().length).toBe(200)
})
