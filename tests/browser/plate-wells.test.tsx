import { expect, test } from 'vitest'
import type { CSSProperties } from 'react'
import { PlateGrid } from '../../web/parts/plate/PlateGrid.tsx'
import { plateLook } from '../../web/screens/analyses/detail/plate-look.ts'
import type { WellResult } from '../../domain/results.ts'
import { mount } from './mount.tsx'

const shape = { rows: 8, columns: 12 }
const samples = [
  { uuid: 'one', name: 'S-26-00471', sample_type: 'unknown' as const, coordinates: ['A1'] },
  { uuid: 'two', name: 'NTC', sample_type: 'ntc' as const, coordinates: ['A2'] },
]
const results = [
  { well: 'A1', target: 'T', call: 'detected', cq: 22.684, trace: [], flags: [] },
  { well: 'A2', target: 'T', call: 'not_detected', cq: null, trace: [], flags: [] },
] as unknown as WellResult[]

function show(colour: 'call' | 'cq', well: number) {
  const { looks } = plateLook({ samples, shape, colour, results, running: false })
  const style = { '--well': `${well}px`, inlineSize: 900 } as CSSProperties
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
