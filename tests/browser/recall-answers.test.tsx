import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { companyCalls } from '../../domain/calls/companies.ts'
import { recallCalls } from '../../domain/calls/recalls.ts'
import type { Recall, RecallNotice } from '../../domain/entities/recall.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { ProviderWork } from '../../web/screens/home/ProviderWork.tsx'
import { AnnounceDialog } from '../../web/screens/recall/AnnounceDialog.tsx'
import { NewRecallDialog } from '../../web/screens/recall/NewRecallDialog.tsx'
import { NoticeList } from '../../web/screens/recall/NoticeList.tsx'
import { findNextStep } from '../../web/screens/recall/recall-acts.ts'
import { RecallScreen } from '../../web/screens/recall/RecallScreen.tsx'
import type { Act } from '../../web/record/act.ts'
import { ToldList } from '../../web/screens/recall/ToldList.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount } = await import('../support/operator-account.ts')
  const permissions = ['analysis.validate', 'results.search', 'companies.search']
  return {
    ...(await load<object>()),
    account: signal({ ...operatorAccount, company_uuid: 'own', permissions }),
    may: (permission: string) => permissions.includes(permission),
  }
})

const at = '2026-11-26T12:00:00.000Z'
const subject = { kind: 'lot', bkit_uuid: 'kit', lot: 'L-1' } as const
const notice = {
  uuid: 'n',
  name: 'Screening · L-1',
  reason: 'Contaminated primer',
  sender: 'Provider',
  created_at: at,
  subject,
  status: 'open',
  answer: null,
  user_name: '',
  waiting: 0,
} as RecallNotice
let touched = 0
let earlier: RecallNotice[] = []
const sent: { row: unknown; body: unknown }[] = []

beforeEach(async () => {
  sent.length = 0
  earlier = []
  for (const part of ['frame', 'recall', 'record', 'faults'] as const) await completeTexts(part)
  asked.mockImplementation((row: unknown, parts: { body?: { answer?: string } }) => {
    sent.push({ row, body: parts.body })
    if (row === recallCalls.notices) return Promise.resolve({ data: [notice, ...earlier] })
    if (row === recallCalls.touched) return Promise.resolve({ counts: { signed: touched } })
    if (row === companyCalls.search) {
      const data = ['own', 'told', 'new'].map((uuid) => ({ uuid, name: `Company ${uuid}` }))
      return Promise.resolve({ data, pages: 1, total: 3 })
    }
    const answer = { kind: parts.body?.answer, count: touched, at }
    return Promise.resolve({ ...notice, answer, status: 'answered', user_name: 'Mia' })
  })
})
afterEach(() => {
  asked.mockReset()
})

const answers = () => sent.filter(({ row }) => row === recallCalls.answer).map(({ body }) => body)

test('a company that receives a recall sees how many analyses are touched, and answers in numbers', async () => {
  touched = 3
  mount(<NoticeList />)
  await expect.element(page.getByText('3 analyses of your company are affected.')).toBeVisible()
  await page.getByRole('button', { name: 'Answer with what is held' }).click()
  await expect.poll(answers).toEqual([{ answer: 'held' }])
})

test('nothing found is offered where nothing is touched', async () => {
  touched = 0
  mount(<NoticeList />)
  await expect.element(page.getByText('0 analyses of your company are affected.')).toBeVisible()
  await page.getByRole('button', { name: 'Answer: nothing found' }).click()
  await expect.poll(answers).toEqual([{ answer: 'nothing_found' }])
})

test('what was answered earlier is folded away and counted once it is opened', async () => {
  const answer = { kind: 'acknowledged', count: 3, at: '2020-01-31T12:00:00.000Z' } as const
  earlier = [{ ...notice, uuid: 'o', reason: 'Weak probe', answer, status: 'answered' }]
  mount(<NoticeList />)
  const fold = page.getByText('Answered earlier: 1')
  await expect.element(fold).toBeVisible()
  const counts = () => sent.filter(({ row }) => row === recallCalls.touched).length
  await expect.poll(counts).toBe(1)
  await expect.element(page.getByText('Weak probe')).not.toBeInTheDocument()
  await fold.click()
  await expect.element(page.getByText('Weak probe')).toBeVisible()
  await expect.poll(counts).toBe(2)
})

