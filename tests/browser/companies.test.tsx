// Replace `fetch`, whose answers are tested: no service runs beside these tests (tests/edge/companies.test.ts checks its own).
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Closing } from '../../domain/entities/closing.ts'
import type { Company } from '../../domain/entities/company.ts'
import type { VisitRequest } from '../../domain/entities/visit.ts'
import { keepSessionWith } from '../../web/client/call.ts'
import { StoreUse } from '../../web/entities/company/StoreUse.tsx'
import { CompaniesScreen } from '../../web/screens/companies/CompaniesScreen.tsx'
import { ReachSection } from '../../web/screens/companies/ReachSection.tsx'
import { useReachedBy } from '../../web/screens/companies/use-reached-by.ts'
import { VisitRequests } from '../../web/screens/companies/VisitRequests.tsx'
import { DevicesMap } from '../../web/screens/devices/map/DevicesMap.tsx'
import { PartnersScreen } from '../../web/screens/partners/PartnersScreen.tsx'
import { VisitDialog } from '../../web/shell/VisitDialog.tsx'
import { closeRecords, openRecords } from '../../web/state/records.ts'
import { account, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

/** Keep what reads a data address, which the answers of the tests replace. */
const realFetch = globalThis.fetch.bind(globalThis)
const stamp = '2026-03-01T10:00:00.000Z'
const company: Company = {
  uuid: '0b5c0000-0000-4000-8000-000000000001',
  created_at: stamp,
  updated_at: stamp,
  name: 'Lab of the North',
  address: 'Long street 1',
  city: 'Oslo',
  region: '',
  country: 'NO',
  zip_code: '0150',
  phone: '',
  vat: 'NO123',
  domain: '',
  support_contact: '',
  data_region: 'eu',
  isPartner: 'N',
  certificates_enabled: 'Y',
  developer: 'N',
  cfx96_enabled: 'N',
  four_eyes: 'N',
}
const partner = {
  uuid: '0b5c0000-0000-4000-8000-000000000002',
  name: 'Service of the North',
  underlings: [{ uuid: company.uuid, name: company.name }],
}
const entry = {
  seq: 7,
  op_id: 'op',
  at: '2026-04-02T08:00:00.000Z',
  actor: { uuid: partner.uuid, name: 'Sam Keller', via: 'provider' },
  action: 'company.edit',
  kind: 'company',
  uuid: company.uuid,
  reason: '',
  changes: [{ field: 'certificates_enabled', before: 'N', after: 'Y' }],
  previous: null,
  record_hash: null,
}

interface Sent {
  path: string
  company: string | null
  body: unknown
}
const closing: Closing = {
  uuid: '0b5c0000-0000-4000-8000-000000000003',
  created_at: stamp,
  updated_at: stamp,
  user_uuid: partner.uuid,
  user_name: 'Sam Keller',
  company_uuid: '0b5c0000-0000-4000-8000-000000000004',
  name: 'Lab of the South',
  people: 4,
  devices: 1,
  reason: 'contract ended',
  export_hash: null,
  erase_from: stamp,
  status: 'closed',
  ended: null,
  note: null,
}
let silent: (typeof partner)[] = []
let closings: Closing[] = []
let place: Company['geolocation'] = null
let permissions: string[] = []
let sent: Sent[] = []

const request: VisitRequest = {
  uuid: '0b5c0000-0000-4000-8000-000000000009',
  by: '0b5c0000-0000-4000-8000-000000000008',
  by_name: 'Sam Keller',
  from: { uuid: partner.uuid, name: partner.name },
  via: 'partner',
  reason: 'help with the first run',
  at: stamp,
  minutes: 60,
}

const granted: VisitRequest = {
  ...request,
  uuid: '0b5c0000-0000-4000-8000-00000000000a',
  by: '0b5c0000-0000-4000-8000-00000000000b',
  by_name: 'Ines Vogel',
  reason: 'calibration of the new device',
  answer: { granted: 'Y', by: request.by, by_name: 'Olga', at: new Date().toISOString() },
}

function answer(path: string): unknown {
  if (path.endsWith('/reached_by')) {
    const requests = [request, granted]
    return { provider: null, partner: null, visits: [], granted: 'Y', requests }
  }
  if (path.includes('/visit_terms/')) return { granted: 'Y', request: null }
  if (path.includes('/answer_visit/') || path.includes('/ask_visit/')) return request
  if (path.includes('/take_back_visit/')) return granted
  if (path.endsWith('/session/login')) return { ...operatorAccount, permissions }
  if (path.endsWith('/companies/search')) {
    const missing = silent.map(({ uuid, name }) => ({ uuid, name }))
    return {
      data: [{ ...company, geolocation: place }],
      pages: 1,
      total: 1 + silent.length,
      next: null,
      ...(missing.length > 0 && { silent: missing }),
    }
  }
  if (path.endsWith('/companies/figures')) {
    const store = { bytes: 72, limit_bytes: 100, share: 0.72, warning: true }
    const { uuid, name } = company
    const figures = { uuid, name, heard_at: new Date().toISOString(), devices: 12, store }
    return { data: [figures], pages: 1, total: 1 }
  }
  if (path.endsWith('/closings/search')) {
    return { data: closings, pages: 1, total: closings.length }
  }
  if (path.endsWith('/partners/search')) return { data: [partner], pages: 1, total: 1 }
  if (path.includes('/audit/record/')) return [entry]
  if (path.endsWith('/store_size')) {
    return { bytes: 2 ** 20, limit_bytes: 2 ** 30, share: 0.001, warning: false }
  }
  if (path.endsWith('/analysis/search')) return { data: [], pages: 1, total: 3 }
  if (path.endsWith('/products/search')) {
    const devices = [{ connected: '0' }, { connected: '10' }]
    return { data: devices, pages: 1, total: 2 }
  }
  if (path.endsWith('/certificates/status')) return [{ status: 'Waiting', count: 4 }]
  return company
}

beforeEach(() => {
  sent = []
  closings = []
  place = null
  silent = []
  keepSessionWith({ refresh: async () => false, who: () => account.peek()?.uuid ?? null })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    const text = await request.text()
    const body = text ? JSON.parse(text) : null
    sent.push({ path, company: request.headers.get('X-Company'), body })
    return Response.json({ ok: true, data: answer(path) })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', location.pathname)
})

test('[SCREEN-049] [ROUTE-008] the provider reads of a company who switched what, from its own trail, and how full it is', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.edit', 'companies.details']
  await signIn('olga', 'a secret')
  mount(<CompaniesScreen />)
  await page.getByText('Lab of the North').first().click()
  const panel = page.getByRole('complementary', { name: 'Lab of the North' })
  await expect.element(panel.getByText('Changed by Sam Keller', { exact: false })).toBeVisible()
  await expect.element(panel.getByText('1 of 1,024 MB used')).toBeVisible()
  const asked = sent.filter(({ path }) => path.includes('/audit/') || path.includes('store_size'))
  expect(asked.map((one) => one.company)).toEqual([company.uuid, company.uuid])
  await expect
    .element(panel.getByRole('button', { name: 'Close company' }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('issue 21: companies that do not answer are named, and the others are shown with what their stores reported', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.reach']
  silent = [partner]
  await signIn('olga', 'a secret')
  mount(<CompaniesScreen />)
  const notice = page.getByRole('status').filter({ hasText: '1 company does not answer now' })
  await expect.element(notice.getByText(/Service of the North/)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: company.name })
  await expect.poll(() => row.element().textContent).toMatch(/12.*72\s?%/)
  await expect.element(page.getByText(/^Devices and storage are as each company/)).toBeVisible()
  silent = []
  await notice.getByRole('button', { name: 'Ask again' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  // Expect no second reading of all pages, for which companies that do not answer are no reason.
  expect(sent.filter(({ path }) => path.endsWith('/companies/search'))).toHaveLength(2)
})

/** Read the colour in the middle of an element as it is drawn. */
async function colourInside(element: Element): Promise<number[]> {
  const png = await page.screenshot({ element, base64: true, save: false })
  const picture = await createImageBitmap(
    await (await realFetch(`data:image/png;base64,${png}`)).blob(),
  )
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  pen?.drawImage(picture, 0, 0)
  return [...(pen?.getImageData(picture.width >> 1, picture.height >> 1, 1, 1).data ?? [])].slice(
    0,
    3,
  )
}

test('A27-80: the map says how many devices another company has', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.reach']
  place = { latitude: 59.9, longitude: 10.7 }
  await signIn('olga', 'a secret')
  await openRecords(operatorAccount, () => {})
  onTestFinished(() => closeRecords())
  mount(<DevicesMap devices={[]} address={{ search: new URLSearchParams(), change: () => {} }} />)
  const list = page.getByRole('list', { name: 'Where the devices are' })
  await expect.element(list.getByText(/Oslo.*12 devices/)).toBeVisible()
})

test('A27-81: the bar of the storage is drawn in the colours of the theme', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.details']
  await signIn('olga', 'a secret')
  document.documentElement.dataset['theme'] = 'dark-room'
  mount(<StoreUse company={company} isOwn />)
  await expect.element(page.getByRole('meter')).toBeVisible()
  const bar = page.getByRole('meter').element()
  expect(getComputedStyle(bar).appearance).toBe('none')
  // Expect an empty groove to be as dark as what is sunken in this theme.
  const groove = await colourInside(bar)
  expect(Math.max(...groove)).toBeLessThan(16)
  delete document.documentElement.dataset['theme']
})

test('a company is closed only with its name typed once more and a reason', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.delete']
  await signIn('olga', 'a secret')
  mount(<CompaniesScreen />)
  await page.getByText('Lab of the North').first().click()
  const panel = page.getByRole('complementary', { name: 'Lab of the North' })
  await panel.getByRole('button', { name: 'Close company' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/^Type the name/).fill('Lab of the')
  await dialog.getByRole('button', { name: 'Close company' }).click()
  await expect.element(dialog.getByText('This is not the name.')).toBeVisible()
  expect(sent.some(({ path }) => path.includes('/companies/delete'))).toBe(false)
  await dialog.getByLabelText(/^Type the name/).fill(company.name)
  await dialog.getByLabelText(/^Reason/).fill('contract ended')
  await dialog.getByRole('button', { name: 'Close company' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.find(({ path }) => path.includes('/companies/delete'))?.body).toEqual({
    confirm: company.name,
    reason: 'contract ended',
  })
})

test('[SCREEN-050] [ROUTE-009] a partner sees its underlings with devices, runs and certificates, each asked there', async () => {
  permissions = ['partners.search', 'products.search', 'analysis.search', 'certificates.search']
  await signIn('olga', 'a secret')
  mount(<PartnersScreen />)
  await page.getByText('Service of the North').first().click()
  const panel = page.getByRole('complementary', { name: 'Service of the North' })
  await expect
    .element(
      panel.getByText('devices 2, offline 1 · running 3 · incomplete 3 · certificates waiting 4'),
    )
    .toBeVisible()
  const there = sent.filter((one) => /analysis|products|certificates/.test(one.path))
  expect(new Set(there.map((one) => one.company))).toEqual(new Set([company.uuid]))
  await expect
    .element(panel.getByRole('button', { name: 'End partnership' }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('button', { name: 'Make partner' })).toBeVisible()
})

test('a visitor asks a company that grants visits, unless it is an emergency', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.edit', 'companies.details']
  await signIn('olga', 'a secret')
  mount(<VisitDialog asked={{ company: { uuid: company.uuid, name: company.name } }} />)
  const visit = page.getByRole('alertdialog', { name: 'Act in another company' })
  await expect.element(visit.getByText(/^Lab of the North grants visits/)).toBeVisible()
  await visit.getByRole('checkbox', { name: /^Emergency/ }).click()
  await expect.element(visit.getByRole('button', { name: 'Start the visit' })).toBeVisible()
  await visit.getByRole('checkbox', { name: /^Emergency/ }).click()
  await visit.getByLabelText(/^Reason/).fill('help with the first run')
  await visit.getByRole('button', { name: 'Ask for the visit' }).click()
  await expect
    .poll(() => sent.find(({ path }) => path.includes('/ask_visit/'))?.body)
    .toEqual({ reason: 'help with the first run', minutes: 60 })
})

const changedAt = signal(company.updated_at)
/** Show both parts of the page that have visits, of a company that is changed meanwhile. */
function Visits() {
  useSignals()
  const own = { ...company, updated_at: changedAt.value }
  const reach = useReachedBy(own)
  return (
    <>
      <VisitRequests reach={reach} />
      <ReachSection company={own} reach={reach} />
    </>
  )
}
const asked = () => sent.filter(({ path }) => path.endsWith('/reached_by')).length

test('a request for a visit is listed with its reason, and granted by who may', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.edit', 'companies.details']
  await signIn('olga', 'a secret')
  mount(<Visits />)
  await expect.element(page.getByText('“help with the first run”')).toBeVisible()
  expect(asked()).toBe(1)
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith(`/answer_visit/${request.uuid}`))?.body)
    .toEqual({ granted: 'Y' })
  // Expect one question for both parts: the grant is listed below as soon as it is given.
  await expect.poll(asked).toBe(2)
})

