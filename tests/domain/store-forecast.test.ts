import { expect, test } from 'vitest'
import { forecastStore } from '../../domain/rules/store-forecast.ts'

const day = 86_400_000
const now = Date.parse('2026-11-26T12:00:00Z')
const limit = 10 * 2 ** 30

test('a store is full when its average pace since the founding has used up the rest', () => {
  // Expect nine times as long for the rest as 100 days for a tenth.
  const found = forecastStore({ bytes: limit / 10, limit_bytes: limit }, now - 100 * day, now)
  expect(found?.fullAt).toBe(new Date(now + 900 * day).toISOString())
  expect(found?.years).toBeCloseTo(900 / 365.25, 6)
})

test('nothing is forecast of a store of two weeks or less, or of an empty one', () => {
  expect(forecastStore({ bytes: 1000, limit_bytes: limit }, now - 13 * day, now)).toBeNull()
  expect(forecastStore({ bytes: 0, limit_bytes: limit }, now - 400 * day, now)).toBeNull()
  expect(forecastStore({ bytes: 1000, limit_bytes: limit }, Number.NaN, now)).toBeNull()
})

test('a full store is full now, and a pace of nearly nothing names a date that exists', () => {
  const full = forecastStore({ bytes: limit * 2, limit_bytes: limit }, now - 100 * day, now)
  expect(full).toEqual({ fullAt: new Date(now).toISOString(), years: 0 })
  const slow = forecastStore({ bytes: 1, limit_bytes: limit }, now - 100 * day, now)
  expect(slow?.years).toBeGreaterThan(900)
  expect(Number.isNaN(Date.parse(slow?.fullAt ?? ''))).toBe(false)
})
