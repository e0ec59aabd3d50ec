import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CurveChart, type CurveChartProps } from '../../web/parts/chart/CurveChart.tsx'
import type { CurveTool } from '../../web/parts/chart/curve-events.ts'
import { Scrubber } from '../../web/parts/chart/Scrubber.tsx'
import { mount } from './mount.tsx'

const lines = [
  { id: 'low', color: '#0072B2', values: Array.from({ length: 41 }, () => 100) },
  { id: 'high', color: '#D55E00', values: Array.from({ length: 41 }, () => 900) },
]

function Chart(props: { tool?: CurveTool } & Partial<CurveChartProps>) {
  const [said, say] = useState('')
  const [part, setPart] = useState<readonly [number, number] | null>(null)
  const [limits, setLimits] = useState<readonly [number, number] | undefined>()
  const [level, setLevel] = useState(500)
  const [band, setBand] = useState<readonly [number, number]>([3, 15])
  return (
    <div style={{ width: 600, height: 400 }}>
      <CurveChart
        label="Test curves"
        summary="Two flat curves."
        lines={lines}
        x={{ label: 'Cycle', domain: part ?? undefined }}
        y={{ label: 'a.u.', domain: limits, start: [0, 1000] }}
        thresholds={[
          {
            id: 'FAM',
            value: level,
            label: 'FAM',
            color: '#000000',
            draggable: true,
            handle: true,
          },
        ]}
        band={band}
        onThreshold={(_, value) => setLevel(value)}
        onBand={setBand}
        onSelect={(ids) => say(ids.join(' '))}
        onIsolate={(id) => say(`alone ${id}`)}
        onMenu={(id) => say(`menu ${id}`)}
        onZoom={(next, _done, values) => {
          setPart(next)
          if (values) setLimits(values.y ?? undefined)
        }}
        onLimits={(_, next) => setLimits(next === 'fit' || next === null ? undefined : next)}
        {...props}
      />
      <output data-said="">{`${said} | x ${part?.map(Math.round).join('-') ?? 'all'} | y ${limits?.map(Math.round).join('-') ?? 'own'} | ${level} | ${band.join('-')}`}</output>
    </div>
  )
}

const said = () => document.querySelector('[data-said]')?.textContent ?? ''
const chart = () => page.getByRole('group', { name: 'Test curves' })

/** Turn points of the chart, by x from 0 to 1 of its field and by value, into places of the pointer in the window. */
function place(x: number, value: number) {
  const box = chart().element().getBoundingClientRect()
  return {
    clientX: box.left + 58 + x * (box.width - 72),
    clientY: box.top + 26 + (1 - value / 1000) * (box.height - 64),
  }
}

function point(type: string, x: number, value: number, more: PointerEventInit = {}) {
  chart()
    .element()
    .dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, ...place(x, value), ...more }),
    )
}

test('a free form selects what it goes around', async () => {
  mount(<Chart tool="lasso" />)
  await expect.element(chart()).toBeVisible()
  point('pointerdown', 0.4, 980)
  for (const [x, value] of [
    [0.6, 980],
    [0.6, 820],
    [0.4, 820],
  ] as const) {
    point('pointermove', x, value)
  }
  point('pointerup', 0.4, 900)
  await expect.poll(said).toMatch(/^high \|/)
})

