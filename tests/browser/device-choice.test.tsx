// Replace the records of this machine: check what the choice of a device says of its calibration.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Device } from '../../domain/entities/device.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { DeviceChoice } from '../../web/screens/analyses/wizard/DeviceChoice.tsx'
import { enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const known = vi.hoisted(() => ({ records: {} as Record<string, object[]> }))
vi.mock('../../web/state/use-records.ts', () => ({
  useRecords: ({ kind }: { kind: string }) => known.records[kind] ?? [],
}))

const now = new Date().toISOString()
const device = (config: Device['config']) =>
  ({
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'Cube one',
    deviceType: 'bcube',
    bkernel_version: '9.9.9',
    cartridge_type: 'Wells9',
    config: { 'calibration.last_at': now, ...config },
    status: '{"srv_status":0}',
    connected: '10',
    busy: 'N',
    active: 'Y',
    analysis_uuid: null,
  }) as unknown as Device
const signed = {
  'calibration.thermal.uuid': '00000000-0000-4000-8000-000000000002',
  'calibration.thermal.until': '2099-01-01T00:00:00.000Z',
}

beforeEach(async () => {
  await completeTexts('plan')
  enterProven(operatorAccount)
})

test('the choice of a device says whose word its calibration is', () => {
  const say = (required: 'Y' | 'N', config: Device['config']) => {
    const company = { uuid: operatorAccount.company_uuid, calibration_required: required }
    known.records = { company: [company] }
    return mount(<DeviceChoice device={device(config)} chosen={false} refusal={null} />)
  }
  expect(say('N', signed).textContent).toMatch(/calibrated today(?!, as the device says)/)
  expect(say('N', {}).textContent).toContain('calibrated today, as the device says')
  expect(say('Y', signed).textContent).toMatch(/calibrated today(?!, as the device says)/)
  const missing = say('Y', {}).textContent
  expect(missing).not.toContain('calibrated today')
  expect(missing).toMatch(/calibrat/)
})

test('A29-95: no line of the facts of a device ends or begins with the point between them', () => {
  known.records = {}
  const drawn = mount(<DeviceChoice device={device(signed)} chosen={false} refusal={null} />)
  drawn.style.inlineSize = '260px'
  const list = drawn.querySelector('ul') as HTMLElement
  const start = list.getBoundingClientRect().left
  const facts = [...list.children].map((one) => ({
    top: one.getBoundingClientRect().top,
    left: one.getBoundingClientRect().left,
    words: one.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(one).paddingLeft),
    behind: getComputedStyle(one, '::after').content,
  }))
  const lines = Map.groupBy(facts, ({ top }) => top)
  expect(lines.size).toBeGreaterThan(1)
  for (const [first, ...others] of lines.values()) {
    // Find the words where the line begins, and the point before them in the part that is cut off.
    expect(first?.words).toBeCloseTo(start, 0)
    expect(first?.left).toBeLessThan(start - 8)
    for (const { left } of others) expect(left).toBeGreaterThan(start)
  }
  expect(facts.map(({ behind }) => behind)).toEqual(facts.map(() => 'none'))
  expect(getComputedStyle(list).clipPath).toContain('inset')
})
