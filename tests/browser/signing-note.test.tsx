// Replace the client: the service's answer to "who am I" is given; tests/edge/unconfirmed-hands.test.ts checks the service.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Account, sessionCalls } from '../../domain/calls/session.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Button } from '../../web/parts/button/Button.tsx'
import { SigningNote } from '../../web/screens/analyses/detail/review/SigningNote.tsx'
import { useRefusal } from '../../web/screens/analyses/detail/use-refusal.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const dora = { uuid: '00000000-0000-4000-8000-0000000000dd', name: 'Dora Klein' }
const account = (more: Partial<Account>): Account => ({
  ...operatorAccount,
  permissions: ['analysis.validate'],
  company_details: { ...operatorAccount.company_details, four_eyes: 'Y' },
  ...more,
})
const run = {
  uuid: 'run',
  status: 'COMPLETE',
  user_uuid: dora.uuid,
  cartridge_type: 'Wells16',
  results: [{}],
  updated_at: '2026-11-21T10:00:00.000Z',
} as unknown as Analysis

function Run() {
  const refuse = useRefusal(run)
  return (
    <main>
      <Button disabledReason={refuse('validate')}>Sign</Button>
      <SigningNote record={run} />
    </main>
  )
}

/** Open the run as an account that this page knows, of which the service now says something. */
function open(known: Account, now: Account = known): void {
  asked.mockImplementation((row: unknown) =>
    row === sessionCalls.refresh ? Promise.resolve(now) : new Promise(() => {}),
  )
  enterProven(known)
  mount(<Run />)
}

afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

const button = page.getByRole('button', { name: 'Sign' })

test.each([
  [{ counted_with: [dora] }, /^Four-eyes rule: Dora Klein took part and counts as you\..*Users/],
  [
    { unconfirmed: true as const },
    /^You cannot sign yet: .* confirms it on your entry under Users/,
  ],
])(
  'decision 84: who may not sign reads why before the press, the same on button and page',
  async (more, words) => {
    open(account(more))
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription(words)
    await expect.element(page.getByRole('status').getByText(words)).toBeVisible()
  },
)

test('decision 84: once somebody has confirmed the account, the page that is opened again lets them sign', async () => {
  open(account({ counted_with: [dora] }), account({}))
  await expect.element(button).not.toHaveAttribute('aria-disabled')
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})
