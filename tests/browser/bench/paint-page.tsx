import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { CurveChart } from '../../../web/parts/chart/CurveChart.tsx'
import type { CurveLine } from '../../../web/parts/chart/curve-line.ts'
import '../../../web/styles/tokens.css'
import '../../../web/styles/base.css'
import { completeTexts } from '../../../web/i18n/catalogs.ts'
import { nextFrame, nextTurn } from './frames.ts'

/** Times until a chart of all curves is on screen, in ms. */
export interface PaintTimes {
  ours: number[]
  uplot: number[]
  canvas: number[]
}

const wells = 96
const cycles = 45
const colours = ['#0072B2', '#009E73', '#D55E00', '#CC79A7', '#E69F00', '#7A5195']
const dashes = [[], [10, 4], [8, 3, 2, 3], [5, 4], [10, 3, 4, 3], [2, 3]]
const size = { width: 1000, height: 560 }

const values = colours.flatMap((_, channel) =>
  Array.from({ length: wells }, (_one, well) =>
    Float64Array.from({ length: cycles }, (_two, at) => {
      const middle = 16 + ((well * 7 + channel * 3) % 23) * 0.8
      return Math.sin(at * 12.9 + well * 78.2) * 14 + 4000 / (1 + Math.exp((middle - at) * 0.62))
    }),
  ),
)
const lines: CurveLine[] = values.map((own, at) => ({
  id: String(at),
  values: own,
  color: colours[Math.floor(at / wells)] as string,
  dash: dashes[Math.floor(at / wells)] as number[],
}))
const x = { label: 'Cycle', start: [1, cycles] } as const
const y = { label: 'Fluorescence (a.u.)', start: [0, 4200] } as const

const draws = { ours: drawOurs, uplot: drawUplot, canvas: drawCanvas }

/** Time each in turn, in another order each round; a first round is not counted. */
export async function timePaint(rounds: number): Promise<PaintTimes> {
  // Load all texts: a missing one makes an error with a stack each time, which would be measured.
  await completeTexts('frame')
  const times: PaintTimes = { ours: [], uplot: [], canvas: [] }
  const names = ['ours', 'uplot', 'canvas'] as const
  for (let round = 0; round <= rounds; round++) {
    for (let at = 0; at < names.length; at++) {
      const name = names[(at + round) % names.length] as keyof PaintTimes
      const took = await timeOne(draws[name])
      if (round > 0) times[name].push(took)
    }
  }
  return times
}

/** Time until the frame has been handed over, its canvases drawn to the last pixel, without the wait for the screen. */
async function timeOne(draw: (holder: HTMLElement) => () => void): Promise<number> {
  const holder = document.createElement('div')
  holder.style.width = `${size.width}px`
  holder.style.height = `${size.height}px`
  document.body.append(holder)
  await nextFrame()
  await nextFrame()
  const began = performance.now()
  const end = draw(holder)
  // Wait a turn: uPlot draws in a microtask, our axes come by a promise.
  await nextTurn()
  for (const canvas of holder.querySelectorAll('canvas')) {
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  }
  const handled = performance.now() - began
  await nextFrame()
  const drawing = performance.now()
  await nextTurn()
  const took = handled + performance.now() - drawing
  end()
  holder.remove()
  return took
}

function drawOurs(holder: HTMLElement): () => void {
  const root = createRoot(holder)
  flushSync(() =>
    root.render(<CurveChart label="Curves" summary="Curves." lines={lines} x={x} y={y} />),
  )
  return () => root.unmount()
}

function drawUplot(holder: HTMLElement): () => void {
  const chart = new uPlot(
    {
      ...size,
      legend: { show: false },
      scales: { x: { time: false }, y: { range: [-200, 4200] } },
      axes: [{ label: 'Cycle' }, { label: 'Fluorescence (a.u.)' }],
      series: [
        {},
        ...lines.map(({ color, dash }) => ({
          stroke: color,
          width: 1,
          dash: [...(dash ?? [])],
          points: { show: false },
        })),
      ],
    },
    [Float64Array.from({ length: cycles }, (_, at) => at + 1), ...values] as uPlot.AlignedData,
    holder,
  )
  return () => chart.destroy()
}

/** Draw the minimum: a stroke for each curve, no axes, no pointer. */
function drawCanvas(holder: HTMLElement): () => void {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  holder.append(canvas)
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  for (const { values: own, color, dash } of lines) {
    pen.strokeStyle = color
    pen.setLineDash([...(dash ?? [])])
    pen.beginPath()
    for (let at = 0; at < own.length; at++) {
      pen.lineTo((at / (cycles - 1)) * size.width, size.height * (1 - (own[at] as number) / 4200))
    }
    pen.stroke()
  }
  return () => undefined
}
