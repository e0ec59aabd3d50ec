import Papa from 'papaparse'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { cartridges } from '../../../domain/catalog/cartridges.ts'
import { firstListSettings } from '../../../workers/files/sample-list/list-settings.ts'
import { ListReview } from '../../../web/screens/analyses/wizard/csv/ListReview.tsx'
import {
  type ChosenFile,
  useOpenList,
} from '../../../web/screens/analyses/wizard/csv/use-open-list.ts'
import { completeTexts } from '../../../web/i18n/catalogs.ts'
import '../../../web/styles/tokens.css'
import '../../../web/styles/base.css'

export interface ImportTimes {
  ours: number[]
  papa: number[]
}

const cartridge = cartridges.Wells96
const target = { shape: cartridge, present: [], predefined: [], applications: null, order: [] }
const wish = { type: 'create' as const, settings: firstListSettings, target }
const told = { encoding: null, delimiter: null }

// Start the worker from an address of the bench: a page of one script has no files beside it.
const start = () => new Worker(new URL('list-entry.js', document.baseURI))

let show: (chosen: ChosenFile) => void = () => undefined
let list: File

/** Show the dialog's own review of a list. */
function Review() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const { state, list: open, change } = useOpenList(chosen, wish, start)
  show = setChosen
  if (state.step !== 'read') return <p>{state.step}</p>
  return (
    <ListReview
      view={state.view}
      list={open}
      cartridge={cartridge}
      name="list.csv"
      onChange={change}
    />
  )
}

/** Show a list like those of laboratories: a quantity in some rows, a quoted name in some, columns that are ignored. */
export async function mountReview(rows: number): Promise<void> {
  await Promise.all((['frame', 'plan', 'faults'] as const).map(completeTexts))
  const lines = ['Well,Sample,Sample type,Quantity,Application,Collected,Ward,Cq']
  for (let at = 0; at < rows; at += 1) {
    const well = `${'ABCDEFGH'[at % 8]}${1 + ((at >> 3) % 12)}`
    const name = at % 7 === 0 ? `"Donor ""${at}"", F"` : `F-2026-${at}`
    const [type, quantity] = at % 5 === 0 ? ['standard', (at % 1000) + 0.5] : ['unknown', '']
    const day = 10 + (at % 20)
    lines.push(
      `${well},${name},${type},${quantity},Malaria,2026-03-${day},Ward 7,${20 + (at % 1500) / 100}`,
    )
  }
  list = new File([`${lines.join('\n')}\n`], 'list.csv', { type: 'text/csv' })
  const root = createRoot(document.querySelector('#app') ?? document.body)
  flushSync(() => root.render(<Review />))
}

/** Time from the chosen file to its rows on the page, in ms. */
export async function importOnce(): Promise<number> {
  const began = performance.now()
  // Take another file each time, of the same bytes: the same one again would stay on the page meanwhile.
  show({ file: new File([list], 'list.csv', { type: 'text/csv' }), told })
  await until(() => document.querySelector('#app p')?.textContent === 'reading')
  await until(() => Boolean(document.querySelector('[data-row="8"] td')?.textContent))
  return performance.now() - began
}

/** PapaParse with types on the page's thread, from the same file: rows as objects, numbers as numbers. */
async function parseOnce(): Promise<number> {
  const began = performance.now()
  const { data } = Papa.parse(await list.text(), { header: true, dynamicTyping: true })
  if (data.length === 0) throw new Error('Nothing was read')
  return performance.now() - began
}

/** Time both in turns, so that neither has the faster moments of the machine. */
export async function timeBoth(rounds: number): Promise<ImportTimes> {
  const times: ImportTimes = { ours: [], papa: [] }
  await importOnce()
  await parseOnce()
  for (let round = 0; round < rounds; round += 1) {
    const pair = [
      async () => times.ours.push(await importOnce()),
      async () => times.papa.push(await parseOnce()),
    ]
    for (const one of round % 2 === 0 ? pair : pair.reverse()) {
      await pause()
      await one()
    }
  }
  return times
}

/** Return the longest task of the page while a list is read, scrolled through and changed, in ms. */
export async function watchImport(rounds: number): Promise<{ longest: number; changed: number[] }> {
  const watch = watchThread()
  const changed: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await importOnce()
    await scrollThrough()
    changed.push(await skipRow())
  }
  return { longest: watch(), changed }
}

async function scrollThrough(): Promise<void> {
  const scroller = document.querySelector('table')?.parentElement
  if (!scroller) throw new Error('There is no table')
  for (let step = 1; step <= 20; step += 1) {
    scroller.scrollTop = (scroller.scrollHeight * step) / 20
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** Skip a row, after which all rows are judged again. Return the time in ms. */
async function skipRow(): Promise<number> {
  const table = document.querySelector('table')
  const before = document.querySelector('button[aria-pressed=true]')?.nextElementSibling
  const count = before?.textContent
  const began = performance.now()
  table?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }))
  await until(() => document.querySelector('tr[data-active] td')?.textContent === '2')
  table?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }))
  await until(
    () =>
      document.querySelector('button[aria-pressed=true]')?.nextElementSibling?.textContent !==
      count,
  )
  return performance.now() - began
}

async function until(holds: () => boolean): Promise<void> {
  const patience = performance.now() + 30_000
  while (!holds()) {
    if (performance.now() > patience) throw new Error(`It never came: ${String(holds)}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 150))

/** Watch tasks below 50 ms too, which are not reported: a late message shows how long those before it took. */
function watchThread(): () => number {
  const { port1, port2 } = new MessageChannel()
  let longest = 0
  let sent = performance.now()
  let isOver = false
  port1.onmessage = () => {
    longest = Math.max(longest, performance.now() - sent)
    setTimeout(() => {
      sent = performance.now()
      if (!isOver) port2.postMessage(null)
    }, 1)
  }
  port2.postMessage(null)
  return () => {
    isOver = true
    port1.close()
    return longest
  }
}
