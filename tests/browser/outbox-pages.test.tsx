// Replace the service: check which page is requested.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { OutboxScreen } from '../../web/screens/developer/OutboxScreen.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const before = location.href
afterEach(() => {
  history.replaceState(null, '', before)
  asked.mockReset()
})

/** Answer the mails of a page, as the service gives them. */
function answer(_row: unknown, { query }: { query: { limit: string; page: string } }) {
  const [limit, at] = [Number(query.limit), Number(query.page)]
  const data = Array.from({ length: Math.min(limit, 45 - limit * (at - 1)) }, (_, index) => ({
    uuid: `${at} ${index}`,
    subject: `Mail ${limit * (at - 1) + index + 1}`,
    recipient: 'olga@aurora.example',
    text: '',
    state: 'sent',
    error: '',
    created_at: '2026-11-20T10:00:00.000Z',
  }))
  return Promise.resolve({ data, pages: Math.ceil(45 / limit), total: 45 })
}

test('[CONST-044] [CONST-042] the outbox is asked for page by page, ten mails or as many as are chosen', async () => {
  asked.mockImplementation(answer)
  mount(<OutboxScreen />)
  const queries = () => asked.mock.calls.map(([, parts]) => (parts as { query: object }).query)
  await expect.element(page.getByText('Mail 10', { exact: true })).toBeVisible()
  expect(queries()).toEqual([{ limit: '10', page: '1' }])
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('Mail 11', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('25')
  await expect.element(page.getByText('Mail 25', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('Mail 45', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Mail 25', { exact: true })).not.toBeInTheDocument()
  expect(queries().at(-1)).toEqual({ limit: '25', page: '2' })
  // Expect the choice in the address: a link or a reload shows the same.
  expect(new URLSearchParams(location.search).get('rows')).toBe('25')
  expect(new URLSearchParams(location.search).get('page')).toBe('2')
})
