// Replace the client: check what the pages show of a founding; tests/edge/foundings.test.ts checks the service.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { closingCalls } from '../../domain/calls/closings.ts'
import { foundingCalls } from '../../domain/calls/foundings.ts'
import { Fault } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { CompaniesScreen } from '../../web/screens/companies/CompaniesScreen.tsx'
import { FoundingScreen } from '../../web/screens/companies/founding/FoundingScreen.tsx'
import { ProviderWork } from '../../web/screens/home/ProviderWork.tsx'
import { listLeftBehind } from '../../web/state/left-behind.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const at = '2026-11-30T08:00:00.000Z'
const founding = {
  uuid: uuidOf(1),
  company_uuid: uuidOf(2),
  name: 'Borealis Labs',
  user_name: 'Sam Keller',
  created_at: at,
  updated_at: at,
  status: 'open',
  done: [{ step: 'company', by: uuidOf(3), by_name: 'Sam Keller', at }],
  administrator: null,
  swarms: [],
  devices: [],
  claimed: [],
  waiting: [],
  method: null,
  test: null,
}
const closing = {
  uuid: uuidOf(4),
  company_uuid: founding.company_uuid,
  name: 'Borealis Labs',
  user_name: 'Sam Keller',
  created_at: at,
  erase_from: at,
  reason: 'Contract ended',
  status: 'closed',
  ended: null,
}
const list = (data: unknown[]) => ({ data, pages: 1, total: data.length })

let closings: unknown[] = []
beforeEach(async () => {
  for (const part of ['company', 'people', 'home', 'record', 'faults'] as const)
    await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  closings = []
  asked.mockImplementation(async (row: object) => {
    if (row === foundingCalls.search) return list([founding])
    if (row === foundingCalls.get) return founding
    if (row === closingCalls.search) return list(closings)
    if (row === foundingCalls.edit) {
      const field = 'administrator.name'
      throw new Fault('invalid', 'required', { field, reason: 'required' })
    }
    return { ...list([]), options: {} }
  })
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

test('a founding is offered to go on with until its company is closed', async () => {
  const before = mount(<CompaniesScreen />)
  await expect.element(page.getByRole('link', { name: /Borealis Labs/ })).toBeVisible()
  before.remove()
  closings = [closing]
  mount(
    <>
      <CompaniesScreen />
      <ProviderWork />
    </>,
  )
  await expect.element(page.getByText('Closed companies (1)')).toBeVisible()
  await expect.element(page.getByText('Nothing is waiting', { exact: false })).toBeVisible()
  expect(page.getByRole('link', { name: /Borealis Labs/ }).elements()).toEqual([])
})

test('what is missing of the first administrator is said at its field, which has the focus', async () => {
  mount(<FoundingScreen params={{ uuid: founding.uuid }} />)
  await page.getByLabelText(/^User name/).fill('bo')
  await page.getByRole('button', { name: 'Invite' }).click()
  const name = page.getByLabelText(/^Full name/)
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(name).toHaveFocus()
  await expect.element(page.getByLabelText(/^User name/)).not.toHaveAttribute('aria-invalid')
})

test('A26-20: what was typed for a step of a founding is there again after another step', async () => {
  mount(<FoundingScreen params={{ uuid: founding.uuid }} />)
  const name = page.getByLabelText(/^User name/)
  const left = () => listLeftBehind(new URL('/elsewhere', location.href))
  await expect.element(name).toBeVisible()
  expect(left()).toEqual([])
  await name.fill('bo')
  await page.getByRole('button', { name: /Swarms$/ }).click()
  await expect.element(name).not.toBeInTheDocument()
  await expect.poll(left).toEqual(['Borealis Labs'])
  await page.getByRole('button', { name: /First administrator$/ }).click()
  await expect.element(name).toHaveValue('bo')
})

test('A28-77: the language of the first administrator is sent as it is shown, and the next step has the focus', async () => {
  const sent: unknown[] = []
  const before = asked.getMockImplementation()!
  const base = { ...founding, done: [...founding.done] }
  asked.mockImplementation(async (row: object, parts: { body: object }) => {
    if (row === foundingCalls.edit) {
      sent.push(parts.body)
      return { ...base, ...parts.body, updated_at: '2026-11-30T08:00:01.000Z' }
    }
    if (row !== foundingCalls.step) return before(row, parts)
    const done = [...base.done, { step: 'administrator', by: uuidOf(3), by_name: 'Sam Keller', at }]
    return { ...base, done, updated_at: '2026-11-30T08:00:02.000Z' }
  })
  mount(<FoundingScreen params={{ uuid: founding.uuid }} />)
  await page.getByLabelText(/^Full name/).fill('Nadia Haddad')
  await page.getByLabelText(/^User name/).fill('nadia')
  await page.getByLabelText(/^E-mail/).fill('nadia@borealis.example')
  await expect.element(page.getByLabelText(/^Language/)).toHaveValue('en')
  await page.getByLabelText(/^Language/).selectOptions('ar')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect.element(page.getByLabelText(/^Swarms, one per line/)).toHaveFocus()
  expect(sent).toMatchObject([{ administrator: { name: 'Nadia Haddad', default_language: 'ar' } }])
  // Ask for nothing any more where the step is done.
  await page.getByRole('button', { name: /First administrator$/ }).click()
  await expect
    .element(page.getByLabelText('Full name', { exact: true }))
    .toHaveAttribute('readonly')
})
