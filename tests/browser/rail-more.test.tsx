import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import { findCurrent, listNavigation } from '../../web/shell/navigation.ts'
import { RailMore } from '../../web/shell/RailMore.tsx'
import { mount } from './mount.tsx'

const groups = listNavigation(defaultProfiles.SuperAdmin)
const all = groups.flatMap(({ entries }) => entries)
const more = page.getByRole('button', { name: 'More' })

test('on a narrow page what the bar has no room for is one press away, by keyboard too', async () => {
  await page.viewport(390, 700)
  const home = location.pathname
  onTestFinished(() => history.replaceState(null, '', home))
  mount(<RailMore groups={groups} current={findCurrent(all, '/certificates/42')} />)
  // Expect the mark of the current page on the button: its entry is behind it.
  await expect.element(more).toHaveAttribute('aria-current', 'true')
  const links = () => page.getByRole('link').elements()
  expect(links()).toHaveLength(0)
  await more.click()
  expect(links().map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/certificates', '/outbox', '/help', '/about-bapp']),
  )
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => links().length).toBe(0)
  more.element().focus()
  await userEvent.keyboard('{Enter}')
  const wanted = page.getByRole('link', { name: 'Certificates' })
  const most = links().indexOf(wanted.element()) + 1
  for (let tabs = 0; tabs < most && document.activeElement !== wanted.element(); tabs += 1) {
    await userEvent.tab()
  }
  await expect.element(wanted).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe('/certificates')
  await expect.poll(() => links().length).toBe(0)
})

test('the wide rail has all of it by itself', async () => {
  await page.viewport(1280, 700)
  mount(<RailMore groups={groups} current={undefined} />)
  expect(more.elements()).toHaveLength(0)
})
