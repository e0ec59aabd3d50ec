import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { handOverCalls, type OpenWork } from '../../domain/calls/hand-over.ts'
import type { User } from '../../domain/entities/user.ts'
import { permissions } from '../../domain/permissions.ts'
import { OpenWorkPart } from '../../web/entities/user/OpenWorkPart.tsx'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const leaver = { uuid: uuidOf(1), name: 'Ivo Neri', active: 'N' } as User
const people = [leaver, { uuid: uuidOf(2), name: 'Mara Conti', active: 'Y' }]

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => people,
}))

const work = (last: number, more: Partial<OpenWork>): OpenWork => ({
  kind: 'analysis',
  uuid: uuidOf(last),
  name: `Work ${last}`,
  state: 'plan',
  updated_at: '2026-11-27T05:00:00.000Z',
  refusal: null,
  ...more,
})

beforeEach(async () => {
  await page.viewport(1200, 900)
  for (const part of ['people', 'record', 'faults'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

test('[SCREEN-053] open work goes to the person who may have it; the reason is beside what they may not', async () => {
  asked.mockImplementation((row: unknown, given: { query?: { to?: string } }) => {
    if (row === handOverCalls.handOver) return Promise.resolve({ handed: 1 })
    const refusal = given.query?.to === undefined ? null : { reason: 'keeper_swarm' as const }
    const works = [
      work(3, {}),
      work(4, { kind: 'recipe', state: 'review', refusal }),
      work(5, { kind: 'notification', state: 'waiting' }),
    ]
    return Promise.resolve({ works, hidden: 2 })
  })
  mount(<OpenWorkPart user={leaver} />)
  const part = page.getByRole('region', { name: 'Open work' })
  await expect.element(part.getByText('Recipe, in review')).toBeVisible()
  await expect.element(part.getByText('2 more are in swarms', { exact: false })).toBeVisible()
  const give = part.getByRole('button', { name: 'Hand over 3' })
  await expect.element(give).toHaveAccessibleDescription(/Choose who continues the work/)
  await part.getByLabelText('Hand over to').selectOptions('Mara Conti')
  const refused = part.getByRole('checkbox', { name: /Work 4/ })
  await expect.element(refused).toBeDisabled()
  await expect.element(refused).toHaveAccessibleDescription(/not in the swarm/)
  await part.getByRole('checkbox', { name: /Work 5/ }).click()
  await part.getByRole('button', { name: 'Hand over 1' }).click()
  await vi.waitFor(() => {
    const sent = asked.mock.calls.find(([row]) => row === handOverCalls.handOver)
    expect(sent?.[1]).toEqual({
      params: { id: uuidOf(1) },
      body: { to: uuidOf(2), works: [{ kind: 'analysis', uuid: uuidOf(3) }] },
    })
  })
})

test('where nothing is left open a dialog says so, and the panel shows nothing', async () => {
  asked.mockResolvedValue({ works: [], hidden: 0 })
  mount(<OpenWorkPart user={leaver} always />)
  await expect.element(page.getByText('Ivo Neri has no open work.')).toBeVisible()
})
