import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { userCalls } from '../../domain/calls/users.ts'
import type { Swarm } from '../../domain/entities/swarm.ts'
import type { User } from '../../domain/entities/user.ts'
import { Fault } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import { SignInPart } from '../../web/entities/user/SignInPart.tsx'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { InviteListDialog } from '../../web/screens/users/InviteListDialog.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const profiles = [{ value: uuidOf(1), label: 'Operator' }]
const swarms = [{ uuid: uuidOf(2), name: 'Food safety' }] as Swarm[]
const sentTo = (row: unknown) => asked.mock.calls.filter(([one]) => one === row)

beforeEach(async () => {
  await page.viewport(1200, 900)
  for (const part of ['people', 'record', 'faults'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

test('[SCREEN-053] a list is judged line by line, and nobody is invited while a line has a problem', async () => {
  const closed = vi.fn()
  let verdict: () => Promise<object> = () =>
    Promise.reject(
      new Fault([{ code: 'taken', message: '', field: 'people.1.email', reason: 'email_taken' }]),
    )
  asked.mockImplementation((row: unknown) =>
    row === userCalls.checkMany ? verdict() : Promise.resolve({ created: 2, unsent: [] }),
  )
  mount(<InviteListDialog profiles={profiles} swarms={swarms} onClose={closed} />)
  const list = page.getByRole('textbox', { name: /^List of people/ })
  await page.getByRole('button', { name: 'Invite 0' }).click()
  await expect.element(list).toHaveAccessibleDescription(/Field is required/)
  const ada = 'Ada Byron,ada,ada@lab.example,,operator,Food safety'
  await list.fill(`${ada}\nBen,ben,no address,,Chief,`)
  const preview = page.getByRole('region', { name: 'Lines of the list' })
  await expect.element(preview.getByText('Choose another', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Invite 2' }).click()
  expect(asked).not.toHaveBeenCalled()
  const lines = `E-mail,User name,Name,Profile\nada@lab.example,ada,Ada,Operator\nben@lab.example,ben,Ben,Operator`
  await list.fill(lines)
  await expect.element(preview.getByText('ben@lab.example')).toBeVisible()
  await page.getByRole('button', { name: 'Invite 2' }).click()
  await expect.element(preview.getByText('This e-mail address is already in use.')).toBeVisible()
  expect(sentTo(userCalls.inviteMany)).toEqual([])
  verdict = () => Promise.resolve({ people: 2 })
  await list.fill(lines.replace('ben@', 'benjamin@'))
  await page.getByRole('button', { name: 'Invite 2' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  const [, parts] = sentTo(userCalls.inviteMany)[0] as [unknown, { body: { people: object[] } }]
  expect(parts.body.people).toEqual([
    { name: 'Ada', username: 'ada', email: 'ada@lab.example', profile_uuid: uuidOf(1), swarms: [] },
    {
      name: 'Ben',
      username: 'ben',
      email: 'benjamin@lab.example',
      profile_uuid: uuidOf(1),
      swarms: [],
    },
  ])
})

test('a list without user names has people sign in with their e-mail, each in the language of the list', async () => {
  asked.mockResolvedValue({ people: 2, created: 2, unsent: [] })
  mount(<InviteListDialog profiles={profiles} swarms={swarms} onClose={() => undefined} />)
  const list = page.getByRole('textbox', { name: /^List of people/ })
  await list.fill('Name;E-mail;Profile;Language\nAda;ada@lab.example;Operator;Klingon')
  await expect
    .element(page.getByText('Can be invited: 0. With a problem: 1.', { exact: false }))
    .toBeVisible()
  await list.fill(
    'Name;E-mail;Profile;Language\nAda;ada@lab.example;Operator;it\nBen;ben@lab.example;Operator;Deutsch',
  )
  const headings = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent)
  await expect
    .poll(headings)
    .toEqual(['Line', 'Name', 'User name', 'E-mail', 'Profile', 'Swarms', 'Language'])
  await page.getByRole('button', { name: 'Invite 2' }).click()
  await expect
    .poll(() => sentTo(userCalls.inviteMany).map(([, parts]) => parts.body.people))
    .toMatchObject([
      [
        { username: 'ada@lab.example', default_language: 'it' },
        { username: 'ben@lab.example', default_language: 'de' },
      ],
    ])
})

test('columns that are not read are named, what names nothing is shown as written, and a file of a spreadsheet keeps its letters', async () => {
  mount(<InviteListDialog profiles={profiles} swarms={swarms} onClose={() => undefined} />)
  const list = page.getByRole('textbox', { name: /^List of people/ })
  const preview = page.getByRole('region', { name: 'Lines of the list' })
  const head = 'Name;User name;E-Mail;Role;Swarm;Bench'
  await list.fill(`${head}\nAda;ada;ada@lab.example;Chief;Food safety;3`)
  await expect.element(preview.getByText('Chief', { exact: true })).toBeVisible()
  await expect.element(preview.getByText('Food safety')).toBeVisible()
  await expect
    .element(page.getByText('Columns with an unknown heading are not read: Bench'))
    .toBeVisible()
  // Write in Windows-1252, as spreadsheets in western Europe save a list.
  const text = `${head}\nJ\u00fcrg M\u00fcller;jm;jm@lab.example;Operator;;`
  const bytes = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  await userEvent.upload(page.getByLabelText('Read a file'), new File([bytes], 'people.csv'))
  await expect.element(preview.getByText('J\u00fcrg M\u00fcller')).toBeVisible()
})

test('[SCREEN-053] sessions and keys of a person are shown and ended from their panel', async () => {
  const session = {
    uuid: uuidOf(3),
    created_at: '2026-11-26T08:00:00.000Z',
    seen_at: '2026-11-26T09:00:00.000Z',
    ends_at: '2026-11-26T20:00:00.000Z',
    agent: 'Firefox on Windows',
    network: '192.0.2.x',
  }
  const key = {
    uuid: uuidOf(4),
    description: 'reads analyses',
    status: 'active',
    expires_at: '2027-01-01T00:00:00.000Z',
    last_used_at: null,
  }
  asked.mockImplementation((row: unknown) => {
    if (row === userCalls.signIns) {
      return Promise.resolve({
        seen_at: session.seen_at,
        failed: 0,
        two_step: true,
        invited: false,
        sessions: [session],
      })
    }
    return Promise.resolve(row === apiKeyCalls.ofUser ? { data: [key] } : { ended: 1 })
  })
  mount(<SignInPart user={{ uuid: uuidOf(5), name: 'Ada' } as User} isOwn={false} />)
  await expect.element(page.getByText('Firefox on Windows', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect.poll(() => sentTo(userCalls.endSessions).length).toBe(1)
  expect(sentTo(userCalls.endSessions)[0]?.[1]).toEqual({
    params: { id: uuidOf(5) },
    body: { session: uuidOf(3) },
  })
  await page.getByRole('button', { name: 'End key' }).click()
  await expect.poll(() => sentTo(userCalls.endKey).length).toBe(1)
  expect(sentTo(userCalls.endKey)[0]?.[1]).toMatchObject({ body: { key: uuidOf(4) } })
})