test('dragging with Alt, the wheel with Ctrl and the keys zoom, 0 and a double press show all', async () => {
  mount(<Chart />)
  await expect.element(chart()).toBeVisible()
  point('pointerdown', 0.25, 500, { altKey: true })
  point('pointermove', 0.5, 400)
  point('pointerup', 0.5, 400)
  await expect.poll(said).toContain('x 11-21 | y own')
  // Draw a box around the thresholds, which shows their values, too (first-use W8).
  point('pointerdown', 0, 700, { altKey: true })
  point('pointermove', 0.9, 300)
  point('pointerup', 0.9, 300)
  await expect.poll(said).toMatch(/x 11-20 \| y (29\d|30\d)-(69\d|70\d)/)
  ;(chart().element() as HTMLElement).focus()
  await userEvent.keyboard('0')
  await expect.poll(said).toContain('x all | y own')
  chart()
    .element()
    .dispatchEvent(
      new WheelEvent('wheel', {
        ctrlKey: true,
        deltaY: -300,
        cancelable: true,
        ...place(0.5, 500),
      }),
    )
  await expect.poll(said).toMatch(/x \d+-\d+/)
  chart()
    .element()
    .dispatchEvent(new MouseEvent('dblclick', { bubbles: true, ...place(0.5, 500) }))
  await expect.poll(said).toContain('x all')
  await userEvent.keyboard('+')
  await expect.poll(said).toMatch(/x \d+-\d+/)
})

test('a double press shows a curve alone; right press and menu key ask for a menu', async () => {
  mount(<Chart />)
  await expect.element(chart()).toBeVisible()
  const at = place(0.5, 900)
  chart()
    .element()
    .dispatchEvent(new MouseEvent('dblclick', { bubbles: true, ...at }))
  await expect.poll(said).toMatch(/^alone high/)
  chart()
    .element()
    .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }))
  await expect.poll(said).toMatch(/^menu high/)
  ;(chart().element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}{ArrowRight}{Shift>}{F10}{/Shift}')
  await expect.poll(said).toMatch(/^menu low/)
})

test('thresholds and the baseline are moved by keys, in steps of the axis and of cycles', async () => {
  mount(<Chart />)
  const threshold = page.getByRole('slider', { name: 'Threshold FAM' })
  await expect.element(threshold).toBeVisible()
  ;(threshold.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(said).toContain('| 505 |')
  const from = page.getByRole('slider', { name: 'Start of the baseline' })
  ;(from.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(said).toContain('| 4-15')
  await userEvent.keyboard('{PageUp}{PageUp}')
  await expect.poll(said).toContain('| 14-15')
})

test('the ends of an axis are changed by its name, and wrong ones are refused', async () => {
  mount(<Chart />)
  await page.getByRole('button', { name: 'a.u.: set range' }).click()
  const to = page.getByRole('spinbutton', { name: 'To' })
  await to.fill('-5')
  await expect.element(page.getByText(/must be smaller/)).toBeVisible()
  await to.fill('2500')
  await page.getByRole('button', { name: 'Set' }).click()
  await expect.poll(said).toContain('y 0-2500')
  await page.getByRole('button', { name: 'a.u.: set range' }).click()
  await page.getByRole('button', { name: 'Standard' }).click()
  await expect.poll(said).toContain('y own')
})

test('[SCREEN-007] a second axis has its own name, ends and curves', async () => {
  const two = [lines[0]!, { ...lines[1]!, axis: 'right' as const, values: [0.2, 0.5, 0.9] }]
  mount(<Chart lines={two} y2={{ label: 'HEX' }} />)
  await expect.element(page.getByRole('button', { name: 'HEX: set range' })).toBeVisible()
  await expect
    .poll(() => [...document.querySelectorAll('svg text')].map((one) => one.textContent))
    .toEqual(expect.arrayContaining(['1,000', '0.4']))
})

function Moment() {
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      <Scrubber label="Moment" points={40} at={at} text={(one) => `Cycle ${one}`} onMove={setAt} />
      <output data-said="">{String(at)}</output>
    </>
  )
}

test('the scrubber moves by keys and buttons, and its end is the newest', async () => {
  mount(<Moment />)
  const range = page.getByRole('slider', { name: 'Moment' })
  ;(range.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.poll(said).toBe('38')
  await page.getByRole('button', { name: 'Previous cycle' }).click()
  await expect.poll(said).toBe('37')
  await userEvent.keyboard('{End}')
  await page.getByRole('button', { name: 'Latest' }).click()
  await expect.poll(said).toBe('null')
})
