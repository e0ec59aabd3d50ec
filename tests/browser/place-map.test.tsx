import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countries } from '../../web/parts/map/countries.ts'
import type { MapPlace } from '../../web/parts/map/map-place.ts'
import { PlaceMap } from '../../web/parts/map/PlaceMap.tsx'
import { stepMs } from '../../web/parts/map/use-world.ts'
import { mount } from './mount.tsx'

beforeEach(async () => {
  await page.viewport(1000, 800)
  document.documentElement.dir = 'ltr'
})

/** Make some places so near to each other that only a close view tells them apart. */
function around(name: string, [lat, lon]: [number, number], count: number): MapPlace[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${name}-${at}`,
    name: `${name} ${at}`,
    lat: lat + Math.floor(at / 6) * 0.3,
    lon: lon + (at % 6) * 0.3,
  }))
}

const udine: MapPlace = { id: 'udine', name: 'Udine', lat: 46.06, lon: 13.24, note: '2 devices' }
const lima: MapPlace = { id: 'lima', name: 'Lima', lat: -12.05, lon: -77.04 }

function Shown({ places }: { places: readonly MapPlace[] }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <PlaceMap
      label="Places"
      places={places}
      open={open}
      onOpen={setOpen}
      describe={({ note }) => <p>{note} stand here</p>}
    />
  )
}

const markers = (root: HTMLElement) => [
  ...root.querySelectorAll<HTMLElement>('[role=application] ~ div [data-stands]'),
]
const seen = (root: HTMLElement) =>
  markers(root).filter((one) => getComputedStyle(one).visibility === 'visible')
const middleOf = (element: HTMLElement | undefined) => {
  const { left, width } = element?.getBoundingClientRect() ?? { left: NaN, width: NaN }
  return left + width / 2
}

/** Wait until two readings in a row are alike: the map has been fitted, or has come to the end of its movement. */
async function settled(read: () => number): Promise<number> {
  let last = Number.NaN
  const isLast = () => {
    const before = last
    last = read()
    return last === before
  }
  await expect.poll(isLast, { interval: 2 * stepMs() + 50 }).toBe(true)
  return last
}

/** Return the colour of a token of the theme. */
function colourOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Count the colours in the middle row of the map: a map that was not drawn has one. */
function coloursOf(root: HTMLElement): number {
  const canvas = root.querySelector('canvas')
  const pen = canvas?.getContext('2d')
  if (!canvas || !pen) return 0
  const { data } = pen.getImageData(0, canvas.height >> 1, canvas.width, 1)
  return new Set(new Uint32Array(data.buffer)).size
}

test('[MODE-015] places are markers on a map of the world, for which nobody else is asked', async () => {
  expect(countries.length).toBeGreaterThan(170)
  const root = mount(<Shown places={[udine, lima]} />)
  await expect.poll(() => seen(root).length).toBe(2)
  await expect.poll(() => coloursOf(root)).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Udine', exact: true }).click()
  const card = page.getByRole('region', { name: 'Udine' })
  await expect.element(card.getByText('2 devices stand here')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(card).not.toBeInTheDocument()
  const hosts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).host)
  expect(new Set(hosts)).toEqual(new Set([location.host]))
})

test('[CONST-023] [CONST-024] a marker for many places is green, one for few dark blue; pressed, it parts', async () => {
  const root = mount(
    <Shown places={[...around('A', [46, 13], 21), ...around('B', [-12, -77], 20)]} />,
  )
  const many = page.getByRole('button', { name: '21 places: zoom in' })
  const few = page.getByRole('button', { name: '20 places: zoom in' })
  await expect.element(many).toHaveTextContent('21')
  await expect
    .poll(() => getComputedStyle(many.element()).backgroundColor)
    .toBe(colourOf('--cluster-many'))
  expect(getComputedStyle(few.element()).backgroundColor).toBe(colourOf('--cluster-few'))
  await few.click()
  await expect.poll(() => seen(root).length).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Show all places' }).click()
  await expect.element(many).toBeVisible()
  ;(many.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => seen(root).length).toBeGreaterThan(2)
  // Expect the keys to go on with the map.
  expect(document.activeElement?.getAttribute('role')).toBe('application')
})

test('places at the same spot are named, since no look is close enough', async () => {
  const places = ['One', 'Two'].map((name) => ({ ...udine, id: name, name }))
  mount(<Shown places={places} />)
  await page.getByRole('button', { name: '2 places: zoom in' }).click()
  const card = page.getByRole('region', { name: '2 places here' })
  await card.getByRole('button', { name: /^Two/ }).click()
  await expect.element(page.getByRole('region', { name: 'Two' })).toBeVisible()
})

test('arrow keys move the map, plus and minus zoom', async () => {
  const root = mount(<Shown places={[udine, lima]} />)
  await expect.poll(() => seen(root).length).toBe(2)
  const [first] = seen(root)
  const gap = () => Math.abs(middleOf(markers(root)[0]) - middleOf(markers(root)[1]))
  const far = await settled(gap)
  const before = middleOf(first)
  ;(page.getByRole('application').element() as HTMLElement).focus()
  await userEvent.keyboard('+')
  await expect.poll(gap).toBeGreaterThan(far * 1.5)
  expect(Math.round((await settled(gap)) / far)).toBe(2)
  await userEvent.keyboard('-')
  await expect.poll(gap).toBeLessThan(far * 1.5)
  expect(Math.round((await settled(gap)) / far)).toBe(1)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => middleOf(first)).not.toBe(before)
})

test('the list says the same, and brings into sight what is not', async () => {
  const root = mount(<Shown places={[udine, lima]} />)
  const list = page.getByRole('list', { name: 'Places' })
  await list.getByRole('button', { name: 'Lima' }).click()
  await expect.element(page.getByRole('region', { name: 'Lima' })).toBeVisible()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => seen(root).length).toBeLessThan(2)
  await list.getByRole('button', { name: 'Udine 2 devices' }).click()
  await expect.poll(() => seen(root).map((one) => one.dataset['stands'])).toContain('udine')
})

test('the west is on the left in every language', async () => {
  document.documentElement.dir = 'rtl'
  const root = mount(<Shown places={[udine, lima]} />)
  await expect.poll(() => seen(root).length).toBe(2)
  const stands = (id: string) => markers(root).find((one) => one.dataset['stands'] === id)
  expect(middleOf(stands('lima'))).toBeLessThan(middleOf(stands('udine')))
  document.documentElement.dir = 'ltr'
})

test('the map follows the theme', async () => {
  const root = mount(<Shown places={[udine]} />)
  await expect.poll(() => coloursOf(root)).toBeGreaterThan(2)
  const look = () => {
    const canvas = root.querySelector('canvas') as HTMLCanvasElement
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
      canvas.width >> 1,
      canvas.height >> 1,
      40,
      40,
    )
    return data.reduce((sum, one) => sum + one, 0) / data.length
  }
  const light = look()
  document.documentElement.dataset['theme'] = 'dark'
  await expect.poll(look).not.toBe(light)
  delete document.documentElement.dataset['theme']
})

test('A27-80: names of places near to each other cover no pin, and none covers them', async () => {
  const near: MapPlace[] = [
    { id: 'a', name: 'Aurora Diagnostics', lat: 46.06, lon: 13.24 },
    { id: 'b', name: 'Laboratory of the East', lat: 45.45, lon: 15.9 },
    { id: 'c', name: 'Laboratory of the South', lat: 44.2, lon: 13.6 },
  ]
  const root = mount(
    <div style={{ inlineSize: '150px' }}>
      <Shown places={near} />
    </div>,
  )
  await expect.poll(() => seen(root).length).toBe(1)
  // Give the map more room, as a page that is still being laid out does: it is fitted again.
  const [box] = root.children as HTMLCollectionOf<HTMLElement>
  box!.style.inlineSize = '960px'
  await expect.poll(() => seen(root).length).toBe(3)
  const boxes = () =>
    [...root.querySelectorAll('[data-stands] svg, [data-side]')].map((one) =>
      one.getBoundingClientRect(),
    )
  await settled(() => boxes()[0]?.left ?? Number.NaN)
  expect(boxes()).toHaveLength(6)
  for (const [at, one] of boxes().entries()) {
    for (const other of boxes().slice(at + 1)) {
      const isApart =
        one.right <= other.left + 1 ||
        other.right <= one.left + 1 ||
        one.bottom <= other.top + 1 ||
        other.bottom <= one.top + 1
      expect(isApart).toBe(true)
    }
  }
})
