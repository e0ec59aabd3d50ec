// The service is answered by the forecast that it uses itself: sixty days of runs need a clock that nobody has.
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import type { Device } from '../../domain/entities/device.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { DriftSection } from '../../web/screens/devices/calibration/DriftSection.tsx'
import { forecastDrift } from '../../workers/calibration/forecast-drift.ts'
import { begin, drawRuns, names, now } from '../batteries/calibration/drift.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const device = { uuid: '00000000-0000-4000-8000-000000000001', name: 'Cube' } as unknown as Device
const answerWith = (report: object) =>
  asked.mockImplementation(async (row: unknown) => (row === calibrationCalls.drift ? report : {}))

/** Move a forecast of the battery's days to today. */
function today(report: ReturnType<typeof forecastDrift>) {
  const moved = (at: string | null) =>
    at && new Date(Date.parse(at) - now + Date.now()).toISOString()
  const series = report.series.map((one) => ({
    ...one,
    reaches_at: moved(one.reaches_at),
    earliest: moved(one.earliest),
    latest: moved(one.latest),
    points: one.points.map((point) => ({ ...point, at: moved(point.at) ?? '' })),
  }))
  return { ...report, series, unread: 0 }
}

beforeEach(async () => {
  await page.viewport(1366, 768)
  await completeTexts('calibration')
})

test('issue 19: a value that reaches its limit within weeks is named, with its day and its curve', async () => {
  answerWith(today(forecastDrift(drawRuns(1, { well: 5, dim: 0.0012 }), names, begin, now)))
  mount(<DriftSection device={device} />)
  await expect.element(page.getByText(/One value reaches its limit within 42 days/)).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Light of B2, FAM.*10\.0\s%/ })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /Light of B2, FAM: -/ })).toBeVisible()
  await page.getByRole('button', { name: /Light of all wells, FAM/ }).click()
  await expect.element(page.getByRole('img', { name: /Light of all wells, FAM/ })).toBeVisible()
})

test('issue 19: few runs are called few, and files that cannot be read are no steady device', async () => {
  answerWith({ runs: 3, unread: 1, followed: 0, series: [] })
  mount(<DriftSection device={device} />)
  await expect.element(page.getByText(/3 finished runs can be read/)).toBeVisible()
  await expect.element(page.getByText('The files of one run cannot be read.')).toBeVisible()
  expect(page.getByText(/No trend/).elements()).toEqual([])
  answerWith(today(forecastDrift(drawRuns(77), names, begin, now)))
  mount(<DriftSection device={device} />)
  await expect.element(page.getByText(/No trend reaches a limit within 42 days/)).toBeVisible()
})
