import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TourCard } from '../../web/shell/TourCard.tsx'
import { endTour, goTour, readLeft, tour } from '../../web/state/tour.ts'
import { mount } from './mount.tsx'

const home = location.pathname
afterEach(() => {
  vi.useRealTimers()
  endTour({ isDone: true })
  history.replaceState(null, '', home)
})

function Shown() {
  return (
    <>
      <nav>
        <a href="/analyses/new">New analysis</a>
      </nav>
      {tour.value && <TourCard place={tour.value} />}
    </>
  )
}

test('a tour leads over its pages by keys, is left with Escape and goes on where it was left', async () => {
  goTour({ id: 'launch', step: 0 })
  mount(<Shown />)
  const card = page.getByRole('dialog', { name: 'First run' })
  await expect.element(card).toHaveFocus()
  await expect.element(page.getByText('Every run begins here', { exact: false })).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText('Choose the method', { exact: false })).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/analyses/new')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByText('Every run begins here', { exact: false })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}{Escape}')
  await expect.poll(() => card.elements().length).toBe(0)
  expect(readLeft('launch')).toBe(1)
  expect(readLeft('sign')).toBe(0)
})

test('the last step of a tour has one way to end it', async () => {
  goTour({ id: 'launch', step: 3 })
  mount(<Shown />)
  await expect.element(page.getByText(/When every line has a tick/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
  expect(page.getByRole('button', { name: 'End the tour' }).elements()).toEqual([])
})

test('[ERR-045] a tour that is not defined, or whose place is not on the page, says so and can be left', async () => {
  const message = 'No flow or token defined for the in-app guidance tool'
  goTour({ id: 'no-such-tour', step: 0 })
  mount(<Shown />)
  await expect.element(page.getByText(message)).toBeVisible()
  await page.getByRole('button', { name: 'End the tour' }).click()
  await expect.poll(() => page.getByText(message).elements().length).toBe(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  goTour({ id: 'launch', step: 1 })
  await expect.poll(() => location.pathname).toBe('/analyses/new')
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(5000)
      return document.body.textContent
    })
    .toContain(message)
})

test('the card of a step is beside an element that has no room above or below it', async () => {
  await page.viewport(1366, 768)
  goTour({ id: 'launch', step: 3 })
  mount(
    <>
      <Shown />
      <main id="page">
        <aside style={{ position: 'fixed', top: 120, right: 16, width: 280, height: 450 }} />
      </main>
    </>,
  )
  const card = page.getByRole('dialog', { name: 'First run' })
  const edge = document.querySelector('#page aside')!.getBoundingClientRect().left
  await expect.poll(() => card.element().getBoundingClientRect().right).toBeLessThan(edge)
})
