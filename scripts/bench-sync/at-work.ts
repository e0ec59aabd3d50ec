import type { Page } from '@playwright/test'
import { median, quantile } from '../quantile.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { renameSome, type SyncLab } from './lab.ts'
import { openWholeList, withFilledProfile } from './profile.ts'

/** Measure a person's work with all analyses on the machine: list, filter, edit, and changes of others meanwhile. */
export function measureWork(
  lab: SyncLab,
  { rounds, changes }: { rounds: number; changes: number },
): Promise<ReportRow[]> {
  return withFilledProfile(lab, async (profile) => {
    const page = await openWholeList(profile, lab)
    // Leave time for background work, as a person does.
    await page.waitForTimeout(8000)
    const lists = await page.evaluate(timeLists, { count: rounds, records: lab.records })
    const filters = await page.evaluate(timeFilters)
    const changed = await measureChanges(lab, page, changes)
    return [
      ...both(`list of ${lab.records} opened`, lists, 50),
      ...both(`filter of ${lab.records}, a key typed`, filters, 50),
      ...changed,
      ...(await measureEdits(lab, page, rounds)),
    ]
  })
}

/** Time the way from another page of the app to the list. */
async function timeLists(wanted: { count: number; records: number }): Promise<number[]> {
  const link = (path: string) => document.querySelector<HTMLElement>(`nav a[href="${path}"]`)
  const isListed = () => {
    const grid = document.querySelector('main [role="grid"]')
    const rows = grid?.getAttribute('aria-rowcount')
    return rows === String(wanted.records + 1) && grid?.querySelector('[data-row]') !== null
  }
  const took: number[] = []
  for (let round = 0; round < wanted.count; round++) {
    const isAway = () => location.pathname === '/devices' && !isListed()
    await window.timeToPaint(() => link('/devices')?.click(), isAway)
    await new Promise((resolve) => setTimeout(resolve, 300))
    took.push(await window.timeToPaint(() => link('/analyses')?.click(), isListed))
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return took
}

/** Time typing into the list's filter, and out of it again. */
async function timeFilters(): Promise<number[]> {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  const rows = () => document.querySelector('main [role="grid"]')?.getAttribute('aria-rowcount')
  if (!field) throw new Error('the list has no filter')
  const took: number[] = []
  for (const first of [1, 2, 3, 4, 1]) {
    for (const text of [
      `plate ${first}`,
      `plate ${first}${first}`,
      `plate ${first}${first}1`,
      '',
    ]) {
      const before = rows()
      const isFiltered = () => rows() !== before
      took.push(await window.timeToPaint(() => window.typeInto(field, text), isFiltered))
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  return took
}

/**
 * Measure the arrival of many records that others changed without a message to the page: from the hint until the disk
 * has them, and until the list shows them.
 */
async function measureChanges(lab: SyncLab, page: Page, rounds: number): Promise<ReportRow[]> {
  const count = Math.min(500, Math.floor(lab.records / 25))
  const stored: number[] = []
  const shown: number[] = []
  for (let round = 0; round < rounds; round++) {
    lab.pages.cutSockets()
    const name = `Changed in ${round} by others`
    await page.evaluate(filterBy, name)
    await renameSome(lab, count, name)
    await page.waitForTimeout(2000)
    const times = await page.evaluate(timeChanges, count)
    stored.push(times.stored)
    shown.push(times.shown)
    console.log(`  ${JSON.stringify(times)}`)
    lab.pages.mendSockets()
  }
  await page.evaluate(filterBy, '')
  return [
    atMost(`${count} changed records, hint to disk, median`, median(stored), 'ms', 400),
    atMost(
      `${count} changed records, hint to list of ${lab.records}, median`,
      median(shown),
      'ms',
      400,
    ),
  ]
}

function filterBy(text: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (!field) throw new Error('the list has no filter')
  return window.timeToPaint(
    () => window.typeInto(field, text),
    () => true,
  )
}

/** Time the changes in a list whose filter passes changed records only, so that the list counts them. */
async function timeChanges(
  count: number,
): Promise<{ stored: number; shown: number; early: number }> {
  const { syncProbe: probe } = window
  const early = probe.counts.at(-1)?.rows ?? 0
  probe.writes = []
  const began = performance.now()
  document.dispatchEvent(new Event('visibilitychange'))
  const isShown = () => probe.counts.at(-1)?.rows === count && probe.counts.at(-1)!.at < Infinity
  while (!isShown() && performance.now() - began < 60_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const ended = Math.max(...probe.writes.filter(({ rows }) => rows > 1).map((one) => one.ended))
  return { stored: ended - began, shown: (probe.counts.at(-1)?.at ?? Infinity) - began, early }
}

/** Measure an edit on the page until it is painted: a sample laid into wells of a plate, and a note. */
async function measureEdits(lab: SyncLab, page: Page, rounds: number): Promise<ReportRow[]> {
  await page.evaluate(
    (path) => history.pushState(null, '', path),
    `/analyses/new?edit=${lab.plans[0]}`,
  )
  await page.locator('[data-well="95"]').waitFor({ timeout: 30_000 })
  await page.waitForTimeout(1500)
  const wells = await page.evaluate(timeWells, rounds)
  await page.evaluate(
    (path) => history.pushState(null, '', path),
    `/analyses/details/${lab.plans[1]}`,
  )
  await page.getByRole('textbox', { name: 'Notebook' }).waitFor({ timeout: 30_000 })
  await page.waitForTimeout(1500)
  const notes = await page.evaluate(timeNotes, rounds)
  return [
    ...both('edit to paint: a sample laid into twelve wells', wells, 16),
    ...both('edit to paint: a key typed into the notebook', notes, 16),
  ]
}

async function timeWells(count: number): Promise<number[]> {
  const took: number[] = []
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  for (let round = 0; round < count; round++) {
    const row = document.querySelectorAll<HTMLElement>('main [role="rowheader"]')[round % 8]
    row?.click()
    await wait(300)
    const forms = [...document.querySelectorAll('main form')] as HTMLFormElement[]
    const form = forms.find(
      (one) => one.querySelector('select') && one.querySelector('[type="submit"]'),
    )
    const field = form?.querySelector('input')
    if (!form || !field) throw new Error('nothing can be laid into wells')
    const name = `Laid in ${round}`
    window.typeInto(field, name)
    await wait(300)
    const well = document.querySelector(`[data-well="${(round % 8) * 12}"]`)
    const isLaid = () => well?.getAttribute('aria-label')?.includes(name) === true
    took.push(await window.timeToPaint(() => form.requestSubmit(), isLaid))
    await wait(300)
  }
  return took
}

async function timeNotes(count: number): Promise<number[]> {
  const took: number[] = []
  let text = ''
  for (let round = 0; round < count; round++) {
    const field = document.querySelector<HTMLTextAreaElement>('main textarea')
    if (!field) throw new Error('there is no notebook')
    text += 'x'
    const isTyped = () =>
      document.querySelector<HTMLTextAreaElement>('main textarea')?.value === text
    took.push(await window.timeToPaint(() => window.typeInto(field, text), isTyped))
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  return took
}

function both(name: string, values: readonly number[], bar: number): ReportRow[] {
  return [
    atMost(`${name}, median`, median(values), 'ms', bar),
    measured(`${name}, p95`, quantile(values, 0.95), 'ms'),
  ]
}
