import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ErrorBoundary } from '../../web/shell/ErrorBoundary.tsx'
import { mount } from './mount.tsx'

afterEach(() => void vi.restoreAllMocks())

function Unfetched(): never {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js')
}

const show = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  vi.spyOn(console, 'error').mockReturnValue()
  mount(
    <ErrorBoundary>
      <Unfetched />
    </ErrorBoundary>,
  )
}

test('a part that did not come while the machine has a network is not blamed on the connection', async () => {
  show(true)
  await expect.element(page.getByText(/could not be loaded/)).toBeVisible()
  expect(page.getByText(/there is no connection/).query()).toBeNull()
})

test('without a network it says so', async () => {
  show(false)
  await expect.element(page.getByText(/there is no connection/)).toBeVisible()
})
