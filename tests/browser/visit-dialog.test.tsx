// Replace `fetch`: hold the terms of a visit back, and check what is sent meanwhile and what its refusal says.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { VisitDialog } from '../../web/shell/VisitDialog.tsx'
import { enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

afterEach(() => vi.restoreAllMocks())

test('a visit is begun although the terms of the company are still on their way, and the service’s refusal is shown', async () => {
  const company = { uuid: '00000000-0000-4000-8000-000000000977', name: 'Careful Lab' }
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    asked.push(pathname)
    if (pathname.includes('/visit_terms/')) return new Promise(() => undefined)
    if (!pathname.includes('/companies/visit/')) {
      const data = { data: [company], pages: 1, total: 1 }
      return Response.json({ ok: true, data })
    }
    const errors = [{ code: 'refused', reason: 'visit_not_granted', message: 'Not granted' }]
    return Response.json({ ok: false, errors }, { status: 409 })
  })
  enterProven(operatorAccount)
  mount(<VisitDialog asked={{ company }} />)
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/^Reason/).fill('called the laboratory')
  await dialog.getByRole('button', { name: 'Start the visit' }).click()
  await expect.element(dialog.getByText(/grants visits before they start/)).toBeVisible()
  expect(asked).toContain(`/v3/companies/visit/${company.uuid}`)
})

test('a grant that nobody used in time is said to have ended, and the visit is asked for again', async () => {
  const company = { uuid: '00000000-0000-4000-8000-000000000978', name: 'Careful Lab' }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const by = { by: company.uuid, by_name: 'Ada' }
  const asks = { uuid: company.uuid, from: company, via: 'provider', reason: 'a look', minutes: 60 }
  const request = {
    ...by,
    ...asks,
    at: ago(80),
    answer: { ...by, granted: 'Y', at: ago(73) },
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const terms = { granted: 'Y', request }
    const list = { data: [company], pages: 1, total: 1 }
    return Response.json({ ok: true, data: pathname.includes('/visit_terms/') ? terms : list })
  })
  enterProven(operatorAccount)
  mount(<VisitDialog asked={{ company }} />)
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/^The grant of Ada ended on /)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Ask for the visit' })).toBeVisible()
})
