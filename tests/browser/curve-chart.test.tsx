import type { Plot } from '@observablehq/plot'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CurveChart } from '../../web/parts/chart/CurveChart.tsx'
import { withPen } from '../../web/parts/chart/canvas.ts'
import type { CurveLine } from '../../web/parts/chart/curve-line.ts'
import { findAppended } from '../../web/parts/chart/curve-line.ts'
import { drawAxes } from '../../web/parts/chart/draw-axes.ts'
import { drawCurves } from '../../web/parts/chart/draw-curves.ts'
import { fitDomains, placeChart } from '../../web/parts/chart/geometry.ts'
import { findNearest } from '../../web/parts/chart/hit-curves.ts'
import { project } from '../../web/parts/chart/scale.ts'
import { logDomain } from '../../web/curves/value-axis.ts'
import { mount } from './mount.tsx'

const axes = {
  x: { label: 'Cycle', domain: [1, 40] },
  y: { label: 'Fluorescence (a.u.)' },
} as const
const colors = ['#0072B2', '#009E73', '#D55E00', '#CC79A7']
const dashes = [[], [10, 4], [8, 3, 2, 3], [4, 3]]

function makeLines(count: number, points: number, dashed = true): CurveLine[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    color: colors[at % 4] as string,
    dash: dashed ? (dashes[at % 4] as number[]) : [],
    values: Float64Array.from(
      { length: points },
      (_one, x) => 300 + 4000 / (1 + Math.exp((16 + (at % 24) - x) * 0.6)) + Math.sin(x * at) * 9,
    ),
  }))
}

const layOut = (lines: CurveLine[], logY = false) =>
  placeChart(1000, 600, fitDomains({ lines, ...axes, logY, alsoY: [] }), logY)

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] as number

test('the axes of Plot and the curves have the same scale', () => {
  for (const logY of [false, true]) {
    const geometry = layOut(makeLines(4, 40), logY)
    const figure = drawAxes(geometry, { x: 'Cycle', y: 'a.u.' }) as unknown as SVGSVGElement & Plot
    for (const cycle of [1, 7.5, 40]) {
      expect(project(geometry.x, cycle)).toBeCloseTo(figure.scale('x')?.apply(cycle), 6)
    }
    for (const value of [350, 1200, 4000]) {
      expect(project(geometry.y, value)).toBeCloseTo(figure.scale('y')?.apply(value), 6)
    }
    expect(figure.querySelector('style'), 'the policy refuses styles in the page').toBeNull()
  }
})

test('A24-21: an address with a logarithmic axis from 0 is drawn, and does not stop the page', () => {
  for (const domain of [
    [0, 10],
    [-5, 10],
    [1e-320, 1e308],
  ] as const) {
    for (const logY of [false, true]) {
      const given = {
        lines: makeLines(1, 40),
        x: axes.x,
        y: { ...axes.y, domain },
        logY,
        alsoY: [],
      }
      const geometry = placeChart(1000, 600, fitDomains(given), logY)
      const figure = drawAxes(geometry, { x: 'Cycle', y: 'a.u.' })
      expect(figure.querySelectorAll('text').length).toBeLessThan(700)
    }
  }
})

test('redrawing 384 curves of 40 points takes at most 6 ms', () => {
  const lines = makeLines(384, 40)
  const geometry = layOut(lines)
  const canvas = document.createElement('canvas')
  canvas.width = 1000
  canvas.height = 600
  document.body.append(canvas)
  onTestFinished(() => canvas.remove())
  const read = (color: string) => color
  const time = (drawn: CurveLine[], flush: boolean) => {
    const times: number[] = []
    for (let round = 0; round < 30; round++) {
      const start = performance.now()
      withPen(canvas, { clear: true, clip: geometry }, (pen) =>
        drawCurves(pen, drawn, geometry, read),
      )
      if (flush) canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
      times.push(performance.now() - start)
    }
    return times
  }
  const full = time(lines, false)
  const solid = time(makeLines(384, 40, false), true)
  const dashed = time(lines, true)
  const before = makeLines(384, 39, false)
  const after = makeLines(384, 40, false)
  const piece: number[] = []
  for (let round = 0; round < 40; round++) {
    const start = performance.now()
    const starts = findAppended(before, after)
    expect(starts?.[0]).toBe(38)
    withPen(canvas, { clear: false, clip: geometry }, (pen) =>
      drawCurves(pen, after, geometry, read, starts ?? []),
    )
    piece.push(performance.now() - start)
  }
  const hit: number[] = []
  for (let round = 0; round < 40; round++) {
    const start = performance.now()
    findNearest(lines, geometry, { x: 100 + round * 20, y: 300 }, 14)
    hit.push(performance.now() - start)
  }
  canvas.remove()
  const show = (times: number[]) => `${median(times).toFixed(2)} ms`
  console.info(
    `384 curves x 40: redraw ${show(full)} (drawn to the last pixel without a GPU: solid ${show(solid)}, ` +
      `dashed ${show(dashed)}), appended point ${show(piece)}, nearest curve ${show(hit)}`,
  )
  expect(median(full)).toBeLessThanOrEqual(6)
  expect(median(hit)).toBeLessThanOrEqual(6)
})