test('the provider tells companies that were not told, and sees the answers by company', async () => {
  const told: Recall['told'] = [
    { company_uuid: 'told', company_name: 'Company told', told_at: at, answer: null },
    {
      company_uuid: 'b',
      company_name: 'Company b',
      told_at: at,
      answer: { kind: 'held', count: 4, at },
    },
    { company_uuid: 'c', company_name: 'Gone', told_at: null, answer: null, erased_at: at },
  ]
  const closed = vi.fn()
  const recall = { uuid: 'r', told } as Recall
  mount(
    <>
      <ToldList told={told} />
      <AnnounceDialog recall={recall} again={() => undefined} onClose={closed} />
    </>,
  )
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => row.textContent)
  expect(rows()[1]).toContain('Company toldNot answered')
  expect(rows()[2]).toMatch(/GoneErased, found on .*cannot be informed any more/)
  await expect.element(page.getByText(/^Companies informed: 2\..*Erased: 1\.$/)).toBeVisible()
  expect(rows()[3]).toContain('Company bHeld: 4')
  await expect.element(page.getByRole('checkbox', { name: 'Company new' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /Company told/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect.element(page.getByText('Companies: 0 of 1 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.getByRole('button', { name: 'Inform companies' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(sent.at(-1)).toMatchObject({ row: recallCalls.announce, body: { companies: ['new'] } })
})

test('the next step of a recall is to inform companies first, then to wait for them, and to close it at last', () => {
  const act = (id: string, why: string | null = null) =>
    ({ id, label: id, icon: 'check', why }) as Act
  const acts = {
    hold: act('hold', 'All are held'),
    lift: act('lift', 'None is held'),
    end: act('close'),
    opening: [act('notify'), act('announce')],
  }
  const one = { company_uuid: 'a', company_name: 'A', told_at: at }
  const answer = { kind: 'held', count: 1, at } as const
  const next = (told?: Recall['told']) => findNextStep({ status: 'open', told }, acts)?.id
  expect(next()).toBe('announce')
  expect(next([{ ...one, answer: null }])).toBeUndefined()
  expect(
    next([
      { ...one, answer },
      { ...one, answer: null, erased_at: at },
    ]),
  ).toBe('close')
  expect(findNextStep({ status: 'closed', told: undefined }, acts)).toBeNull()
})

test('the provider’s home lists the recalls that somebody has still to answer', async () => {
  await completeTexts('home')
  const recallOf = (name: string, told: Recall['told']) => ({ uuid: name, name, told })
  const one = { company_uuid: 'a', company_name: 'A', told_at: at }
  const recalls = [
    recallOf('Awaited', [{ ...one, answer: null }]),
    recallOf('Answered', [{ ...one, answer: { kind: 'acknowledged', count: 0, at } }]),
    recallOf('Erased', [{ ...one, told_at: null, answer: null, erased_at: at }]),
    recallOf('Not announced', undefined),
  ]
  asked.mockResolvedValue({ data: recalls, pages: 1, total: 4 })
  mount(<ProviderWork />)
  const line = page.getByRole('link', { name: /^Recalls that companies have not answered/ })
  await expect.element(line).toHaveTextContent('Recalls that companies have not answered 1Awaited')
})

test('the provider’s home counts what is on later pages as well', async () => {
  await completeTexts('home')
  const one = { company_uuid: 'a', company_name: 'A', told_at: at, answer: null }
  const recalls = Array.from({ length: 101 }, (_, index) => ({
    uuid: String(index),
    name: `Recall ${index}`,
    told: [one],
  }))
  asked.mockImplementation((_row: unknown, { query }: { query: { page?: string } }) => {
    const from = (Number(query.page ?? '1') - 1) * 100
    return Promise.resolve({ data: recalls.slice(from, from + 100), pages: 2, total: 101 })
  })
  mount(<ProviderWork />)
  const line = page.getByRole('link', { name: /^Recalls that companies have not answered/ })
  await expect
    .element(line)
    .toHaveTextContent(
      'Recalls that companies have not answered 101Recall 0 · Recall 1 · Recall 2 · …',
    )
})

test('the page of a recall asks no more once the companies that are left were erased', async () => {
  const told = [{ company_uuid: 'c', company_name: 'C', told_at: null, answer: null }]
  let reads = 0
  asked.mockImplementation((row: unknown) => {
    if (row !== recallCalls.get) return new Promise(() => undefined)
    reads += 1
    // Erase all by the second answer: a third question would be asked for ever.
    const known = reads === 1 ? told : told.map((one) => ({ ...one, erased_at: at }))
    return Promise.resolve({ uuid: 'r', subject, told: known })
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  mount(<RecallScreen params={{ uuid: 'r' }} />)
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(3000)
  await expect.poll(() => vi.getTimerCount()).toBe(0)
  expect(reads).toBe(2)
})

test('the page of a recall follows by itself how companies are informed of it', async () => {
  const company = { company_uuid: 'late', company_name: 'Company late', answer: null }
  let reached = false
  const reads: unknown[] = []
  asked.mockImplementation((row: unknown, _parts: unknown, options?: object) => {
    // Hold back what it touches: the page of the recall itself is not looked at here.
    if (row !== recallCalls.get) return new Promise(() => undefined)
    const told_at = reached ? at : null
    reads.push([told_at, options])
    reached = reads.length > 1
    return Promise.resolve({ uuid: 'r', subject, told: [{ ...company, told_at }] })
  })
  mount(<RecallScreen params={{ uuid: 'r' }} />)
  await expect.poll(() => reads.length).toBe(3)
  // Keep no session open by questions that nobody asks.
  expect(reads).toMatchObject([null, null, at].map((told_at) => [told_at, { background: true }]))
})

test('A29-96: a new recall marks the choice of its subject as required', async () => {
  mount(<NewRecallDialog onClose={vi.fn()} />)
  await expect.element(page.getByRole('group', { name: 'Found (required)' })).toBeVisible()
})
