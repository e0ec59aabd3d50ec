import { afterEach, expect, test, vi } from 'vitest'
import { titleOf, usePageTitle } from '../../web/shell/use-page-title.ts'
import { usePageName, useRunTitle } from '../../web/state/page-name.ts'
import { mount } from './mount.tsx'

afterEach(() => vi.useRealTimers())

function Named({ title, path }: { title: 'devices.title' | 'users.title'; path: string }) {
  usePageTitle(title, path)
  return <main tabIndex={-1} />
}

test('[NAV-008] [NAV-009] [CONST-053] the window is named after the page about 100 ms after the navigation', () => {
  vi.useFakeTimers()
  document.title = 'before'
  mount(<Named title="devices.title" path="/devices" />)
  vi.advanceTimersByTime(90)
  expect(document.title).toBe('before')
  vi.advanceTimersByTime(20)
  expect(document.title).toBe('bApp · Devices')
  expect(titleOf('users.title')).toBe('bApp · Users')
})

function Record({ name, run }: { name: string; run: string | null }) {
  usePageName(name)
  useRunTitle(run)
  return null
}

test('first-use P4: a tab says which record it shows, and first how far its run is', async () => {
  vi.useFakeTimers()
  mount(<Named title="devices.title" path="/devices" />)
  vi.advanceTimersByTime(110)
  const record = mount(<Record name="Norovirus 05" run={null} />)
  expect(document.title).toBe('Norovirus 05 · bApp · Devices')
  record.remove()
  mount(<Record name="Norovirus 05" run="72 % · 31 min · B12" />)
  expect(document.title).toBe('72 % · 31 min · B12')
})
