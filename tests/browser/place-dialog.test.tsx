// Replace the service, which only stores the place that the dialog sends.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Company, Geolocation } from '../../domain/entities/company.ts'
import { PlaceDialog } from '../../web/screens/devices/map/PlaceDialog.tsx'
import { toasts } from '../../web/state/toasts.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const uuid = '0d1f6a34-6b1e-4c58-9a53-5a6f0b3c1e01'
const there = { latitude: 46.06, longitude: 13.24 }
const closed = vi.fn()
const saved = vi.fn()

beforeEach(async () => {
  await page.viewport(1000, 900)
  asked.mockImplementation(async (_row, { body }: { body: object }) => ({
    uuid,
    name: 'Aurora',
    ...body,
    updated_at: 'later',
  }))
})
afterEach(() => {
  vi.restoreAllMocks()
  asked.mockReset()
  closed.mockReset()
  saved.mockReset()
})

function show(geolocation: Geolocation | null = null) {
  const company = { uuid, name: 'Aurora', updated_at: 'first', geolocation } as Company
  mount(<PlaceDialog company={company} onClose={closed} onSaved={saved} />)
}

const field = (name: RegExp) => page.getByRole('spinbutton', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const sent = () =>
  asked.mock.calls.map(([, parts]) => (parts as { body: { geolocation: unknown } }).body)

test('[ERR-063] a browser that does not say where it is leaves the map and the fields', async () => {
  // Ask without a permission: nobody has allowed this page to know.
  show()
  await press('Use my location')
  await expect.element(page.getByText('Geolocation not available', { exact: true })).toBeVisible()
  await field(/^Latitude/).fill('46,06')
  await field(/^Longitude/).fill('13.24')
  await press('Save place')
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(sent()).toEqual([{ geolocation: there, base: 'first' }])
})

test('[ERR-063] one that has no such thing says the same', async () => {
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(undefined as never)
  show()
  await press('Use my location')
  await expect.element(page.getByText('Geolocation not available', { exact: true })).toBeVisible()
})

test('the place of the machine is taken over, and undone', async () => {
  const coords = { latitude: -12.04637, longitude: -77.04279 }
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((found) =>
    found({ coords } as GeolocationPosition),
  )
  show(there)
  await press('Use my location')
  await expect.element(field(/^Latitude/)).toHaveValue('-12.0464')
  await press('Undo')
  await expect.element(field(/^Latitude/)).toHaveValue('46.06')
  await press('Save place')
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(sent()).toEqual([])
})

test('a press on the map, or Enter for its middle, is a place', async () => {
  show()
  const map = page.getByRole('application', { name: /Aurora/ })
  await map.click({ position: { x: 40, y: 100 } })
  await expect.poll(() => (field(/^Longitude/).element() as HTMLInputElement).value).toMatch(/^-\d/)
  ;(map.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field(/^Longitude/)).toHaveValue('0')
  expect(sent()).toEqual([])
})

test('half a place, or one beyond the earth, is not sent', async () => {
  show()
  await field(/^Latitude/).fill('91')
  await press('Save place')
  await expect.element(page.getByText('This is above the highest possible value.')).toBeVisible()
  await expect.element(page.getByText('Field is required')).toBeVisible()
  expect(sent()).toEqual([])
})

test('a place is removed, and that is taken back by the message that says so', async () => {
  show(there)
  await press('Remove place')
  await press('Save place')
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(sent()).toEqual([{ geolocation: null, base: 'first' }])
  toasts.value.at(-1)?.action?.onPress()
  await expect.poll(() => saved.mock.calls.length).toBe(2)
  expect(sent().at(-1)).toEqual({ geolocation: there, base: 'later' })
})