const two: CurveLine[] = [
  { id: 'low', color: '#0072B2', values: Array.from({ length: 40 }, () => 100) },
  { id: 'high', color: '#D55E00', values: Array.from({ length: 40 }, () => 900) },
]
const y = { label: 'a.u.', domain: [0, 1000] } as const

function Chart() {
  const [chosen, setChosen] = useState('')
  const [level, setLevel] = useState(500)
  return (
    <div style={{ width: 600, height: 400 }}>
      <CurveChart
        label="Test curves"
        summary="Two flat curves."
        lines={two}
        x={axes.x}
        y={y}
        thresholds={[{ id: 'one', value: level, label: 'FAM', color: '#000000', draggable: true }]}
        describePoint={(id, index) => `${id} at ${index + 1}`}
        onSelect={(ids, mode) => setChosen(`${mode}: ${ids.join(' ')}`)}
        onThreshold={(_, value) => setLevel(Math.round(value))}
      />
      <output>{`${chosen} | ${level}`}</output>
    </div>
  )
}

const said = () => document.querySelector('output')?.textContent ?? ''

test('curves are named under the pointer, chosen by press, box and keys', async () => {
  mount(<Chart />)
  const chart = page.getByRole('group', { name: 'Test curves' })
  await expect.poll(() => document.querySelector('svg text')?.textContent).toBeTruthy()
  const box = chart.element().getBoundingClientRect()
  const at = (x: number, value: number) => ({
    x: Math.round(x),
    y: Math.round(26 + (1 - value / 1000) * (box.height - 26 - 38)),
  })
  await chart.hover({ position: at(300, 900) })
  await expect.element(page.getByText(/^high at/)).toBeVisible()
  await chart.click({ position: at(300, 100) })
  await expect.poll(said).toContain('replace: low |')
  await chart.click({ position: at(300, 700) })
  await expect.poll(said).toContain('replace:  |')
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{Enter}')
  await expect.poll(said).toContain('replace: high |')
})

test('a threshold follows the pointer that drags it', async () => {
  mount(<Chart />)
  const chart = page.getByRole('group', { name: 'Test curves' })
  await expect.element(chart).toBeVisible()
  const element = chart.element()
  const box = element.getBoundingClientRect()
  const high = box.height - 26 - 38
  const point = (type: string, value: number) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        clientX: box.left + 300,
        clientY: box.top + 26 + (1 - value / 1000) * high,
      }),
    )
  point('pointerdown', 500)
  point('pointermove', 250)
  point('pointerup', 250)
  await expect.poll(() => Number(said().split('| ')[1])).toBeCloseTo(250, -1)
})

/** Show a chart whose logarithmic axis makes room below the threshold, as those of a run and of the test bench do. */
function GrowingChart() {
  const [level, setLevel] = useState(50)
  const thresholds = [
    { id: 'one', value: level, label: 'FAM', color: '#000000', draggable: true, handle: true },
  ]
  return (
    <div style={{ width: 600, height: 400 }}>
      <CurveChart
        label="Test curves"
        summary="Two flat curves."
        lines={two}
        x={axes.x}
        y={{ label: 'a.u.', domain: logDomain(two, thresholds) }}
        logY
        thresholds={thresholds}
        onThreshold={(_, value) => setLevel(value)}
      />
      <output>{level}</output>
    </div>
  )
}

test.each([
  ['its line', 'group'],
  ['its handle', 'slider'],
] as const)(
  'a threshold that is dragged by %s below a logarithmic axis stays at its end (issue 17)',
  async (_what, role) => {
    mount(<GrowingChart />)
    await expect.element(page.getByRole('slider')).toBeVisible()
    const chart = page.getByRole('group', { name: 'Test curves' }).element()
    const box = chart.getBoundingClientRect()
    const handle = page.getByRole('slider').element().getBoundingClientRect()
    const element = page.getByRole(role).element()
    const point = (type: string, clientY: number) =>
      element.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId: 1,
          button: 0,
          clientX: role === 'group' ? box.left + 300 : handle.left,
          clientY,
        }),
      )
    point('pointerdown', handle.top + handle.height / 2)
    for (let move = 0; move < 20; move++) {
      point('pointermove', box.bottom - 20)
      await expect.poll(said).toBe('1')
    }
    point('pointerup', box.bottom - 20)
    await expect.poll(said).toBe('1')
    // Begin the next drag below the axis, which has room there now.
    const slider = page.getByRole('slider')
    await expect.element(slider).toHaveAttribute('aria-valuemin', '0.1')
    slider.element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => Number(said())).toBeLessThan(1)
  },
)
