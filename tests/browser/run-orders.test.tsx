// Replace `fetch` by a service that does not answer: none runs beside these tests.
// The styles come first, as in the product: the order of their layers decides which size a button has.
import '../../web/styles/tokens.css'
import { signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { languageCodes } from '../../domain/catalog/languages.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { RunProgress } from '../../domain/live/event.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { chooseLanguage, t } from '../../web/i18n/intl.ts'
import { RunningPanels } from '../../web/screens/analyses/detail/RunningPanels.tsx'
import { RunView } from '../../web/screens/analyses/detail/RunView.tsx'
import { hasOpenWork } from '../../web/state/unsaved.ts'
import { tellLeftOrders } from '../../web/state/left-orders.ts'
import { signIn, signOut } from '../../web/state/session.ts'
import { dismissToast, toasts } from '../../web/state/toasts.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { analysisRecord } from './local-bench-records.ts'
import { mount } from './mount.tsx'

interface Sent {
  name: string
  opId: string | null
  cut: () => boolean
  answer: (state: 'ok' | 'refused') => void
}
let sent: Sent[]

const account = { ...operatorAccount, permissions: ['analysis.search', 'analysis.run'] }

const record = analysisRecord(1, {
  status: 'RUNNING',
  cartridge_type: 'Wells16',
  method: {
    recipe_uuid: null,
    process: {
      lid_temperature: 105,
      channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
      steps: [
        { type: 'temperature', temperature: 95, duration: 60 },
        { type: 'temperature', temperature: 65, duration: 30, measure: 'real time' },
        { type: 'loop', goto: 1, repeat: 39 },
      ],
    },
    evaluation: { targets: [], settings: {} },
  },
}).body as unknown as Analysis

const progress: RunProgress = {
  analysis_uuid: record.uuid,
  position: 1,
  steps: 81,
  cycle: 12,
  cycles: 40,
  phase: 'AMP',
  temperature: 65,
  elapsed: 900,
  remaining: 1800,
  state: 'running',
}

beforeEach(async () => {
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const request = new Request(input, init)
    if (!request.url.includes('/products/command/'))
      return Promise.resolve(Response.json({ ok: true, data: account }))
    return new Promise((resolve, reject) => {
      const cut = () => request.signal.aborted
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
      void request.json().then(({ name }: { name: string }) =>
        sent.push({
          name,
          opId: request.headers.get('Operation-Id'),
          cut,
          answer: (state) =>
            resolve(
              state === 'ok'
                ? Response.json({ ok: true, data: { uuid: record.uuid, state: 'done' } })
                : Response.json(
                    { ok: false, errors: [{ code: 'refused', reason: 'no_run', message: '' }] },
                    { status: 409 },
                  ),
            ),
        }),
      )
    })
  })
  await signIn('olga', 'secret')
  await completeTexts('analysis')
})
afterEach(async () => {
  await signOut()
  for (const { id } of toasts.value) dismissToast(id)
  vi.restoreAllMocks()
  localStorage.clear()
})

const isShown = signal(true)

/** Report twice a second, as a device does: without it the picture is old on a machine that is slow for half a minute. */
function useReports(): number {
  const [heardAt, setHeardAt] = useState(() => Date.now())
  useEffect(() => {
    const reports = setInterval(() => setHeardAt(Date.now()), 500)
    return () => clearInterval(reports)
  }, [])
  return heardAt
}

function Shown(props: { heardAt: number | undefined; away: boolean; told: RunProgress }) {
  const reportedAt = useReports()
  const { heardAt = reportedAt, away, told } = props
  if (!isShown.value) return null
  const run = { picture: null, layers: null, melt: null, results: null, watch: [] }
  return (
    <RunningPanels
      record={record}
      run={run}
      progress={told}
      measured={{ AMP: 12, VAL: 0 }}
      lidCelsius={105}
      heardAt={heardAt}
      ageSeconds={1}
      away={away}
      device="bCUBE Nord"
      hostname="cube-nord"
      empty=""
    />
  )
}

function show(more: { heardAt?: number; away?: boolean; told?: RunProgress } = {}) {
  const { heardAt, away = false, told = progress } = more
  mount(<Shown {...{ heardAt, away, told }} />)
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const words = () => page.getByRole('list', { name: 'Orders given on this page' })
const names = () => sent.map(({ name }) => name)

async function pressAbort(): Promise<void> {
  await button('Abort').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abort the run' }).click()
}

test('issue 20: at 400 px the strip of a run takes 110 px at most: its facts, and one row of buttons of equal width for a gloved finger', async () => {
  const { innerWidth: wide, innerHeight: high } = window
  await page.viewport(400, 800)
  try {
    show()
    await expect.element(button('Abort')).toBeVisible()
    const boxes = [/^Skip step/, /^Add 5 cycles/, /^Remove 5 cycles/, /^Abort/].map((name) =>
      button(name).element().getBoundingClientRect(),
    )
    expect(boxes.map(({ width }) => Math.round(width))).toEqual(
      boxes.map(() => Math.round(boxes[0]?.width ?? 0)),
    )
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1)
    expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44)
    const strip = page.getByRole('region', { name: 'State of the run' })
    expect(strip.element().getBoundingClientRect().height).toBeLessThanOrEqual(110)
    const { innerText: said } = strip.element() as HTMLElement
    for (const fact of ['30 min left', 'Ends ', 'Cycle 12 of 40', '65.0 °C', '33%', '+3 min']) {
      expect(said).toContain(fact)
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(400)
  } finally {
    await page.viewport(wide, high)
  }
})

