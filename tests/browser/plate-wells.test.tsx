import { expect, test } from 'vitest'
import type { CSSProperties } from 'react'
import { PlateGrid } from '../../web/parts/plate/PlateGrid.tsx'
import { plateLook } from '../../web/screens/analyses/detail/plate-look.ts'
import { diffLooks } from '../../web/entities/result/diff-look.ts'
import { lookAtMoment } from '../../web/screens/analyses/detail/curves/look-at-moment.ts'
import { type Colouring, colourings } from '../../web/screens/analyses/detail/use-view.ts'
import type { WellLook } from '../../web/parts/plate/Well.tsx'
import type { WellResult } from '../../domain/results.ts'
import { mount } from './mount.tsx'

const shape = { rows: 8, columns: 12 }
const samples = [
  { uuid: 'one', name: 'S-26-00471', sample_type: 'unknown' as const, coordinates: ['A1'] },
  { uuid: 'two', name: 'NTC', sample_type: 'ntc' as const, coordinates: ['A2'] },
]
const results = [
  { well: 'A1', target: 'T', call: 'detected', cq: 22.684, melt: [], trace: [], flags: [] },
  { well: 'A2', target: 'T', call: 'not_detected', cq: null, melt: [], trace: [], flags: [] },
] as unknown as WellResult[]

function show(colour: Colouring, well: number) {
  const { looks } = plateLook({ samples, shape, colour, results, running: false })
  return read(looks, well)
}

function read(looks: readonly WellLook[], well: number) {
  const style = {
    '--well': `${well}px`,
    inlineSize: Math.max(900, 60 + 12 * well),
  } as CSSProperties
  const at = mount(
    <div style={style}>
      <PlateGrid
        label="Plate"
        {...shape}
        wellLook={(index) => looks[index] ?? { label: '', quiet: true }}
        selected={new Set()}
        onSelect={() => undefined}
      />
    </div>,
  )
  const wells = [...at.querySelectorAll<HTMLElement>('[data-well]')]
  /** List the texts drawn in a well, and those that are cut or outside it. */
  return wells.slice(0, 2).map((cell) => {
    const box = cell.getBoundingClientRect()
    const drawn = [...cell.querySelectorAll<HTMLElement>('[data-text]')].filter(
      (one) => one.getClientRects().length > 0,
    )
    const cut = drawn.filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      const isOut = left < box.left - 4 || right > box.right + 4
      return isOut || one.scrollWidth > one.clientWidth + 1
    })
    const said = (ones: HTMLElement[]) => ones.map((one) => one.dataset['text'])
    return { texts: said(drawn), cut: said(cut) }
  })
}

test('first-use H4: 96 wells with room show call, Cq and name, and what is a control', () => {
  for (const well of [45, 56]) {
    const texts = ['⬤', '22.68', '…00471']
    expect(show('call', well)[0]).toEqual({ texts, cut: [] })
  }
  const [, control] = show('call', 56)
  expect(control?.texts).toEqual(['◯', 'NTC', 'N'])
})

test('first-use H4: 96 small wells show the Cq with two decimals, and what is a control', () => {
  const [sample, control] = show('cq', 36)
  expect(sample).toEqual({ texts: ['22.68'], cut: [] })
  expect(control?.texts).toEqual(['–', 'N'])
  expect(show('cq', 28)[0]).toEqual({ texts: ['22.68'], cut: [] })
})

test('issue 20: a well without a number shows its name on two lines, and a zoomed one the whole name', () => {
  const named = [{ ...samples[0]!, name: 'Swab 26-004713 north' }]
  const { looks } = plateLook({
    samples: named,
    shape,
    colour: 'type',
    results: [],
    running: false,
  })
  expect(read(looks, 45)[0]).toEqual({ texts: ['U', 'Swab 26-004…'], cut: [] })
  const caption = () => document.querySelector('[data-name]')!
  const lines = caption().getBoundingClientRect().height
  expect(lines).toBeGreaterThan(18)
  expect(getComputedStyle(caption(), '::before').content).toBe('"Swab 26-004…"')
  read(looks, 104)
  const zoomed = [...document.querySelectorAll('[data-name]')].at(-1)!
  expect(getComputedStyle(zoomed, '::before').content).toBe('"Swab 26-004713 north"')
})

test('issue 20: a control has its sign and a frame in every view, at a moment, and in a difference', () => {
  const views = colourings.map((colour) => [
    colour,
    plateLook({ samples, shape, colour, results, running: false }).looks,
  ])
  const { looks } = plateLook({ samples, shape, colour: 'call', results, running: false })
  const moments = {
    channels: ['FAM'],
    wells: 96,
    points: 4,
    values: new Float64Array(384).fill(0.5),
  } as never
  const scale = {
    channelOf: () => 'FAM',
    ranges: new Map([['FAM', [0, 1]]]),
    byDye: false,
  } as never
  const all = [
    ...views,
    ['moment', lookAtMoment(looks, moments, scale, { point: 3, labels: null })],
    ['difference', diffLooks(samples, shape, [])],
  ] as [string, WellLook[]][]
  for (const [view, shown] of all) {
    for (const well of [24, 45]) {
      const [sample, control] = read(shown, well)
      expect(control?.texts, `${view} ${well}`).toContain('N')
      expect(sample?.texts, `${view} ${well}`).not.toContain('N')
      const wells = [...document.querySelectorAll<HTMLElement>('[data-well="1"] > span')]
      expect(getComputedStyle(wells.at(-1)!).borderTopWidth, view).toBe('2px')
    }
  }
})
