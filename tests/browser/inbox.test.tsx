// No service runs beside these tests: `fetch` is replaced by one that keeps what was read.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aboutCalls } from '../../domain/calls/about.ts'
import { call, keepSessionWith } from '../../web/client/call.ts'
import { dropAnswers } from '../../web/client/kept-answers.ts'
import { MessageTray } from '../../web/shell/MessageTray.tsx'
import { followInbox, forgetInbox, refreshInbox } from '../../web/state/inbox.ts'
import { noteAnswer } from '../../web/state/mode.ts'
import { account, endSession, refreshSession, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const recall = crypto.randomUUID()
const [olga, marco] = ['olga', 'marco'].map((username) => ({
  ...operatorAccount,
  uuid: crypto.randomUUID(),
  username,
  permissions: ['results.search'],
})) as [typeof operatorAccount, typeof operatorAccount]
const dayMs = 86_400_000

/** Messages of the service by account, and when each was read. */
let kept: Map<string, { uuid: string; title: string; read_at: string | null; days: number }[]>
let isOnline = true
let asked: string[] = []

const answer = (data: unknown) => Response.json({ ok: true, data })

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('/session/login')) {
    const { username } = (await request.json()) as { username: string }
    return answer(username === 'olga' ? olga : marco)
  }
  asked.push(pathname)
  if (!isOnline) throw new TypeError('Failed to fetch')
  const mine = kept.get(request.headers.get('X-Account') ?? '') ?? []
  if (pathname.includes('/notifications/read/')) {
    const found = mine.find(({ uuid }) => pathname.endsWith(uuid))
    if (found) found.read_at ??= new Date().toISOString()
    return answer(found ?? null)
  }
  const data = mine.map(({ days, ...one }) => ({
    ...one,
    notification_uuid: recall,
    subtitle: '',
    subject: '',
    short_message: '',
    message: `Words of ${one.title}`,
    sender: 'Anna Keller',
    about: { kind: 'recall', uuid: recall },
    created_at: new Date(Date.now() - days * dayMs).toISOString(),
  }))
  const unread = mine.filter(({ read_at }) => !read_at).length
  return answer({ data, pages: 1, total: data.length, unread })
}

beforeEach(async () => {
  isOnline = true
  asked = []
  const message = (title: string, days: number) => ({
    uuid: crypto.randomUUID(),
    title,
    days,
    read_at: null,
  })
  kept = new Map([
    [olga.uuid, [message('Lot RC-1 is recalled', 0), message('Maintenance on Friday', 3)]],
    [marco.uuid, [message('For Marco alone', 0)]],
  ])
  keepSessionWith({ refresh: refreshSession, who: () => account.peek()?.uuid ?? null })
  vi.spyOn(globalThis, 'fetch').mockImplementation(serve)
  await signIn('olga', 'a secret')
})
afterEach(() => {
  forgetInbox()
  endSession({ stay: false })
  vi.restoreAllMocks()
  localStorage.clear()
})

const bell = () => page.getByRole('button', { name: /^Messages/ })
const isRead = () => kept.get(olga.uuid)?.map(({ read_at }) => read_at !== null)

test('messages are counted at the bell, grouped by day, read by keyboard, and link to their record', async () => {
  mount(<MessageTray />)
  refreshInbox()
  await expect.element(bell()).toHaveAccessibleName('Messages, 2 unread')
  await bell().click()
  const box = page.getByRole('region', { name: 'Sent to you' })
  await expect.element(box.getByRole('heading', { name: 'Today' })).toBeVisible()
  expect(box.getByRole('heading', { level: 3 }).elements()).toHaveLength(2)
  const first = box.getByText('Lot RC-1 is recalled', { exact: true })
  first.element().closest('summary')?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(box.getByText('Words of Lot RC-1 is recalled')).toBeVisible()
  await expect.element(bell()).toHaveAccessibleName('Messages, 1 unread')
  await expect.poll(isRead).toEqual([true, false])
  await expect
    .element(box.getByRole('link', { name: 'Open the recall' }).first())
    .toHaveAttribute('href', `/recall/${recall}`)
  await box.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(isRead).toEqual([true, true])
  await expect.element(bell()).toHaveAccessibleName('Messages')
})

test('a message that arrives is read out, and those that were there before are not', async () => {
  mount(<MessageTray />)
  refreshInbox()
  await expect.element(bell()).toHaveAccessibleName('Messages, 2 unread')
  expect(page.getByRole('status').first().element().textContent).toBe('')
  const fresh = { uuid: crypto.randomUUID(), title: 'Fire drill', days: -0.1, read_at: null }
  kept.get(olga.uuid)?.unshift(fresh)
  refreshInbox()
  await expect
    .element(page.getByRole('status').first())
    .toHaveTextContent('New message: Fire drill')
})

test('without the service the messages of this machine are shown, and what is read is sent later', async () => {
  mount(<MessageTray />)
  refreshInbox()
  await expect.element(bell()).toHaveAccessibleName('Messages, 2 unread')
  forgetInbox()
  isOnline = false
  refreshInbox()
  await expect.element(bell()).toHaveAccessibleName('Messages, 2 unread')
  await bell().click()
  await page.getByText('Maintenance on Friday', { exact: true }).click()
  await expect.element(bell()).toHaveAccessibleName('Messages, 1 unread')
  expect(isRead()).toEqual([false, false])
  isOnline = true
  refreshInbox()
  await expect.poll(isRead).toEqual([false, true])
})

test('a message of one account is never shown to the next on the same machine', async () => {
  mount(<MessageTray />)
  refreshInbox()
  await expect.element(bell()).toHaveAccessibleName('Messages, 2 unread')
  isOnline = false
  await signIn('marco', 'a secret')
  await expect.element(bell()).toHaveAccessibleName('Messages')
  refreshInbox()
  await bell().click()
  await expect.element(page.getByText(/Messages could not be loaded/)).toBeVisible()
  expect(document.body.textContent).not.toContain('RC-1')
  isOnline = true
  refreshInbox()
  await expect.element(page.getByText('For Marco alone', { exact: true })).toBeVisible()
})

test('a service that is gone is asked once for the messages, and again as soon as it answers anything', async () => {
  keepSessionWith({ refresh: refreshSession, who: () => account.peek()?.uuid ?? null, noteAnswer })
  followInbox()
  await dropAnswers(olga.uuid)
  mount(<MessageTray />)
  isOnline = false
  asked = []
  refreshInbox()
  await bell().click()
  // Expect the list to say so once no call is on its way any more; opening the tray asked once more.
  await expect.element(page.getByText(/Messages could not be loaded/)).toBeVisible()
  await expect.poll(() => asked).toEqual(['/v3/notifications/mine', '/v3/notifications/mine'])
  isOnline = true
  await call(aboutCalls.health, {}, { background: true })
  await expect.element(page.getByText('Maintenance on Friday', { exact: true })).toBeVisible()
  await expect.element(bell()).toHaveAccessibleName('Messages, 2 unread')
})
