import { createElement } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CallFacts } from '../../domain/call.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import { permissions } from '../../domain/permissions.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const stamp = new Date().toISOString()
const there = '0b5c0000-0000-4000-8000-0000000000aa'
const visit = {
  user: operatorAccount.uuid,
  visit: {
    uuid: '0b5c0000-0000-4000-8000-0000000000bb',
    by: operatorAccount.uuid,
    by_name: operatorAccount.name,
    from: { uuid: operatorAccount.company_uuid, name: 'Home' },
    via: 'partner',
    reason: 'help with a run',
    at: stamp,
    until: new Date(Date.now() + 3_600_000).toISOString(),
    ended_at: null,
  },
  company: { uuid: there, name: 'Lab of the North', data_region: 'eu' },
  permissions: ['analysis.search'],
  swarms: [],
  four_eyes: true,
} as const

/** Read the visit, as the load of a page does once. */
const load = () => import('../../web/client/visiting.ts')

let visiting: Awaited<ReturnType<typeof load>>
/** The storage of the browser as another page sees it. */
let outside: Storage

beforeAll(async () => {
  localStorage.setItem('draft-of-home', 'kept at home')
  sessionStorage.setItem('visit', JSON.stringify(visit))
  visiting = await load()
  const frame = document.createElement('iframe')
  document.body.append(frame)
  outside = frame.contentWindow?.localStorage as Storage
})
afterAll(() => {
  sessionStorage.clear()
  outside.removeItem('draft-of-home')
  outside.removeItem('theme')
})

test('data that pages write during a visit does not reach the machine, and nothing of home is shown', () => {
  expect(localStorage.getItem('draft-of-home')).toBeNull()
  localStorage.setItem('draft-x', 'a sample of theirs')
  expect(localStorage.getItem('draft-x')).toBe('a sample of theirs')
  expect(outside.getItem('draft-x')).toBeNull()
  localStorage.removeItem('draft-of-home')
  expect(outside.getItem('draft-of-home')).toBe('kept at home')
  localStorage.setItem('theme', 'dark')
  expect(outside.getItem('theme')).toBe('dark')
})

test('the account of the pages is the visitor with what they may there, and nobody else', () => {
  const { asVisitor } = visiting
  expect(asVisitor(operatorAccount)).toMatchObject({
    uuid: operatorAccount.uuid,
    company_uuid: there,
    permissions: ['analysis.search'],
    company_details: { name: 'Lab of the North', four_eyes: 'Y' },
  })
  const other = { ...operatorAccount, uuid: '0b5c0000-0000-4000-8000-0000000000cc' }
  expect(asVisitor(other)).toEqual(other)
})

test('calls are made there, but those about the visitor, and those of somebody else, at home', () => {
  const { visitOf } = visiting
  expect(visitOf(companyCalls.search, visit.user)?.company.uuid).toBe(there)
  expect(visitOf(sessionCalls.me, visit.user)).toBeNull()
  expect(visitOf(companyCalls.search, 'somebody else')).toBeNull()
})

test('ninth attack A9-5: what is for the people of the company says so before it is pressed', async () => {
  const { whyNotAway } = await import('../../web/record/rights.ts')
  const search: Pick<CallFacts, 'needs' | 'reach'> = analysisCalls.search
  expect(whyNotAway(search)).toBeNull()
  expect(whyNotAway(analysisCalls.validate)).toBe('This can only be done in your own company.')
})

test('ninth attack A9-5: runs, signatures and commands to devices say so as well', async () => {
  const { account } = await import('../../web/state/session.ts')
  const { deviceActs, refuseAct } = await import('../../web/screens/devices/device-acts.ts')
  const { useRefusal } = await import('../../web/screens/analyses/detail/use-refusal.ts')
  const helper = { ...operatorAccount, permissions: [...permissions] }
  vi.spyOn(account, 'value', 'get').mockReturnValue(helper)
  const device = { deviceType: 'bgate', analysis_uuid: null, busy: 'N' } as Device
  const said = new Set(deviceActs.map((act) => refuseAct(act, device)))
  const record = { uuid: there, updated_at: stamp, hands: [], results: [{}] } as unknown as Analysis
  const Probe = () => {
    const ended = useRefusal({ ...record, status: 'COMPLETE' }, { withoutService: true })
    const running = useRefusal({ ...record, status: 'RUNNING' }, { withoutService: true })
    for (const action of ['validate', 'reviewSamples'] as const) said.add(ended(action))
    for (const action of ['abort', 'skip', 'extend'] as const) said.add(running(action))
    return null
  }
  mount(createElement(Probe))
  expect([...said]).toEqual(['This can only be done in your own company.'])
  vi.restoreAllMocks()
})

test('ninth attack A9-18: the end of a visit hands on how many changes were not sent', async () => {
  const { waitingCount } = await import('../../web/state/outbox.ts')
  const { paths } = await import('../../web/paths.ts')
  const { endVisit } = await import('../../web/state/visit.ts')
  vi.spyOn(waitingCount, 'peek').mockReturnValue(3)
  // Stay on this page, where the app would load again.
  vi.spyOn(paths, 'home').mockReturnValue('#home')
  await endVisit({ tell: false })
  expect([visiting.takeUnsent(), visiting.takeUnsent()]).toEqual([3, 0])
  vi.restoreAllMocks()
})
