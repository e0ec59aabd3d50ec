import { expect, test } from 'vitest'
import { timesApart } from '../../domain/rules/device-times.ts'

const heard = { started_at: '2026-11-28T10:00:00.000Z', ended_at: '2026-11-28T11:00:00.000Z' }

test('the times of a device are shown where one is apart from that of the record by more than a minute', () => {
  const early = { started_at: '2026-11-28T07:00:00.000Z', ended_at: '2026-11-28T08:00:00.000Z' }
  expect(timesApart({ ...heard, device_times: early })).toEqual(early)
  const ahead = { started_at: null, ended_at: '2027-01-01T00:00:00.000Z' }
  expect(timesApart({ ...heard, device_times: ahead })).toEqual(ahead)
  const began = { started_at: early.started_at, ended_at: heard.ended_at }
  expect(timesApart({ ...heard, device_times: began })).toEqual(began)
})

test('they are not where they agree, and where the device said nothing', () => {
  const close = { started_at: '2026-11-28T09:59:30.000Z', ended_at: '2026-11-28T10:59:00.000Z' }
  expect(timesApart({ ...heard, device_times: close })).toBeNull()
  expect(timesApart(heard)).toBeNull()
})
