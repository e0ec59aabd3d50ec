import { expect, test } from 'vitest'
import { calibratedKey } from '../../domain/rules/calibration-age.ts'
import { compareSettings, isDrift, settingsToCopy } from '../../domain/rules/setting-drift.ts'

const stored = {
  'light.a': 1,
  'light.b': 2,
  only: true,
  [calibratedKey]: '2026-11-01T00:00:00Z',
  'calibration.roi.uuid': 'c1',
}

test('[CALL-109] settings that differ come first; the calibration and shared folders are no settings', () => {
  const reported = { 'light.a': 1, 'light.b': 3, extra: 'x', 'samba.address': '//a/b' }
  const rows = compareSettings(stored, reported)
  expect(rows.map(({ key, state }) => [key, state])).toEqual([
    ['light.b', 'differs'],
    ['only', 'only_stored'],
    ['extra', 'only_device'],
    ['light.a', 'same'],
  ])
  expect(rows.filter(isDrift)).toHaveLength(2)
})

test('a device that was not read is the same in nothing', () => {
  expect(new Set(compareSettings(stored, null).map(({ state }) => state))).toEqual(
    new Set(['unread']),
  )
})

test('only what differs is copied to another device, and never the time of a calibration', () => {
  expect(settingsToCopy(stored, { 'light.a': 1, 'light.b': 5 })).toEqual({
    'light.b': 2,
    only: true,
  })
})
