// Replace `fetch`, to show a call that has not been answered yet.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SessionsSection } from '../../web/screens/session/SessionsSection.tsx'
import { LeaveGuard } from '../../web/shell/LeaveGuard.tsx'
import { watchTyping } from '../../web/state/unsaved.ts'
import { askedVisit, askVisit, dismissVisit } from '../../web/state/visit.ts'
import { mount } from './mount.tsx'

afterEach(() => void vi.restoreAllMocks())

const at = '2026-11-21T10:00:00.000Z'
const session = (uuid: string, current: boolean) => {
  const times = { created_at: at, seen_at: at, ends_at: at }
  return { uuid, agent: uuid, network: '', current, ...times }
}

test('A27-30: a sign-out in the list of sessions, and a visit, ask about what is typed into another form', async () => {
  const facts = { previous_at: null, failed_before: 0, failed: 0, failed_at: null }
  const sessions = [session('here', true)]
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ ok: true, data: { sessions, ...facts } }))
  watchTyping()
  mount(
    <>
      <form aria-label="Preferences">
        <input aria-label="Name" />
      </form>
      <SessionsSection />
      <LeaveGuard />
    </>,
  )
  await page.getByLabelText('Name').fill('Olga')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Olga')
  expect(asked).toHaveBeenCalledTimes(1)
  askVisit(null)
  expect(askedVisit.peek()).toBeNull()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect.poll(() => askedVisit.peek()).toEqual({ company: null })
  dismissVisit()
})

test('first-use W1: while a session is being ended the other buttons say why they wait', async () => {
  const sessions = [session('here', true), session('lab', false), session('home', false)]
  const facts = { previous_at: null, failed_before: 0, failed: 0, failed_at: null }
  let answer: (response: Response) => void = () => undefined
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method } = new Request(input, init)
    if (method === 'GET') return Response.json({ ok: true, data: { sessions, ...facts } })
    return new Promise<Response>((resolve) => (answer = resolve))
  })
  mount(<SessionsSection />)
  const ends = page.getByRole('button', { name: 'End', exact: true })
  await expect.element(ends.first()).toBeVisible()
  await ends.first().click()
  await expect.element(ends.first()).toHaveAttribute('aria-busy', 'true')
  const others = [ends.nth(1), page.getByRole('button', { name: 'End all others' })]
  for (const button of others) {
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription('Another session is being ended.')
  }
  answer(Response.json({ ok: true, data: {} }))
  for (const button of others) await expect.element(button).not.toHaveAttribute('aria-disabled')
})
