// Replace the service: check the requests of the dialog and its use of the answers.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { faultText } from '../../web/i18n/faults.ts'
import { CertifyDialog } from '../../web/screens/analyses/detail/review/CertifyDialog.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
const missing = vi.hoisted(() => new Set<string>())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => ({
  ...(await load<object>()),
  may: (permission: string) => !missing.has(permission),
}))
afterEach(() => {
  asked.mockReset()
  missing.clear()
})

const record = { uuid: 'run', name: 'Monday run', samples: [] } as unknown as Analysis

interface Asked {
  path: string
  body: Record<string, unknown>
}

/** Play the service, and record its calls except lists, in order. */
function serve(listed: object[] = [], refuse: (path: string) => Fault | null = () => null) {
  const orders: Asked[] = []
  asked.mockImplementation(async ({ path }: { path: string }, parts: { body: Asked['body'] }) => {
    if (path.endsWith('/search')) return { data: listed, pages: 1, total: listed.length }
    orders.push({ path, body: parts.body })
    const fault = refuse(path)
    if (fault) throw fault
    const status = path.includes('/request/') ? 'Waiting' : 'Pending'
    return { uuid: 'made', name: 'Monday run', status }
  })
  return orders
}
const dialog = () => page.getByRole('alertdialog', { name: 'Request a certificate' })
const press = (name: string) => dialog().getByRole('button', { name }).click()

test('it is asked for with a note and handed to the reviewers, and the way to it is shown', async () => {
  const orders = serve()
  mount(<CertifyDialog record={record} onClose={() => undefined} />)
  await dialog().getByLabelText('Note').fill('for the county')
  await press('Request')
  await expect.element(page.getByText(/waits for a reviewer/)).toBeVisible()
  const link = page.getByRole('link', { name: 'Open the certificate' })
  await expect.element(link).toHaveAttribute('href', '/certificates/made')
  expect(orders.map(({ path }) => path)).toEqual([
    '/certificates/create',
    '/certificates/request/:id',
  ])
  expect(orders[0]?.body).toMatchObject({ analysis_uuid: 'run', note: 'for the county' })
})

test('one that is there already is shown in its place', async () => {
  const orders = serve([{ uuid: 'old', name: 'Monday run', status: 'Issued' }])
  mount(<CertifyDialog record={record} onClose={() => undefined} />)
  await expect.element(page.getByText(/has been issued/)).toBeVisible()
  const link = page.getByRole('link', { name: 'Open the certificate' })
  await expect.element(link).toHaveAttribute('href', '/certificates/old')
  expect(orders).toEqual([])
})

test('nothing can be written until it is known whether one is there', async () => {
  serve()
  const found = Promise.withResolvers<object>()
  asked.mockReturnValueOnce(found.promise)
  mount(<CertifyDialog record={record} onClose={() => undefined} />)
  await expect.element(page.getByRole('dialog').getByText('Loading…')).toBeVisible()
  expect(page.getByLabelText('Note').query()).toBeNull()
  found.resolve({ data: [], pages: 0, total: 0 })
  await expect.element(dialog().getByLabelText('Note')).toBeVisible()
})

test('[ERR-038] a request that fails says so, why, and keeps the note', async () => {
  serve([], (path) => (path.includes('/request/') ? new Fault('network', 'Gone') : null))
  mount(<CertifyDialog record={record} onClose={() => undefined} />)
  await dialog().getByLabelText('Note').fill('for the county')
  await press('Request')
  const told = dialog().getByRole('alert')
  await expect.element(told.getByText('Error in COA request')).toBeVisible()
  await expect.element(told.getByText(faultText({ code: 'network' }))).toBeVisible()
  await expect.element(dialog().getByLabelText('Note')).toHaveValue('for the county')
})

test('a certificate is not made again when handing it over failed', async () => {
  let isDown = true
  const orders = serve([], (path) =>
    path.includes('/request/') && isDown ? new Fault('internal', 'Down') : null,
  )
  mount(<CertifyDialog record={record} onClose={() => undefined} />)
  await press('Request')
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  isDown = false
  await press('Request')
  await expect.element(page.getByText(/waits for a reviewer/)).toBeVisible()
  expect(orders.filter(({ path }) => path === '/certificates/create')).toHaveLength(1)
})

test('a refusal is said in words', async () => {
  serve([], () => new Fault('refused', 'No', { reason: 'corrected_already' }))
  mount(<CertifyDialog record={record} onClose={() => undefined} />)
  await press('Request')
  await expect.element(dialog().getByText(/There is a later version/)).toBeVisible()
})

test('a person who may not hand it over prepares it and reads why', async () => {
  missing.add('certificates.send_coa_request')
  const orders = serve()
  mount(<CertifyDialog record={record} onClose={() => undefined} />)
  await expect.element(dialog().getByText(/someone else sends them/)).toBeVisible()
  await press('Prepare')
  await expect.element(page.getByText(/not sent to the reviewers yet/)).toBeVisible()
  expect(orders.map(({ path }) => path)).toEqual(['/certificates/create'])
})
