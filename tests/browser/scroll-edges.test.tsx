import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useScrollEdges } from '../../web/parts/scroll/use-scroll-edges.ts'
import { mount } from './mount.tsx'

afterEach(() => {
  document.documentElement.dir = 'ltr'
})

function Wide({ width }: { width: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  useScrollEdges(scroller)
  return (
    <div ref={scroller} data-testid="wide" style={{ width: 200, overflow: 'auto' }}>
      <div style={{ width, height: 20 }} />
    </div>
  )
}

const sides = (holder: Element) => {
  const scroller = holder.querySelector('[data-testid=wide]')!
  return ['left', 'right'].filter((side) => scroller.hasAttribute(`data-more-${side}`)).join(' ')
}

test.each([
  ['ltr', 1, 'right', 'left'],
  ['rtl', -1, 'left', 'right'],
])(
  'what is cut at the edge of a page in %s is shaded there, and after scrolling on the other side',
  async (dir, way, before, after) => {
    document.documentElement.dir = dir
    const holder = mount(<Wide width={600} />)
    await expect.poll(() => sides(holder)).toBe(before)
    const scroller = holder.querySelector('[data-testid=wide]')!
    scroller.scrollLeft = way * 200
    await expect.poll(() => sides(holder)).toBe('left right')
    scroller.scrollLeft = way * 400
    await expect.poll(() => sides(holder)).toBe(after)
  },
)

test('a list that fits has no shade', async () => {
  const holder = mount(<Wide width={150} />)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(sides(holder)).toBe('')
})
