import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import type { Evaluation } from '../../../domain/entities/evaluation-recipe.ts'
import { completeTexts } from '../../../web/i18n/catalogs.ts'
import { makeLotColumns, makeLotFacets } from '../../../web/entities/lot/lot-columns.tsx'
import { RecordPage } from '../../../web/record/RecordPage.tsx'
import type { BenchRun } from '../../../web/screens/methods/bench/bench-run.ts'
import { BenchView } from '../../../web/screens/methods/bench/BenchView.tsx'
import { ProcessEditor } from '../../../web/screens/methods/process/ProcessEditor.tsx'
import '../../../web/styles/tokens.css'
import '../../../web/styles/base.css'
import { type FrameTimes, nextFrame, nextTurn, timeFrames } from './frames.ts'
import { uuidOf } from '../../support/uuid-of.ts'

const runs: BenchRun[] = []
const files = new Map<string, Uint8Array>()
/** Times between a question to a worker about the run on show and its answer, in ms. */
const answered: number[] = []
let root: Root | null = null

/** Take a run with its curve file, as the company's own runs are on the machine. */
export function addRun(record: BenchRun, curves: string): void {
  runs.push(record)
  files.set(
    record.uuid,
    Uint8Array.from(atob(curves), (one) => one.charCodeAt(0)),
  )
}

/** Fetch the texts that the parts of this page say. */
export async function readTexts(): Promise<void> {
  const parts = ['frame', 'analysis', 'bench', 'methods', 'material', 'record', 'faults'] as const
  await Promise.all(parts.map(completeTexts))
}

const load = async ({ uuid }: BenchRun) => (files.get(uuid) as Uint8Array).slice()

interface Asked {
  id?: string
  argumentList?: readonly { value?: unknown }[]
}

/** Start a worker at an address of the bench: a page of one script has no files beside it. */
function start(): Worker {
  const worker = new Worker(new URL('method-bench-entry.js', document.baseURI))
  const began = new Map<string, number>()
  const post = worker.postMessage.bind(worker) as (...given: unknown[]) => void
  const shown = runs[0]?.uuid
  worker.postMessage = (...given: unknown[]) => {
    const [message] = given as [Asked]
    if (message.id && isAskingFor(shown, message)) began.set(message.id, performance.now())
    post(...given)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
    const at = began.get(data.id ?? '')
    if (at !== undefined) answered.push(performance.now() - at)
  })
  return worker
}

/** Tell if a message asks for the comparison of a run. Looks at two fields: to write a held run as text takes 30 ms. */
function isAskingFor(run: string | undefined, { argumentList }: Asked): boolean {
  const [name, args] = argumentList ?? []
  const [first] = Array.isArray(args?.value) ? (args.value as unknown[]) : []
  return name?.value === 'compare' && first === run
}

/** Show the bench as an editor does, with a draft that differs from the start. */
function Editor({ inForce, first }: { inForce: Evaluation; first: Evaluation }) {
  const [draft, setDraft] = useState(first)
  return (
    <BenchView
      {...{ inForce, draft, runs, load, start }}
      isReading={false}
      sourceOf={() => 'bcube-1'}
      onThreshold={(name, value) =>
        setDraft((before) => ({
          ...before,
          targets: before.targets.map((one) =>
            one.name === name ? { ...one, threshold: { method: 'fixed', value } } : one,
          ),
        }))
      }
    />
  )
}

function show(content: React.ReactNode): void {
  root?.unmount()
  root = createRoot(document.getElementById('app') as HTMLElement)
  flushSync(() => root?.render(content))
}

/** Open the bench with a draft, and tell when the first changed call and the last run are on screen, in ms. */
export async function compareAll(
  inForce: Evaluation,
  draft: Evaluation,
): Promise<{ first: number; all: number }> {
  root?.unmount()
  root = null
  await nextFrame()
  const began = performance.now()
  show(<Editor inForce={inForce} first={draft} />)
  await until(() => document.querySelector('[role=row][data-changed]') !== null)
  await nextTurn()
  const first = performance.now() - began
  await until(isSettled)
  await nextTurn()
  return { first, all: performance.now() - began }
}

