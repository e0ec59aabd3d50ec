import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PlateAndCurves } from '../../web/screens/analyses/detail/PlateAndCurves.tsx'
import { ResultTable } from '../../web/screens/analyses/detail/ResultTable.tsx'
import { usePicked } from '../../web/screens/analyses/detail/curves/use-picked.ts'
import { useView } from '../../web/screens/analyses/detail/use-view.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { analyse, type AnalyseInput } from '../../workers/run/analyse.ts'
import { curveLayers } from '../../workers/run/views.ts'
import { recordOfRun } from './bench/run-record.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const cycles = 30
const wells = 9

/** Make a small plate of two channels: each well rises a cycle later than the one before. */
function makeInput(): AnalyseInput {
  const amplification = createReadings(['FAM', 'VIC'], wells, cycles)
  for (let channel = 0; channel < 2; channel++) {
    for (let well = 0; well < wells; well++) {
      const curve = curveOf(amplification, channel, well)
      for (let at = 0; at < cycles; at++) {
        const noise = Math.sin(at * 12.9 + well * 78.2) * 2
        curve[at] = 300 + noise + 2000 / (1 + Math.exp((14 + well + channel - at) * 0.7))
      }
    }
  }
  const target = (name: string, channel: 'FAM' | 'VIC') => ({
    name,
    channel,
    role: 'target' as const,
    cq_max: 40,
    threshold: { method: 'automatic' as const, factor: 10 },
    baseline: { method: 'automatic' as const },
  })
  return {
    amplification,
    melt: null,
    evaluation: {
      targets: [target('N1', 'FAM'), target('IC', 'VIC')],
      passive_reference: null,
      controls: {
        ntc_clean: false,
        positive_detected: false,
        internal_control: false,
        replicate_sd: 0.5,
      },
      quantification: null,
      variables: [],
    } as unknown as AnalyseInput['evaluation'],
    cartridge_type: 'Wells9',
    planned_cycles: cycles,
    samples: Array.from({ length: wells }, (_, at) => ({
      uuid: uuidOf(at),
      sample_type: 'unknown' as const,
      coordinates: [`${'ABC'[Math.floor(at / 3)]}${(at % 3) + 1}`],
    })),
    exclusions: [],
    input_hash: '',
  }
}

const input = makeInput()
const layers = curveLayers(input.amplification, input.evaluation)
const results = analyse(input)
const record = recordOfRun(input, { name: 'Small plate', sample: 'Swab' })

let excluded: readonly number[] = []

function Detail() {
  const control = useView({ colour: 'end', tab: 'wells' })
  const picked = usePicked()
  return (
    <>
      <PlateAndCurves
        {...picked}
        {...{ record, results, control, layers, cycles }}
        melt={null}
        measured={{ AMP: cycles, VAL: 0 }}
        empty=""
        onExclude={(wellsToLeave) => (excluded = wellsToLeave)}
      />
      <ResultTable
        {...{ record, results, layers }}
        selected={picked.selected}
        onSelect={picked.onSelect}
        onPoint={picked.onPoint}
        pointed={picked.pointed}
        solo={false}
        onOpen={() => undefined}
        scrub={picked.scrub}
      />
    </>
  )
}

const open = (search = '') => {
  history.replaceState(null, '', `${location.pathname}${search}`)
  mount(<Detail />)
}
const given = (name: string) => new URLSearchParams(location.search).get(name)
const summary = () => document.querySelector('figcaption')?.textContent ?? ''
const well = (name: RegExp) => page.getByRole('gridcell', { name })

afterEach(() => history.replaceState(null, '', location.pathname))

test('[SCREEN-005] [SCREEN-006] the results and the curves of a run are shown, and said in words', async () => {
  open()
  await expect.element(page.getByRole('group', { name: 'Cycles · Curve' })).toBeVisible()
  await expect.poll(summary).toMatch(/18 curves of FAM, HEX over 30 points/)
  await expect
    .element(page.getByRole('row', { name: /A1 Swab 1 .* N1 FAM .* Detected/ }))
    .toBeVisible()
})

