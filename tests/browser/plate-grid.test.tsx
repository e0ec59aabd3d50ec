import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PlateGrid } from '../../web/parts/plate/PlateGrid.tsx'
import { wellName } from '../../domain/rules/well.ts'
import { mount } from './mount.tsx'

const shape = { rows: 8, columns: 12 }
let draws = 0

function Plate({ onOpen }: { onOpen?: (index: number) => void }) {
  const [wells, setWells] = useState<ReadonlySet<number>>(new Set())
  draws++
  const chosen = [...wells].sort((a, b) => a - b).map((well) => wellName(shape, well))
  return (
    <>
      <PlateGrid
        {...shape}
        label="Test plate"
        wellLook={(index) => ({ label: index === 0 ? 'sample 1' : 'empty' })}
        selected={wells}
        onSelect={setWells}
        {...(onOpen ? { onOpen } : {})}
      />
      <output>{chosen.join(' ')}</output>
    </>
  )
}

const chosen = () => document.querySelector('output')?.textContent ?? ''
const well = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}:`) })
const centre = (name: string) => {
  const box = well(name).element().getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

function point(type: string, name: string, more: PointerEventInit = {}) {
  const { x, y } = centre(name)
  const target = document.elementFromPoint(x, y)
  const event = new PointerEvent(type, {
    bubbles: true,
    clientX: x,
    clientY: y,
    pointerId: 1,
    isPrimary: true,
    ...more,
  })
  target?.dispatchEvent(event)
}

test('reads as a grid with one tab stop', async () => {
  mount(<Plate />)
  await expect.element(page.getByRole('grid', { name: 'Test plate' })).toBeVisible()
  expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1)
  expect(document.querySelectorAll('[role=gridcell]')).toHaveLength(96)
  await expect.element(page.getByRole('gridcell', { name: 'A1: sample 1' })).toBeVisible()
})

test('arrows move, Shift extends from the anchor, Ctrl+A takes all', async () => {
  mount(<Plate />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await expect.poll(chosen).toBe('B2')
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
  await expect.poll(chosen).toBe('B2 B3 C2 C3')
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await expect.poll(chosen).toBe('B2 B3')
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.poll(() => chosen().split(' ').length).toBe(96)
  await userEvent.keyboard('{Escape}')
  await expect.poll(chosen).toBe('')
})

test('headings take a row, a column and all', async () => {
  mount(<Plate />)
  await page.getByRole('rowheader', { name: 'Select row C' }).click()
  await expect.poll(chosen).toMatch(/^C1 C2 .* C12$/)
  await page.getByRole('columnheader', { name: 'Select column 12' }).click()
  await expect.poll(chosen).toBe('A12 B12 C12 D12 E12 F12 G12 H12')
  await page.getByRole('columnheader', { name: 'Select all wells' }).click()
  await expect.poll(() => chosen().split(' ').length).toBe(96)
})

test('Ctrl toggles a well, Shift takes the block from the anchor', async () => {
  mount(<Plate />)
  await well('B2').click()
  await well('D4').click({ modifiers: ['Control'] })
  await expect.poll(chosen).toBe('B2 D4')
  await well('B2').click({ modifiers: ['Control'] })
  await expect.poll(chosen).toBe('D4')
  await well('C3').click()
  await well('B2').click({ modifiers: ['Shift'] })
  await expect.poll(chosen).toBe('B2 B3 C2 C3')
})

test('a fast drag skips no well, and may leave the plate and come back', async () => {
  mount(<Plate />)
  await expect.element(well('A1')).toBeVisible()
  point('pointerdown', 'B2')
  point('pointermove', 'D5')
  await expect.poll(chosen).toBe('B2 B3 B4 B5 C2 C3 C4 C5 D2 D3 D4 D5')
  point('pointermove', 'C2')
  await expect.poll(chosen).toBe('B2 C2')
  point('pointerup', 'C2')
  point('pointermove', 'H12')
  await expect.poll(chosen).toBe('B2 C2')
})

test('Enter opens the well in focus', async () => {
  const opened: number[] = []
  mount(<Plate onOpen={(index) => opened.push(index)} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(opened).toEqual([1])
})

test('is never mirrored: A1 stays at the left in a right-to-left page', async () => {
  document.documentElement.dir = 'rtl'
  mount(<Plate />)
  await expect.element(well('A1')).toBeVisible()
  expect(centre('A1').x).toBeLessThan(centre('A2').x)
  document.documentElement.dir = 'ltr'
})

test('wells are at least 44 px in glove density', async () => {
  document.documentElement.dataset['density'] = 'glove'
  mount(<Plate />)
  await expect.element(well('A1')).toBeVisible()
  const box = well('H12').element().getBoundingClientRect()
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  delete document.documentElement.dataset['density']
})

/** `bench ui` measures how long a step takes; here is what it depends on, whatever the machine. */
test('each step of a drag over the whole plate is drawn once, and touches only wells that change', async () => {
  mount(<Plate />)
  await expect.element(well('A1')).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Test plate' }).element()
  const touched = new Set<Node>()
  const watch = new MutationObserver((records) => {
    for (const { target } of records) touched.add(target)
  })
  watch.observe(grid, { attributes: true, subtree: true, attributeFilter: ['aria-selected'] })
  point('pointerdown', 'A1')
  await new Promise((done) => setTimeout(done))
  const before = draws
  let last = new Set<string>(chosen().split(' ').filter(Boolean))
  for (let at = 0; at < 96; at++) {
    touched.clear()
    point('pointermove', wellName(shape, at))
    // Wait for a later task, in which React draws pointer moves.
    await new Promise((done) => setTimeout(done))
    const now = new Set(chosen().split(' ').filter(Boolean))
    const changed = [...now, ...last].filter((name) => now.has(name) !== last.has(name)).length
    expect(touched.size, wellName(shape, at)).toBe(changed)
    last = now
  }
  point('pointerup', 'H12')
  await expect.poll(() => chosen().split(' ').length).toBe(96)
  expect(draws - before).toBeLessThanOrEqual(97)
})
