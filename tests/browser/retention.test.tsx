// Replace `fetch`, whose answers are tested: no service runs beside these tests (tests/edge/retention.test.ts checks its own).
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Company } from '../../domain/entities/company.ts'
import { keepSessionWith } from '../../web/client/call.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { RetentionSection } from '../../web/screens/companies/retention/RetentionSection.tsx'
import { account, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const at = '2026-12-27T10:00:00.000Z'
const company = {
  uuid: '0b5c0000-0000-4000-8000-000000000001',
  updated_at: '2026-11-27T10:00:00.000Z',
  name: 'Lab of the North',
} as Company
const times = { analyses: 730, pictures: null, messages: null, logs: null }
const years = [
  { year: 2023, count: 312, bytes: 4_402_341_478 },
  { year: 2024, count: 40, bytes: 2 ** 20 },
]
const part = { part: 'analyses', before: at, count: 352, bytes: 4_403_390_054 } as const

let sent: { path: string; body: unknown }[] = []

beforeEach(async () => {
  sent = []
  keepSessionWith({ refresh: async () => false, who: () => account.peek()?.uuid ?? null })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    const text = await request.text()
    const body = text ? JSON.parse(text) : null
    sent.push({ path, body })
    return Response.json({ ok: true, data: answer(path, body) })
  })
  await completeTexts('company')
  await signIn('olga', 'a secret')
})
afterEach(() => void vi.restoreAllMocks())

function answer(path: string, body: { analyses?: number | null } | null): unknown {
  if (path.endsWith('/session/login')) {
    return { ...operatorAccount, permissions: ['companies.edit', 'companies.details'] }
  }
  if (path.endsWith('/preview')) {
    const parts = body?.analyses ? [{ ...part, years }] : []
    return { due_at: at, parts, kept: { signed: 87, held: 2, decided: 0, named: 0 } }
  }
  return company
}

test('what new times would remove is shown by year before they are set, with a reason', async () => {
  mount(<RetentionSection company={company} />)
  await expect.element(page.getByText('Kept for good').first()).toBeVisible()
  await page.getByRole('button', { name: 'Set the times' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/^Nothing is past its time/)).toBeVisible()
  await dialog.getByLabelText(/^Unsigned analyses/).selectOptions('2 years')
  const row = dialog.getByRole('row', { name: /2023/ })
  await expect.element(row.getByText('312')).toBeVisible()
  await expect.element(row.getByText('4.1 GB')).toBeVisible()
  await expect.element(dialog.getByText(/87 signed; 2 on hold/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.element(dialog.getByText(/reason/i).last()).toBeVisible()
  expect(sent.some(({ path }) => path.endsWith('/companies/retention'))).toBe(false)
  await dialog.getByLabelText(/^Reason/).fill('our rule for records')
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.find(({ path }) => path.endsWith('/companies/retention'))?.body).toEqual({
    ...times,
    reason: 'our rule for records',
    base: company.updated_at,
  })
})

test('an announced removal says when, what and how to keep it; a legal hold is set with a reason', async () => {
  const plan = { announced_at: company.updated_at, due_at: at, parts: [part] }
  mount(<RetentionSection company={{ ...company, retention: times, removal_plan: plan }} />)
  await expect.element(page.getByText(/^Data will be removed on/)).toBeVisible()
  await expect.element(page.getByText('Unsigned analyses: 352, 4.1 GB')).toBeVisible()
  await page.getByRole('button', { name: 'Set a legal hold' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/^Reason/).fill('complaint 7')
  await dialog.getByRole('button', { name: 'Set a legal hold' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const hold = sent.find(({ path }) => path.endsWith('/companies/legal_hold'))
  expect(hold?.body).toEqual({ on: true, reason: 'complaint 7' })
})

test('A26-27: times that somebody else has set meanwhile are not undone by an open dialog', async () => {
  let change: (part: Partial<Company>) => void = () => undefined
  function Live() {
    const [record, setRecord] = useState<Company>({ ...company, retention: times })
    change = (part) => flushSync(() => setRecord((before) => ({ ...before, ...part })))
    return <RetentionSection company={record} />
  }
  mount(<Live />)
  await page.getByRole('button', { name: 'Set the times' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/^Reason/).fill('our rule for records')
  const newest = '2026-11-30T10:00:00.000Z'
  const set = async () => {
    await dialog.getByRole('button', { name: 'Set', exact: true }).click()
    const last = () => sent.findLast(({ path }) => path.endsWith('/companies/retention'))?.body
    await expect.poll(last).toBeDefined()
    return last()
  }
  // Change another part of the company, which is not edited here.
  change({ name: 'Lab of the South', updated_at: newest })
  expect(await set()).toMatchObject({ analyses: 730, base: newest })
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Set the times' }).click()
  await dialog.getByLabelText(/^Reason/).fill('our rule for records')
  sent = []
  change({ retention: { ...times, analyses: null }, updated_at: '2026-11-30T11:00:00.000Z' })
  expect(await set()).toMatchObject({ analyses: 730, base: newest })
})