test('issue 20: at 400 px the strip takes as little in every language, also in the last minute of a simulated run', async () => {
  const { innerWidth: wide, innerHeight: high } = window
  await page.viewport(400, 800)
  // Give the page its edges.
  document.body.style.paddingInline = '16px'
  try {
    show({ told: { ...progress, remaining: 40, speed: 40 } })
    for (const code of languageCodes) {
      await chooseLanguage(code)
      await completeTexts('analysis')
      const strip = document.querySelector('section')
      if (!strip) throw new Error('no strip')
      await expect.poll(() => strip.ariaLabel).toBe(t('run.strip'))
      // Wait for the layout, which follows the texts a moment later.
      const height = () => strip.getBoundingClientRect().height
      await expect.poll(height, { message: code }).toBeLessThanOrEqual(110)
      expect(strip.scrollWidth, code).toBeLessThanOrEqual(400)
    }
  } finally {
    document.body.style.paddingInline = ''
    await chooseLanguage('en')
    await page.viewport(wide, high)
  }
})

test('first-use W1: an abort goes out while a skip has no answer, and both end in a word', async () => {
  show()
  await button('Skip step').click()
  await button('Send now: Skip step').click()
  await vi.waitFor(() => expect(names()).toEqual(['SKIP']))
  await pressAbort()
  await vi.waitFor(() => expect(names()).toEqual(['SKIP', 'ABORT']))
  expect(sent[0]?.cut()).toBe(true)
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/The service does not answer/)).toBeVisible()
  await expect.element(dialog.getByText(/press Stop on the device/)).toBeVisible()
  const local = dialog.getByRole('link', { name: /local network/ })
  await expect.element(local).toHaveAttribute('href', expect.stringContaining('cube-nord'))
  sent[1]?.answer('ok')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(words().getByText('Abort: sent').first()).toBeInTheDocument()
  await expect
    .element(
      words()
        .getByText(/Skip step: the abort was sent first/)
        .last(),
    )
    .toBeInTheDocument()
})

test('first-use W1: a refused abort says why in its dialog, and can be pressed again', async () => {
  show()
  await pressAbort()
  await vi.waitFor(() => expect(names()).toEqual(['ABORT']))
  sent[0]?.answer('refused')
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('Nothing is running.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Abort the run' }).click()
  await vi.waitFor(() => expect(names()).toEqual(['ABORT', 'ABORT']))
  expect(sent[1]?.opId).not.toBe(sent[0]?.opId)
  sent[1]?.answer('ok')
})

test('first-use H9: a skip can be taken back by the keyboard, and the focus returns to its button', async () => {
  show()
  await button('Skip step').click()
  await expect.element(button('Undo: Skip step')).toHaveFocus()
  // Expect that the next button names the order under way as its reason to wait.
  await expect
    .element(button(/cycles$/).first())
    .toHaveAccessibleDescription(/Skip step is still being sent/)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(
      words()
        .getByText(/Skip step: not sent, you undid it/)
        .last(),
    )
    .toBeInTheDocument()
  await expect.element(button('Skip step')).toHaveFocus()
  await button('Skip step').click()
  await expect.element(button('Undo: Skip step')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Undo: Skip step')).not.toBeInTheDocument()
  expect(sent).toEqual([])
})

/** Close or reload the page; the next page is of this account. */
function loadAgain(): readonly string[] {
  for (const { id } of toasts.value) dismissToast(id)
  dispatchEvent(new PageTransitionEvent('pagehide'))
  tellLeftOrders(account.uuid)
  return toasts.value.map(({ text }) => text)
}

test('first-use H9: a page with an order that is held asks before it is loaded again, and the next one says that it was not sent', async () => {
  show()
  await button('Skip step').click()
  await expect.element(button('Undo: Skip step')).toHaveFocus()
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  expect(loadAgain()).toEqual(['Skip step: not sent, because you left the page'])
  tellLeftOrders(account.uuid)
  expect(toasts.value.length).toBe(1)
  expect(sent).toEqual([])
})

test('first-use H9: of an order without an answer the next page says that nobody knows, to its own account', async () => {
  show()
  await pressAbort()
  await vi.waitFor(() => expect(names()).toEqual(['ABORT']))
  dispatchEvent(new PageTransitionEvent('pagehide'))
  tellLeftOrders('018f0000-0000-7000-8000-00000000ffff')
  expect(toasts.value).toEqual([])
  tellLeftOrders(account.uuid)
  expect(toasts.value.map(({ text }) => text)).toEqual([expect.stringMatching(/^Abort: no answer/)])
})

test('first-use H9: a person who leaves the page within the five seconds reads that nothing was sent', async () => {
  isShown.value = true
  show()
  await button('Skip step').click()
  await expect.element(button('Undo: Skip step')).toHaveFocus()
  isShown.value = false
  const told = () => toasts.value.map(({ text }) => text)
  await vi.waitFor(() => expect(told()).toEqual(['Skip step: not sent, because you left the page']))
  isShown.value = true
  await expect.element(button('Skip step')).toBeVisible()
  expect(words().elements()).toEqual([])
  expect(sent).toEqual([])
})

test('first-use W9: numbers of a device that is silent are marked with their age, and order nothing', async () => {
  show({ heardAt: Date.now() - 25_000, away: true })
  const strip = page.getByRole('region', { name: 'State of the run' })
  const aged = strip.getByText(/As of .*\d\d:\d\d:\d\d.*, no live data for/)
  await expect.element(aged).toBeVisible()
  await expect.element(button('Skip step')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByText(/bCUBE Nord is not connected/).last()).toBeVisible()
  await expect.element(button('Abort')).not.toHaveAttribute('aria-disabled')
})

test('first-use H11: a person who watches a run is not taken away from it', () => {
  expect(hasOpenWork()).toBe(false)
  mount(<RunView record={record} />)
  expect(hasOpenWork()).toBe(true)
})
