// Replace `fetch`, to see each list without records: no service runs beside these tests.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keepSessionWith } from '../../web/client/call.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { iconPaths } from '../../web/parts/icon/icon-paths.ts'
import { EmailsScreen } from '../../web/screens/notifications/emails/EmailsScreen.tsx'
import { RecallsScreen } from '../../web/screens/recall/RecallsScreen.tsx'
import { listNavigation } from '../../web/shell/navigation.ts'
import { FirstSteps, Unconfirmed } from '../../web/screens/home/FirstSteps.tsx'
import { Trends } from '../../web/screens/home/Trends.tsx'
import { ResultsScreen } from '../../web/screens/results/ResultsScreen.tsx'
import { CertificatesScreen } from '../../web/screens/reviewer/CertificatesScreen.tsx'
import { account, enterProven, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

/** A company with a device and a method, and no swarm yet. */
const needs = { hasSwarm: false, hasDevice: true, hasMethod: true, planned: null }

let permissions: string[] = []
const bodies: unknown[] = []

beforeEach(() => {
  bodies.length = 0
  keepSessionWith({ refresh: async () => false, who: () => account.peek()?.uuid ?? null })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    if (path.endsWith('/session/login')) {
      return Response.json({ ok: true, data: { ...operatorAccount, permissions } })
    }
    if (path.endsWith('/certificates/status')) return Response.json({ ok: true, data: [] })
    bodies.push(JSON.parse((await request.text()) || 'null'))
    return Response.json({ ok: true, data: { data: [], pages: 0, total: 0 } })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', location.pathname)
})

test('[SCREEN-068] empty lists say what belongs there and offer the way to make it', async () => {
  permissions = ['results.menu', 'results.search', 'analysis.create', 'certificates.search']
  await signIn('olga', 'a secret')
  const results = mount(<ResultsScreen />)
  await expect.element(page.getByRole('heading', { name: 'No results yet' })).toBeVisible()
  await expect.element(page.getByText('are collected here once', { exact: false })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Start an analysis' }))
    .toHaveAttribute('href', '/analyses/new')
  results.remove()
  mount(<CertificatesScreen />)
  await expect.element(page.getByRole('heading', { name: 'No certificates yet' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'To the analyses' }))
    .toHaveAttribute('href', '/analyses')
})

test('A28-74: an empty list shows the picture of its entry in the rail', async () => {
  for (const part of ['messages', 'recall', 'review', 'record'] as const) await completeTexts(part)
  permissions = ['results.search', 'results.menu', 'emails.search', 'certificates.search']
  await signIn('olga', 'a secret')
  const entries = listNavigation(permissions).flatMap((group) => group.entries)
  const screens = [
    ['/emails', 'No e-mails yet', <EmailsScreen key="e" />],
    ['/recall', 'No recall yet', <RecallsScreen key="r" />],
    ['/results', 'No results yet', <ResultsScreen key="s" />],
    ['/certificates', 'No certificates yet', <CertificatesScreen key="c" />],
  ] as const
  for (const [path, title, screen] of screens) {
    const shown = mount(screen)
    const heading = page.getByRole('heading', { name: title })
    await expect.element(heading).toBeVisible()
    const picture = heading.element().parentElement?.querySelector('path')?.getAttribute('d')
    const icon = entries.find((entry) => entry.path === path)?.icon
    expect(picture, path).toBe(iconPaths[icon!])
    shown.remove()
  }
})

test('[SCREEN-068] the home page of a new company leads from a method to its first run', async () => {
  permissions = ['protocol.create', 'products.search', 'analysis.create']
  await signIn('olga', 'a secret')
  const before = mount(<FirstSteps needs={{ ...needs, hasMethod: false }} />)
  await expect
    .element(page.getByRole('link', { name: 'From a published assay' }))
    .toHaveAttribute('href', '/method-templates')
  expect(page.getByText('Done').elements()).toHaveLength(1)
  expect(before.querySelector('a[href="/analyses/new"]')).toBeNull()
  before.remove()
  mount(<FirstSteps needs={needs} />)
  await expect
    .element(page.getByRole('link', { name: 'Start an analysis' }))
    .toHaveAttribute('href', '/analyses/new')
})

test('a person who may not make one is not offered it', async () => {
  permissions = ['results.menu', 'results.search']
  await signIn('olga', 'a secret')
  mount(<ResultsScreen />)
  await expect.element(page.getByRole('heading', { name: 'No results yet' })).toBeVisible()
  expect(document.querySelector('a[href="/analyses/new"]')).toBeNull()
})

test('[ROUTE-042] filters of the results are in the address and are asked of the service', async () => {
  permissions = ['results.menu', 'results.search']
  await signIn('olga', 'a secret')
  history.replaceState(null, '', `${location.pathname}?call=detected&sample=F5`)
  mount(<ResultsScreen />)
  await expect.poll(() => bodies.at(-1)).toEqual({ filters: { sample: 'F5', call: ['detected'] } })
  // Expect one search, the service's: a second one would look through this page only.
  await expect.element(page.getByRole('searchbox')).toHaveValue('F5')
  await page.getByRole('button', { name: 'Invalid' }).click()
  await expect
    .poll(() => bodies.at(-1))
    .toEqual({ filters: { sample: 'F5', call: ['detected', 'invalid'] } })
  expect(new URLSearchParams(location.search).get('call')).toBe('detected,invalid')
})

test('[SCREEN-003] the charts of the home page have a choice of ranges, in the address', async () => {
  const holder = mount(<Trends analyses={[]} />)
  const choices = [...holder.querySelectorAll('input[type=radio], [role=radio]')]
  expect(choices).toHaveLength(5)
  await page.getByRole('radio', { name: '6 months' }).click()
  await expect.poll(() => new URLSearchParams(location.search).get('range')).not.toBeNull()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => new URLSearchParams(location.search).get('range')).toBe('year')
})

test('home tells who may sign, before the first signature, that their account waits for a second person', async () => {
  permissions = ['analysis.validate', 'users.search']
  await signIn('olga', 'a secret')
  const home = mount(<Unconfirmed />)
  expect(home.textContent).toBe('')
  const known = account.value
  if (known) enterProven({ ...known, unconfirmed: true })
  await expect.element(page.getByText('You cannot sign results yet')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/users')
  if (known) enterProven({ ...known, unconfirmed: true, permissions: ['users.search'] })
  await expect.element(page.getByText('You cannot sign results yet')).not.toBeInTheDocument()
})