/** Drag the threshold up and down, a step before each frame. */
export async function timeThreshold(
  frames: number,
): Promise<{ times: FrameTimes; settled: number; answered: number[] }> {
  const handle = document.querySelector('[role=slider]') as HTMLElement
  const box = handle.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  handle.setPointerCapture = () => undefined
  const send = (type: string, clientY: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY }),
    )
  const at = (frame: number) => y + 40 * Math.sin(frame / 12)
  answered.length = 0
  send('pointerdown', y)
  const times = await timeFrames(frames, (frame) => send('pointermove', at(frame)))
  const began = performance.now()
  send('pointerup', at(frames + 6))
  await nextFrame()
  await until(isSettled)
  await nextTurn()
  return { times, settled: performance.now() - began, answered: [...answered] }
}

const isSettled = () => document.querySelector('[role=progressbar], progress') === null

async function until(holds: () => boolean): Promise<void> {
  const patience = performance.now() + 60_000
  while (!holds()) {
    if (performance.now() > patience) throw new Error('Nothing more happens')
    await nextFrame()
  }
}

/** Open the editor of a thermal programme. */
export async function mountEditor(
  record: Parameters<typeof ProcessEditor>[0]['record'],
): Promise<void> {
  show(<ProcessEditor who="bench" record={record} swarms={[]} />)
  for (let at = 0; at < 10; at++) await nextFrame()
}

/** Type into a number of the programme: a frame each. */
export function timeKeys(frames: number): Promise<FrameTimes> {
  const field = document.querySelector('table input[inputmode]') as HTMLInputElement
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  field.focus()
  return timeFrames(frames, (frame) => {
    set?.call(field, String(50 + (frame % 40)))
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const kits = new Map<string, never>()
let shownLots: readonly BkitLot[] = []

function Lots({ lots }: { lots: readonly BkitLot[] }) {
  const [columns] = useState(() => makeLotColumns(kits))
  const [facets] = useState(() => makeLotFacets(lots, kits))
  return (
    <RecordPage
      name="lot"
      file="lots"
      title="Lots"
      list={{ rows: lots, isWhole: true, failure: [], again: () => undefined }}
      columns={columns}
      facets={facets}
      nameOf={({ lot_number }) => lot_number}
      empty={{ area: 'lots', title: '', text: '' }}
      panel={() => ({ facts: [] })}
      actsOf={() => []}
    />
  )
}

/** Make lots that are there, as the list has them. */
export function makeLots(count: number): void {
  shownLots = Array.from({ length: count }, (_, at): BkitLot => ({
    uuid: uuidOf(at),
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    lot_number: `LOT-${String((at * 7919) % count).padStart(6, '0')}`,
    boxes: 1 + (at % 40),
    bkit_uuid: '00000000-0000-4000-8000-000000000001',
  }))
}

/** Draw the list of lots, some times over. */
export function timeList(times: number): Promise<FrameTimes> {
  return timeFrames(times, () => show(<Lots lots={[...shownLots]} />))
}

/** Type into the filter of the list, a text each. @throws when the list does not follow. */
export async function timeFilter(texts: readonly string[]): Promise<FrameTimes> {
  const field = document.querySelector('input[type=search]') as HTMLInputElement
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (let at = 0; at < 20; at++) await nextFrame()
  const times = await timeFrames(texts.length, (frame) => {
    set?.call(field, texts[frame])
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await until(() => isFiltered(texts.at(-1) ?? ''))
  return times
}

/** Tell if the bar over the list says as many rows as a filter leaves. */
function isFiltered(text: string): boolean {
  const left = shownLots.filter(({ lot_number }) => lot_number.includes(text)).length
  const said = document.querySelector('input[type=search]')?.closest('div')?.textContent ?? ''
  return said.includes(`${left.toLocaleString('en')} `)
}
