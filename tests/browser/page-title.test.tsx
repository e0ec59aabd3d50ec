import { afterEach, expect, test, vi } from 'vitest'
import { titleOf, usePageTitle } from '../../web/shell/use-page-title.ts'
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
