// Replace the service: show the page that a file of a signed run is gone.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CertificatePanel } from '../../web/screens/reviewer/CertificatePanel.tsx'
import { mount } from './mount.tsx'

vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount } = await import('../support/operator-account.ts')
  const permissions = ['certificates.search', 'certificates.review', 'certificates.edit']
  return {
    ...(await load<object>()),
    account: signal({ ...operatorAccount, reviewer: 'Y', permissions }),
    may: (permission: string) => permissions.includes(permission),
  }
})
const known = vi.hoisted(() => ({ alarms: [] as object[] }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => known.alarms,
}))
afterEach(() => {
  vi.restoreAllMocks()
  known.alarms = []
})

const at = '2026-11-21T10:00:00.000Z'
const uuid = '0f6a4c1e-0000-4000-8000-000000000002'

function answerReport(unreadable: string | null): void {
  const certificate = {
    uuid,
    name: 'Monday run',
    status: 'Waiting',
    requestor: '0f6a4c1e-0000-4000-8000-000000000009',
    requestor_name: 'Olga',
    requested_at: at,
    note: '',
  }
  const analysis = { uuid, name: 'Monday run', recipe_name: 'Any', signed_by: 'M', signed_at: at }
  const data = { certificate, analysis, results: [], result_hash: 'a'.repeat(64), unreadable }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ok: true, data }))
}

const show = () => mount(<CertificatePanel uuid={uuid} onChanged={() => {}} onClose={() => {}} />)
const issue = () => page.getByRole('button', { name: /^Issue/ })

test.each([
  ['files_missing', /are missing, so it cannot be signed/],
  ['file_damaged', /A file of this analysis is damaged/],
])(
  'faults R1: a certificate is not offered to be issued on a file that is %s',
  async (reason, words) => {
    answerReport(reason)
    show()
    await expect.element(issue()).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByText(words).last()).toBeVisible()
    // Expect that sending it back takes no file.
    await expect
      .element(page.getByRole('button', { name: /^Reject/ }))
      .not.toHaveAttribute('aria-disabled')
  },
)

test('faults R1: and is where all of them can be read', async () => {
  answerReport(null)
  show()
  await expect.element(issue()).toBeVisible()
  await expect.element(issue()).not.toHaveAttribute('aria-disabled')
})

test('the alarm of a certificate that waits is shown beside it', async () => {
  known.alarms = [
    {
      uuid: '0f6a4c1e-0000-4000-8000-0000000000aa',
      cause: 'certificate_waiting',
      about: { kind: 'certificate', uuid },
      name: 'Monday run',
      swarms: [],
      since: at,
      status: 'raised',
      raised_at: at,
      count: 1,
      acknowledged: null,
      cleared: null,
    },
  ]
  answerReport(null)
  show()
  const alarms = page.getByRole('region', { name: 'Alarms' })
  await expect.element(alarms.getByRole('link', { name: /certificate/i })).toBeVisible()
})