test('[VAL-027] [SCREEN-007] a dual axis is refused until a second channel is chosen', async () => {
  open()
  await page.getByRole('button', { name: 'View settings' }).click()
  await page.getByRole('checkbox', { name: 'Dual axis' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Select a second channel for the dual axis')
  expect(page.getByRole('button', { name: /^HEX · / }).query()).toBeNull()
  const choice = page.getByRole('group', { name: 'Channel of the right axis' })
  // Expect a channel that may be chosen to look like one (first-use W10).
  const lines = [...choice.element().querySelectorAll('button > :first-child')]
  expect(lines.map((one) => getComputedStyle(one).opacity)).toEqual(lines.map(() => '1'))
  expect(lines.length).toBeGreaterThan(1)
  await choice.getByRole('button', { name: 'HEX' }).click()
  await expect.element(page.getByRole('button', { name: /^HEX · / })).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
  expect(given('second')).toBe('VIC')
})

test('[SCREEN-008] [SCREEN-009] derivative and log are a press away, and the link says so', async () => {
  open()
  await page.getByRole('radio', { name: 'Derivative' }).click({ force: true })
  await expect.poll(summary).toContain('Rise per cycle')
  await page.getByRole('radio', { name: 'Log' }).click({ force: true })
  await expect.poll(() => given('show')).toBe('log')
})

test('scrubbing moves plate, curves and table to the same cycle, and the link follows', async () => {
  open()
  const scrubber = page.getByRole('slider', { name: 'Cycle shown' })
  ;(scrubber.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  await expect.element(well(/^A1: .*cycle 1: /)).toBeVisible()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(well(/^A1: .*cycle 3: /)).toBeVisible()
  await expect.poll(() => given('at')).toBe('3')
  await page.getByRole('button', { name: 'Latest' }).click()
  await expect.poll(() => given('at')).toBeNull()
})

test('a chart for each target under one cross-hair: pointed at in one, seen in all, on the plate and in the table', async () => {
  open('?split=target')
  const charts = page.getByRole('group', { name: /^(N1|IC) · .* · Cycles · Curve$/ })
  await expect.poll(() => charts.elements().length).toBe(2)
  const summaries = () =>
    [...document.querySelectorAll('figcaption')].map((one) => one.textContent ?? '')
  await expect.poll(summaries).toMatchObject([/^.*9 curves of N1/, /^.*9 curves of IC/])
  const [first, second] = charts.elements() as HTMLElement[]
  first?.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  const heads = () => [...document.querySelectorAll('header')].map((one) => one.textContent)
  await expect.poll(heads).toMatchObject([/A1 · /, /A1 · /])
  await expect
    .element(page.getByRole('row', { name: /A1 Swab 1 .* IC/ }))
    .toHaveAttribute('data-pointed', 'true')
  // Expect both dyes of the pointed well.
  await expect
    .poll(() => document.querySelector('[role=status] table')?.textContent)
    .toMatch(/FAM.*HEX/)
  await userEvent.keyboard('{PageDown}')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('{PageUp}')
  expect(document.activeElement).toBe(first)
  await page.getByRole('button', { name: 'View settings' }).click()
  await page.getByRole('combobox', { name: 'One chart or several' }).selectOptions('One chart')
  await expect.poll(() => given('split')).toBeNull()
  await expect.element(page.getByRole('group', { name: 'Cycles · Curve' })).toBeVisible()
})

test('a well pointed at on the plate lights up its rows', async () => {
  open()
  await well(/^B2: /).hover()
  await expect
    .element(page.getByRole('row', { name: /B2 Swab 5 .* N1/ }))
    .toHaveAttribute('data-pointed', 'true')
})

test('a link shows the whole view again: axis, chart, wells, zoom, moment', async () => {
  open('?mode=AMP&show=derivative&wells=0-1&solo=1&x=2~6&at=12&hide=5')
  await expect.element(page.getByRole('group', { name: 'Time · Derivative' })).toBeVisible()
  await expect.poll(summary).toMatch(/Rise per cycle over Time .* 4 curves/)
  await expect.element(well(/^A1: .*cycle 12: /)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('button', { name: 'Show everything' })).toBeVisible()
  await expect.element(page.getByText('Show 1 hidden well')).toBeVisible()
})

test('the menu of a well hides, colours and excludes; [VAL-022] a colour too bright is refused', async () => {
  open()
  await well(/^B2: /).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Actions for B2' })
  await expect.element(menu).toBeVisible()
  // Name the sample as well, and ask for one well in the singular.
  await expect.element(page.getByText('B2 · Swab 5')).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Show only this well' })).toBeVisible()
  const other = page.getByLabelText('Another colour').element() as HTMLInputElement
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  set?.call(other, '#ffffaa')
  other.dispatchEvent(new Event('input', { bubbles: true }))
  await expect
    .poll(() => document.querySelector('[popover] [role=alert]')?.textContent)
    .toContain('too bright')
  expect(given('paint')).toBeNull()
  await page.getByRole('button', { name: 'Colour #7a5195' }).click()
  await expect.poll(() => given('paint')).toBe('4-7a5195')
  await well(/^B2: /).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect.poll(summary).toMatch(/16 curves/)
  await well(/^A3: /).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Exclude/ }).click()
  await expect.poll(() => excluded).toEqual([2])
})

test('seventh attack A7-9: what is copied as evidence holds its words and its address as text', async () => {
  open('?wells=A1&copy&lt')
  const htmls: string[] = []
  let address = ''
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    // Read the address now, since the page may write it once more after this moment.
    address = location.href
    htmls.push((await (await item?.getType('text/html'))?.text()) ?? '')
  })
  await page.getByRole('button', { name: 'Link, copy and files' }).click()
  await page.getByRole('menuitem', { name: 'Copy picture and numbers' }).click()
  await expect.poll(() => htmls).toHaveLength(1)
  const made = new DOMParser().parseFromString(htmls[0] ?? '', 'text/html')
  const link = made.querySelector('a')
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([address, address])
  expect(address).toContain('&lt')
  vi.restoreAllMocks()
})

test('issue 20: the line beside the plate moves by arrow keys, is kept, and returns by Home', async () => {
  localStorage.removeItem('plate-width')
  await page.viewport(1366, 768)
  open()
  const line = page.getByRole('separator', { name: 'Width of the plate' })
  const widthOf = () => line.element().previousElementSibling!.getBoundingClientRect().width
  const before = widthOf()
  ;(line.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(widthOf).toBeCloseTo(before + 48, 0)
  expect(Number(localStorage.getItem('plate-width'))).toBeCloseTo(before + 48, 0)
  await userEvent.keyboard('{Home}')
  await expect.poll(widthOf).toBeCloseTo(before, 0)
  expect(localStorage.getItem('plate-width')).toBeNull()
})

test('issue 20: a window of the curves alone has the selection of the other window', async () => {
  open('?pane=curves&window=1')
  await expect.element(page.getByRole('group', { name: 'Cycles · Curve' })).toBeVisible()
  expect(well(/^A1: /).query()).toBeNull()
  const other = new BroadcastChannel(`wells:${location.pathname}`)
  other.postMessage('0-2')
  await expect.poll(() => given('wells')).toBe('0-2')
  const heard = new Promise((resolve) => other.addEventListener('message', resolve, { once: true }))
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await well(/^B2: /).click()
  expect(((await heard) as MessageEvent).data).toBe('4')
  other.close()
})
