// Replaces the service: what it refuses is tested at the edge, here what the dialog sends and says.
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { signTogetherCalls } from '../../domain/calls/sign-together.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { SignTogetherDialog } from '../../web/screens/analyses/detail/review/SignTogetherDialog.tsx'
import type { ShownResults } from '../../web/screens/analyses/detail/use-shown-results.ts'
import { useOpenedRun } from '../../web/screens/analyses/detail/review/use-opened-run.ts'
import {
  forgetOpened,
  keepOpened,
  listReady,
  noteOpened,
  openedRuns,
} from '../../web/state/opened-runs.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
afterEach(() => {
  asked.mockReset()
  localStorage.clear()
})

const at = '2026-11-21T10:00:00.000Z'
const summary = { detected: 3, not_detected: 1, review: 0, invalid: 0, controls_ok: true }
const makeRun = (uuid: string) => ({
  user: 'me',
  record_hash: uuid.repeat(64).slice(0, 64),
  record: {
    uuid,
    name: `Respiratory panel, plate ${uuid}`,
    recipe_name: 'Influenza A/B, 4-plex',
    status: 'COMPLETE',
    user_name: 'Olga Marin',
    samples: [{ uuid: 's', name: 'S', sample_type: 'unknown', coordinates: ['A1', 'A2'] }],
    exclusions: [],
    results: [{ hash: 'a', engine: 'e', computed_at: at, summary }],
    method: { evaluation: { targets: [], controls: {} } },
    updated_at: at,
  } as unknown as Analysis,
})
type Sent = { runs: { uuid: string }[]; meaning: string; password: string }

/** Serve the way of signing, and answer a signature by `answer`. */
function serve(answer: (body: Sent) => unknown): Sent[] {
  const sent: Sent[] = []
  asked.mockImplementation((row: unknown, parts: { body: Sent }) => {
    if (row === identityProviderCalls.signingWay) return Promise.resolve({ way: 'password' })
    sent.push(parts.body)
    return new Promise((resolve) => resolve(answer(parts.body)))
  })
  return sent
}

test('issue 20: a run that the service refuses is named with its reason, left out, and the others are signed', async () => {
  await page.viewport(1366, 768)
  const runs = ['a', 'b', 'c'].map(makeRun)
  let tries = 0
  const sent = serve(({ runs: given }) => {
    tries += 1
    if (tries > 1) return given.map(({ uuid }) => ({ uuid }))
    throw new Fault([{ code: 'refused', message: 'x', field: 'runs.1', reason: 'run_not_opened' }])
  })
  const onSigned = vi.fn()
  mount(<SignTogetherDialog runs={runs} onClose={() => {}} onSigned={onSigned} />)
  const dialog = page.getByRole('alertdialog')
  const listed = dialog.getByRole('list', { name: 'Runs to sign' })
  await expect.element(listed.getByText(/3.* detected/).first()).toBeVisible()
  await dialog.getByLabelText(/^Meaning/).selectOptions('review')
  await dialog.getByLabelText(/^Password/).fill('secret')
  await dialog.getByRole('button', { name: 'Sign 3 together' }).click()
  await expect
    .element(dialog.getByText('Nothing was signed.', { exact: false }).first())
    .toBeVisible()
  const refused = listed.getByRole('listitem').nth(1)
  await expect.element(refused.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: /^Leave out .* b$/ }).click()
  await dialog.getByRole('button', { name: 'Sign 2 together' }).click()
  await vi.waitFor(() => expect(onSigned).toHaveBeenCalled())
  expect(sent.at(-1)?.runs.map(({ uuid }) => uuid)).toEqual(['a', 'c'])
  expect(sent.at(-1)).toMatchObject({ meaning: 'review', password: 'secret' })
})

test('issue 20: one run alone is not signed together', async () => {
  const sent = serve(() => [])
  mount(
    <SignTogetherDialog runs={['a', 'b'].map(makeRun)} onClose={() => {}} onSigned={() => {}} />,
  )
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /^Leave out .* b$/ }).click()
  await expect
    .element(dialog.getByText('At least two runs are signed together.', { exact: false }))
    .toBeInTheDocument()
  await dialog.getByLabelText(/^Meaning/).selectOptions('review')
  await dialog.getByLabelText(/^Password/).fill('secret{Enter}')
  await dialog.getByRole('button', { name: 'Sign 1 together' }).click({ force: true })
  expect(sent).toEqual([])
})

test('issue 20: a run that changed or was signed since it was opened is not offered, nor one of another account', () => {
  const runs = ['a', 'b', 'c', 'd'].map(makeRun)
  for (const run of runs) keepOpened(run.record.uuid === 'd' ? { ...run, user: 'other' } : run)
  const rows = [
    { uuid: 'a', status: 'COMPLETE', updated_at: at },
    { uuid: 'b', status: 'COMPLETE', updated_at: '2026-11-21T10:00:01.000Z' },
    { uuid: 'c', status: 'VALIDATION', updated_at: at },
    { uuid: 'd', status: 'COMPLETE', updated_at: at },
  ] as const
  const ready = listReady(openedRuns.value, { user: 'me', uuids: ['d', 'c', 'b', 'a'] }, rows)
  expect(ready.map(({ record }) => record.uuid)).toEqual(['a'])
})

/** Draw something; return how to take it away. */
function mountOnce(content: ReactNode): () => void {
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(content))
  return () => root.unmount()
}

/** Show a run of a round whose results are loaded, unless it still waits for them. */
function Opened({ record, isWaiting = false }: { record: Analysis; isWaiting?: boolean }) {
  const results = {
    wells: [],
    samples: [],
    controls: [],
    evaluation: { targets: [], controls: {} },
  }
  const loaded = { error: null, results: isWaiting ? null : results }
  const trial = { tried: new Map() }
  const shown = { user: 'me', isNewest: true, isWaiting, loaded, trial }
  useOpenedRun(record, shown as unknown as ShownResults, null)
  return null
}

test('A28-70: a run that was shown whole counts as opened although its reviewer moves on before the service answers', async () => {
  history.replaceState(null, '', '?queue=1')
  onTestFinished(() => {
    history.replaceState(null, '', location.pathname)
    forgetOpened(['e'])
  })
  const whole = { measured: 40, last: 40, planned: 40 }
  const points = { AMP: whole, VAL: whole }
  const record = { ...makeRun('e').record, points, created_at: at, ended_at: at }
  const noted = Promise.withResolvers<object>()
  const signals: (AbortSignal | undefined)[] = []
  asked.mockImplementation((row: unknown, _: unknown, options?: { signal?: AbortSignal }) => {
    expect(row).toBe(signTogetherCalls.opened)
    signals.push(options?.signal)
    return noted.promise
  })
  const first = mountOnce(<Opened record={record} />)
  await vi.waitUntil(() => signals.length === 1, 10_000)
  first()
  expect(signals[0]?.aborted ?? false).toBe(false)
  noted.resolve({})
  await vi.waitUntil(() => openedRuns.value.has('e'), 10_000)
  // Come back, and leave before it is loaded again.
  mountOnce(<Opened record={record} isWaiting />)()
  expect(openedRuns.value.has('e')).toBe(true)
})

test('A28-70: a run that is shown otherwise before the service has noted it does not count as opened', async () => {
  const { record } = makeRun('f')
  const noted = Promise.withResolvers<string>()
  const note = noteOpened({ user: 'me', record }, () => noted.promise)
  forgetOpened(['f'])
  noted.resolve('f'.repeat(64))
  await note
  expect(openedRuns.value.has('f')).toBe(false)
})
