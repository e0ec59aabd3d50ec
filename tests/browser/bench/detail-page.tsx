import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Analysis } from '../../../domain/entities/analysis.ts'
import { completeTexts } from '../../../web/i18n/catalogs.ts'
import { PlateAndCurves } from '../../../web/screens/analyses/detail/PlateAndCurves.tsx'
import { ResultTable } from '../../../web/screens/analyses/detail/ResultTable.tsx'
import { type Picked, usePicked } from '../../../web/screens/analyses/detail/curves/use-picked.ts'
import { useView } from '../../../web/screens/analyses/detail/use-view.ts'
import '../../../web/styles/tokens.css'
import '../../../web/styles/base.css'
import { analyse, type AnalyseInput } from '../../../workers/run/analyse.ts'
import { type CurveLayers, curveLayers } from '../../../workers/run/views.ts'
import { type FrameTimes, liveMarks, nextFrame, timeFrames } from './frames.ts'
import { recordOfRun } from './run-record.ts'

let picked: Picked | null = null
let showMeasured: ((cycles: number) => void) | null = null

/** Plate, curves and table of a full plate of six channels, as the page of an analysis has them. */
export async function mountDetail(input: AnalyseInput): Promise<void> {
  // Load all texts: a missing one makes an error with a stack each time, which would be measured.
  await Promise.all((['frame', 'analysis', 'plan', 'faults'] as const).map(completeTexts))
  const layers = curveLayers(input.amplification, input.evaluation)
  const results = analyse(input)
  const record = recordOfRun(input, { name: 'Bench', sample: 'Sample' })
  createRoot(document.getElementById('app') as HTMLElement).render(
    <Detail record={record} layers={layers} results={results} />,
  )
  for (let at = 0; at < 30; at++) await nextFrame()
}

function Detail(props: {
  record: Analysis
  layers: CurveLayers
  results: ReturnType<typeof analyse>
}) {
  const { record, layers, results } = props
  const control = useView({ colour: 'end', tab: 'wells' })
  const [measured, setMeasured] = useState(layers.points)
  picked = usePicked()
  showMeasured = setMeasured
  const { selected, onSelect, onPoint, pointed, scrub } = picked
  // Leave out the table of a run that goes on: new curves must not draw this one again.
  const table = useMemo(
    () => (
      <ResultTable
        {...{ record, results, layers, selected, onSelect, onPoint, pointed, scrub }}
        solo={false}
        onOpen={() => undefined}
      />
    ),
    [record, results, layers, selected, onSelect, onPoint, pointed, scrub],
  )
  return (
    <>
      <PlateAndCurves
        {...picked}
        {...{ record, results, control }}
        // Give new layers with each cycle, as a run does.
        layers={measured === layers.points ? layers : { ...layers }}
        melt={null}
        measured={{ AMP: measured, VAL: 0 }}
        cycles={layers.points}
        empty=""
      />
      {table}
    </>
  )
}

/** Time the frames of a pointer that moves over the curves. */
export function timeHover(frames: number): Promise<FrameTimes> {
  const { chart, at } = findChart()
  return timeFrames(frames, (frame) =>
    point(chart, 'pointermove', at(frame / frames, 0.3 + 0.4 * Math.sin(frame / 9))),
  )
}

/** Time the frames of a free form that is drawn around curves. */
export async function timeDrag(frames: number): Promise<FrameTimes> {
  const { chart, at } = findChart()
  point(chart, 'pointerdown', at(0.1, 0.1))
  const times = await timeFrames(frames, (frame) =>
    point(chart, 'pointermove', at(0.1 + (0.8 * frame) / frames, 0.5 + 0.4 * Math.sin(frame / 15))),
  )
  point(chart, 'pointerup', at(0.9, 0.9))
  await nextFrame()
  picked?.onSelect(new Set())
  for (let frame = 0; frame < 10; frame++) await nextFrame()
  return times
}

/** Time the frames of the scrubber that moves plate, curves and table through the run and back. */
export function timeScrub(frames: number, cycles: number): Promise<FrameTimes> {
  const range = document.querySelector('input[type=range]') as HTMLInputElement
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  return timeFrames(frames, (frame) => {
    const step = frame % (2 * cycles - 2)
    const to = 1 + (step < cycles ? step : 2 * cycles - 2 - step)
    set?.call(range, String(to))
    range.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/**
 * Show each new cycle, one after the other: lines, charts, plate. Its cost for the page's thread is between marks. `at`
 * is the cycle that is shown; null follows the newest, as the page of a run does by itself.
 */
export async function showLive(cycles: number, at: number | null): Promise<void> {
  if (picked) picked.scrub.cycle.value = at
  for (let frame = 0; frame < 30; frame++) await nextFrame()
  for (let cycle = 5; cycle < cycles; cycle++) {
    await nextFrame()
    performance.mark(liveMarks[0])
    flushSync(() => showMeasured?.(cycle))
    performance.mark(liveMarks[1])
    await nextFrame()
  }
  flushSync(() => showMeasured?.(cycles))
}

function findChart() {
  const chart = document.querySelector('[aria-roledescription=chart]') as HTMLElement
  const box = chart.getBoundingClientRect()
  const at = (x: number, y: number) => ({
    clientX: box.left + 58 + x * (box.width - 72),
    clientY: box.top + 26 + y * (box.height - 64),
  })
  return { chart, at }
}

function point(chart: HTMLElement, type: string, place: { clientX: number; clientY: number }) {
  chart.setPointerCapture = () => undefined
  chart.dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: 'mouse', ...place }),
  )
}
