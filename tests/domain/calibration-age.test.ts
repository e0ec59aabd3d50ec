import { expect, test } from 'vitest'
import {
  calibratedKey,
  calibrationAge,
  keepCalibration,
  lacksSignedCalibration,
  withCalibration,
} from '../../domain/rules/calibration-age.ts'

const now = '2026-11-21T12:00:00.000Z'
const at = (moment: string) => ({ [calibratedKey]: moment })

test('the last calibration counts: an earlier one changes nothing, one of the future is of now', () => {
  const first = withCalibration({}, '2026-10-01T00:00:00.000Z', now)
  expect(first).toEqual(at('2026-10-01T00:00:00.000Z'))
  expect(withCalibration(first, '2025-10-01T00:00:00.000Z', now)).toBe(first)
  expect(withCalibration(first, '2099-01-01T00:00:00.000Z', now)).toEqual(at(now))
  expect(withCalibration(first, '', now)).toBe(first)
  // Ignore a text that is no moment: it is no calibration.
  expect(withCalibration(at('lately'), '2025-10-01T00:00:00.000Z', now)).toEqual(
    at('2025-10-01T00:00:00.000Z'),
  )
})

test('nobody writes it by hand', () => {
  const known = { ...at('2026-10-01T00:00:00.000Z'), 'fan.quiet': false }
  const written = { ...at('2030-01-01T00:00:00.000Z'), 'fan.quiet': true }
  expect(keepCalibration(written, known)).toEqual({
    ...at('2026-10-01T00:00:00.000Z'),
    'fan.quiet': true,
  })
  expect(keepCalibration({ 'fan.quiet': true }, known)).toMatchObject(
    at('2026-10-01T00:00:00.000Z'),
  )
  expect(keepCalibration(written, {})).toEqual({ 'fan.quiet': true })
})

test('its age is in whole days, and unknown where nobody has said when it was', () => {
  const age = (config: Record<string, string>) => calibrationAge({ config }, Date.parse(now))
  expect(age(at('2026-11-20T13:00:00.000Z'))).toBe(0)
  expect(age(at('2025-11-21T12:00:00.000Z'))).toBe(365)
  expect(age({})).toBeNull()
  expect(age(at('lately'))).toBeNull()
})

test('issue 14: only a signed thermal calibration that is valid, in a chain that is, lets a company launch that requires one', () => {
  const lacks = (config: Record<string, string>) =>
    lacksSignedCalibration({ config }, Date.parse(now))
  const thermal = (until: string) => ({
    'calibration.thermal.uuid': 'one',
    'calibration.thermal.until': until,
  })
  const later = '2027-10-01T00:00:00.000Z'
  expect(lacks(at(now))).toBe(true)
  expect(lacks(thermal(later))).toBe(false)
  expect(lacks({ ...at(now), ...thermal('2026-11-20T00:00:00.000Z') })).toBe(true)
  const roi = { 'calibration.roi.uuid': 'two', 'calibration.roi.until': later }
  const light = {
    'calibration.illumination.uuid': 'three',
    'calibration.illumination.until': later,
  }
  expect(
    lacks({ ...thermal(later), ...roi, ...light, 'calibration.illumination.roi': 'two' }),
  ).toBe(false)
  expect(
    lacks({ ...thermal(later), ...roi, ...light, 'calibration.illumination.roi': 'old' }),
  ).toBe(true)
})
