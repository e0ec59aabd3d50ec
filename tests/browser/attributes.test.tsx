import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { contextAttributeCalls } from '../../domain/calls/context-attributes.ts'
import type { ContextAttribute } from '../../domain/entities/context-attribute.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { AttributeForm } from '../../web/screens/companies/attributes/AttributeForm.tsx'
import { LinksDialog } from '../../web/screens/companies/attributes/LinksDialog.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const flag: ContextAttribute = {
  uuid: 'a',
  created_at: '',
  updated_at: '2026-11-01T08:00:00.000Z',
  name: 'certificates',
  description: '',
  type: 'flag',
  values: ['on', 'off'],
  default: 'on',
  profiles: [{ profile: 'Operator', value: 'off' }],
  companies: [],
}
const companies = [
  { uuid: 'c1', name: 'Aurora' },
  { uuid: 'c2', name: 'Borealis' },
]
const sent = () => asked.mock.calls.at(-1) as [row: unknown, parts: { body?: object }]

beforeEach(async () => {
  await page.viewport(1200, 900)
  for (const part of ['company', 'people', 'record', 'faults'] as const) await completeTexts(part)
  asked.mockResolvedValue(flag)
})
afterEach(() => asked.mockReset())

test('[SCREEN-062] profiles and companies are linked each with its value, and what a flag of the product switches is said', async () => {
  const closed = vi.fn()
  const facts = { attribute: flag, onDone: vi.fn(), onClose: closed }
  mount(<LinksDialog of="profiles" {...facts} />)
  await expect
    .element(page.getByText('certificates cannot be used', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Operator' })).toHaveValue('value off')
  await page.getByRole('combobox', { name: 'Operator' }).selectOptions('Not linked')
  await page.getByRole('combobox', { name: 'Manager' }).selectOptions('Default: on')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(sent()[0]).toBe(contextAttributeCalls.manageProfile)
  expect(sent()[1].body).toEqual({
    profiles: [{ profile: 'Manager', value: null }],
    base: flag.updated_at,
  })
})

test('[SCREEN-062] a company is linked with one of the possible values', async () => {
  const closed = vi.fn()
  const facts = { attribute: flag, onDone: vi.fn(), onClose: closed }
  mount(<LinksDialog of="companies" companies={companies} {...facts} />)
  await page.getByRole('combobox', { name: 'Borealis' }).selectOptions('off')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(sent()[1].body).toEqual({
    companies: [{ company_uuid: 'c2', value: 'off' }],
    base: flag.updated_at,
  })
})

test('[SCREEN-062] an attribute is made with its type and possible values, one a line', async () => {
  mount(<AttributeForm attribute={null} onDone={vi.fn()} onClose={vi.fn()} />)
  await page.getByRole('textbox', { name: /^Name/ }).fill('plan')
  await page.getByRole('textbox', { name: /^Possible values/ }).fill('basic\n full \n\n')
  await page.getByRole('textbox', { name: /^Default/ }).fill('basic')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  expect(sent()[1].body).toMatchObject({
    name: 'plan',
    type: 'flag',
    values: ['basic', 'full'],
    default: 'basic',
  })
})