test('a grant that was not used is listed with its end, and taken back with a reason', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.edit', 'companies.details']
  await signIn('olga', 'a secret')
  mount(<Visits />)
  await expect.element(page.getByText(/granted by Olga, to start before/)).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take back the grant of Ines Vogel?' })
  await dialog.getByLabelText(/^Reason/).fill('audit week')
  // Expect a change of the company by somebody else to be asked for, while what was typed stays.
  const before = asked()
  changedAt.value = new Date().toISOString()
  await expect.poll(asked).toBe(before + 1)
  await expect.element(dialog.getByLabelText(/^Reason/)).toHaveValue('audit week')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect
    .poll(() => sent.find(({ path }) => path.endsWith(`/take_back_visit/${granted.uuid}`))?.body)
    .toEqual({ reason: 'audit week' })
})

test('twelfth look R12-8: one administrator asks to erase a company, and another one erases it', async () => {
  permissions = ['companies.menu', 'companies.search', 'companies.delete']
  await signIn('olga', 'a secret')
  const own = account.peek()?.uuid ?? ''
  const at = '2026-04-02T08:00:00.000Z'
  const asked = { at, reason: 'contract ended' }
  closings = [
    closing,
    {
      ...closing,
      uuid: crypto.randomUUID(),
      name: 'Own',
      erasure: { ...asked, by: own, by_name: 'Olga' },
    },
    {
      ...closing,
      uuid: crypto.randomUUID(),
      name: 'Other',
      erasure: { ...asked, by: partner.uuid, by_name: 'Sam Keller' },
    },
  ]
  mount(<CompaniesScreen />)
  await page.getByText('Closed companies (3)').click()
  await expect.element(page.getByText('Olga asked to erase it,', { exact: false })).toBeVisible()
  const erase = page.getByRole('button', { name: 'Erase', exact: true })
  // Leave one's own request to somebody else to carry out; both may be taken back.
  await expect.element(erase.nth(0)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(erase.nth(1)).not.toHaveAttribute('aria-disabled')
  expect(page.getByRole('button', { name: 'Withdraw request' }).elements()).toHaveLength(2)
  await page.getByRole('button', { name: 'Ask to erase' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Another administrator', { exact: false })).toBeVisible()
  await dialog.getByLabelText(/^Type the name/).fill(closing.name)
  await dialog.getByLabelText(/^Reason/).fill('contract ended')
  await dialog.getByRole('button', { name: 'Ask to erase' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.some(({ path }) => path.endsWith(`/ask_erasure/${closing.uuid}`))).toBe(true)
  expect(sent.some(({ path }) => path.includes('/closings/erase'))).toBe(false)
})
