import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Notice } from '../../web/parts/notice/Notice.tsx'
import { RunStrip } from '../../web/screens/analyses/detail/running/RunStrip.tsx'
import { mount } from './mount.tsx'

const bar = 'var(--top-bar)'

/** Return how far the focused link is below the bar at the head and above that at the foot. */
function roomOf(head: Element, foot: Element): { above: number; below: number } {
  const { top, bottom } = document.activeElement!.getBoundingClientRect()
  return {
    above: top - head.getBoundingClientRect().bottom,
    below: foot.getBoundingClientRect().top - bottom,
  }
}

test('A28-76: what gets the focus by the keys is not under the bars of the app', async () => {
  await page.viewport(390, 500)
  const shown = mount(
    <div>
      <header style={{ position: 'sticky', top: 0, blockSize: bar, zIndex: 1 }}>bApp</header>
      {Array.from({ length: 40 }, (_, at) => (
        <p key={at}>
          <a href={`#${at}`}>Run {at}</a>
        </p>
      ))}
      <footer style={{ position: 'sticky', bottom: 0, blockSize: 'var(--foot-bar)' }}>Menu</footer>
    </div>,
  )
  const links = [...shown.querySelectorAll('a')]
  const [head, foot] = [shown.querySelector('header')!, shown.querySelector('footer')!]
  links[0]!.focus()
  for (let step = 1; step < links.length; step += 1) await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(links.at(-1))
  const worst: number[] = []
  for (let step = 1; step < 30; step += 1) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    const { above, below } = roomOf(head, foot)
    worst.push(Math.min(above, below))
  }
  expect(Math.min(...worst)).toBeGreaterThanOrEqual(0)
  await page.viewport(1366, 768)
})

const strip = (
  <RunStrip
    outlook={{ kind: 'left', seconds: 600 }}
    share={0.4}
    endsAt={null}
    speed={1}
    age={null}
    words={<p>Skip: accepted</p>}
  >
    <button type="button">Abort</button>
  </RunStrip>
)
const notice = (
  <Notice kind="warning" title="Two controls failed" stays>
    Look at A1 and A2 before the run is signed.
  </Notice>
)

test.each([
  ['the strip of a running analysis', strip],
  ['a notice that stays', notice],
])('A29-70: what gets the focus by the keys is not under %s', async (_, part) => {
  await page.viewport(1024, 500)
  const shown = mount(
    <div style={{ paddingBlockStart: bar }}>
      {part}
      {Array.from({ length: 40 }, (_, at) => (
        <p key={at}>
          <a href={`#${at}`}>Run {at}</a>
        </p>
      ))}
    </div>,
  )
  const links = [...shown.querySelectorAll('a')]
  const cover = shown.querySelector('section, [role=status]')!
  links.at(-1)!.focus()
  const room: number[] = []
  for (let step = 1; step < 30; step += 1) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    const { bottom } = cover.getBoundingClientRect()
    room.push(document.activeElement!.getBoundingClientRect().top - bottom)
  }
  expect(Math.min(...room)).toBeGreaterThanOrEqual(0)
  await page.viewport(1366, 768)
})
