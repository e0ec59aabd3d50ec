import { useState, type CSSProperties } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PlateGrid } from '../../web/parts/plate/PlateGrid.tsx'
import { mount } from './mount.tsx'

/** Show a plate of 384 wells on 560 px, as on a laptop beside the curves. */
function Plate(props: { onKey?: (key: string) => boolean; isUsed?: (well: number) => boolean }) {
  const { onKey, isUsed = () => true } = props
  const [wells, setWells] = useState<ReadonlySet<number>>(new Set())
  const style = { '--well': '22px', '--well-least': '18px', inlineSize: 562 } as CSSProperties
  return (
    <div style={style}>
      <PlateGrid
        rows={16}
        columns={24}
        label="Test plate"
        wellLook={(index) => ({
          label: `sample ${index}`,
          ...(isUsed(index) && { badge: '⬤', figure: '22.68', caption: `S-${index}` }),
        })}
        selected={wells}
        onSelect={setWells}
        {...(onKey ? { onKey: (event) => onKey(event.key) } : {})}
      />
      <p data-chosen={wells.size} />
    </div>
  )
}

const well = (name: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${name}:`) }).element()
const frame = () => page.getByRole('grid').element().parentElement!
const widthOf = (name: string) => well(name).getBoundingClientRect().width
const centreOf = (name: string) => {
  const { left, top, width, height } = well(name).getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}
const wheel = (name: string, deltaY: number, ctrlKey = true) => {
  const event = new WheelEvent('wheel', {
    bubbles: true,
    cancelable: true,
    ctrlKey,
    deltaY,
    ...centreOf(name),
  })
  well(name).dispatchEvent(event)
  return event.defaultPrevented
}

test('issue 20: Ctrl and the wheel zoom the plate round the well under the pointer, in the same room', async () => {
  mount(<Plate />)
  const [room, before, at] = [frame().getBoundingClientRect(), widthOf('H12'), centreOf('H12')]
  expect(wheel('H12', -300)).toBe(true)
  await expect.poll(() => widthOf('H12')).toBeGreaterThan(before * 1.9)
  expect(Math.abs(centreOf('H12').clientX - at.clientX)).toBeLessThan(2)
  expect(Math.abs(centreOf('H12').clientY - at.clientY)).toBeLessThan(2)
  const after = frame().getBoundingClientRect()
  expect([after.width, after.height]).toEqual([room.width, room.height])
  // Scroll with the wheel, without Ctrl.
  expect(wheel('H12', -300, false)).toBe(false)
})

test('issue 20: wells of 384 show name and Cq once they are large enough', async () => {
  mount(<Plate />)
  const drawn = () => well('A1').querySelector('[data-text="S-0"]')?.getClientRects().length
  expect(drawn()).toBe(0)
  for (let press = 0; press < 4; press += 1) {
    await page.getByRole('button', { name: 'Zoom in (+)' }).click()
  }
  await expect.poll(drawn).toBe(1)
  await page.getByRole('button', { name: 'Whole plate' }).click()
  await expect.poll(drawn).toBe(0)
})

test('issue 20: keys zoom the plate, and the well in focus is moved into sight', async () => {
  mount(<Plate />)
  await userEvent.tab()
  const before = widthOf('A1')
  await userEvent.keyboard('+++++')
  await expect.poll(() => widthOf('A1')).toBeGreaterThan(before * 2.5)
  await userEvent.keyboard('0')
  await userEvent.keyboard('{Control>}{End}{/Control}')
  const last = centreOf('P24')
  await userEvent.keyboard('+++++')
  await expect.poll(() => widthOf('A1')).toBeGreaterThan(before * 2.5)
  // Stay at the well in focus, and show the whole of it.
  const shown = well('P24').getBoundingClientRect()
  expect(shown.left).toBeLessThan(last.clientX)
  expect(shown.right).toBeLessThanOrEqual(frame().getBoundingClientRect().right)
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  await userEvent.keyboard('{Control>}{End}{/Control}')
  const inSight = () => {
    const [box, last] = [frame().getBoundingClientRect(), well('P24').getBoundingClientRect()]
    return last.right <= box.right + 1 && last.bottom <= box.bottom + 1
  }
  await expect.poll(inSight).toBe(true)
  const heading = page.getByRole('rowheader', { name: 'Select row P' }).element()
  expect(heading.getBoundingClientRect().left).toBeGreaterThanOrEqual(
    frame().getBoundingClientRect().left,
  )
  await userEvent.keyboard('0')
  await expect.poll(() => widthOf('A1')).toBe(before)
})

test('issue 20: where signs begin a name, the zoom has Alt', async () => {
  mount(<Plate onKey={(key) => key.length === 1} />)
  await userEvent.tab()
  const before = widthOf('A1')
  await userEvent.keyboard('+')
  expect(widthOf('A1')).toBe(before)
})

test('issue 20: two fingers zoom, and what the first one has selected is taken back', async () => {
  mount(<Plate />)
  const before = widthOf('C3')
  const [a, b] = [centreOf('C3'), centreOf('F9')]
  const pointer = { bubbles: true, pointerType: 'touch', pointerId: 7, isPrimary: true, ...a }
  // Capture nothing: the pointer is none that the browser knows.
  frame().firstElementChild!.setPointerCapture = () => undefined
  well('C3').dispatchEvent(new PointerEvent('pointerdown', pointer))
  await expect.poll(() => document.querySelector('[data-chosen="1"]')).not.toBeNull()
  const touch = (type: string, places: { clientX: number; clientY: number }[]) => {
    const touches = places.map(
      (place, identifier) => new Touch({ identifier, target: well('C3'), ...place }),
    )
    const event = new TouchEvent(type, { bubbles: true, cancelable: true, touches })
    well('C3').dispatchEvent(event)
    return event.defaultPrevented
  }
  touch('touchstart', [a, b])
  await expect.poll(() => document.querySelector('[data-chosen="0"]')).not.toBeNull()
  const far = {
    clientX: b.clientX + (b.clientX - a.clientX),
    clientY: b.clientY + (b.clientY - a.clientY),
  }
  expect(touch('touchmove', [a, far])).toBe(true)
  await expect.poll(() => widthOf('C3')).toBeGreaterThan(before * 1.8)
})

test('issue 20: the buttons zoom to the wells that are used, not to the middle of an empty plate', async () => {
  // Use the last two columns of the last two rows.
  mount(<Plate isUsed={(index) => index % 24 > 21 && index >= 14 * 24} />)
  for (let press = 0; press < 4; press += 1) {
    await page.getByRole('button', { name: 'Zoom in (+)' }).click()
  }
  const { right, bottom } = frame().getBoundingClientRect()
  await expect.poll(() => well('P24').getBoundingClientRect().right).toBeLessThan(right + 2)
  expect(well('P24').getBoundingClientRect().bottom).toBeLessThan(bottom + 2)
})
