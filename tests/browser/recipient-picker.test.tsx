// Replace `fetch`: what is offered of the companies that the service names is tested.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { companyCalls } from '../../domain/calls/companies.ts'
import type { Recipients } from '../../domain/entities/notification.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { ComposePage } from '../../web/screens/notifications/ComposePage.tsx'
import { RecipientPicker } from '../../web/screens/notifications/RecipientPicker.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const nobody: Recipients = { profiles: [], companies: [], users: [] }
const other = '27f49e1c-5e1a-4810-90f1-311fa426b715'
let asked: string[] = []
/** Answers to the search of companies, in their order. */
let answers: (() => Response | Promise<Response>)[] = []

const found = () =>
  Response.json({
    ok: true,
    data: { data: [{ uuid: other, name: 'Borealis' }], pages: 1, total: 1, silent: [] },
  })
const failed = () =>
  Response.json({ ok: false, errors: [{ code: 'refused', message: 'no' }] }, { status: 409 })

beforeEach(async () => {
  asked = []
  await completeTexts('messages')
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const { pathname } = new URL(
      input instanceof Request ? input.url : String(input),
      location.href,
    )
    asked.push(pathname)
    const next = pathname === `/v3${companyCalls.search.path}` ? answers.shift() : null
    return Promise.resolve(
      next ? next() : Response.json({ ok: true, data: { data: [], pages: 1, total: 0 } }),
    )
  })
})
afterEach(() => {
  endSession({ stay: false })
  vi.restoreAllMocks()
})

const companies = () => page.getByRole('group', { name: 'Everyone in' }).first()

test('a message of the provider is addressed to any of its companies, which the service names', async () => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  answers = [() => held.then(found)]
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  const changed: Recipients[] = []
  mount(<RecipientPicker recipients={nobody} onChange={(next) => changed.push(next)} />)
  // Expect a list that is on its way to be none of nothing.
  await expect.element(companies().getByRole('progressbar')).toBeVisible()
  arrive()
  await companies().getByRole('checkbox', { name: 'Borealis' }).click()
  expect(changed).toEqual([{ ...nobody, companies: [other] }])
})

test('companies that could not be read are said, and asked for again', async () => {
  answers = [failed, found]
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  mount(<RecipientPicker recipients={nobody} onChange={() => undefined} />)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(companies().getByRole('checkbox', { name: 'Borealis' })).toBeVisible()
})

test('a laboratory is offered its own company, without a question', async () => {
  enterProven({ ...operatorAccount, permissions: ['notifications.create'] })
  mount(<RecipientPicker recipients={nobody} onChange={() => undefined} />)
  const name = operatorAccount.company_details.name
  await expect.element(companies().getByRole('checkbox', { name })).toBeVisible()
  expect(asked).not.toContain(`/v3${companyCalls.search.path}`)
})

test('a notification that lacks its words leads to them: they are below the recipients', async () => {
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  answers = [found]
  mount(<ComposePage record={null} again={() => undefined} />)
  await page.getByRole('button', { name: 'Save the draft' }).first().click()
  const title = page.getByRole('textbox', { name: /^Title/ }).first()
  await expect.element(title).toHaveFocus()
  await title.fill('Maintenance')
  await page.getByRole('button', { name: 'Save the draft' }).first().click()
  await expect.element(page.getByRole('textbox', { name: /^Message/ }).first()).toHaveFocus()
})
