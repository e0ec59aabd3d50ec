import { beforeAll, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeMeasured } from './plan.ts'

let lab: Lab
let manager: Sender
beforeAll(async () => {
  lab = await foundLab('device-times')
  manager = await lab.as('Manager')
})

/** Return the table's cell under a heading of the first row. */
function cellOf(csv: Uint8Array, heading: string): string | undefined {
  const [header = '', row = ''] = new TextDecoder().decode(csv).split('\r\n')
  return row.split(',')[header.split(',').indexOf(heading)]
}

it('issue 14: a run that the service hears of late has the service’s times, and the device’s own beside them', async () => {
  const run = await makeMeasured(lab, manager)
  const before = new Date().toISOString()
  const params = { id: run.uuid }
  const told = { began: '2026-11-20T07:00:00.000Z', at: '2026-11-20T08:10:00.000Z' }
  const body = { outcome: 'completed', reason: '', ...told, measured: { AMP: 40, VAL: 0 } }
  await must(lab.asDevice(deviceLinkCalls.finished, { params, body }))
  const record = await run.read()
  expect(record.ended_at! >= before).toBe(true)
  expect(record.device_times).toEqual({ started_at: told.began, ended_at: told.at })
  // Report it again with other times, after which it stays what was kept.
  const again = { ...body, at: '2026-11-21T08:10:00.000Z' }
  await must(lab.asDevice(deviceLinkCalls.finished, { params, body: again }))
  expect((await run.read()).device_times).toEqual(record.device_times)
  const csv = await must(manager(analysisCalls.export, { params, body: { fileFormat: 'csv' } }))
  expect(cellOf(csv.data, 'Run ended (UTC)')).toBe(record.ended_at)
  expect(cellOf(csv.data, 'Run started (UTC)')).toBe(record.started_at)
  expect(cellOf(csv.data, 'Run ended by device clock (UTC)')).toBe(told.at)
  expect(cellOf(csv.data, 'Run started by device clock (UTC)')).toBe(told.began)
})

it('issue 14: a device that does not say when it started leaves that empty', async () => {
  const run = await makeMeasured(lab, manager)
  await run.finish()
  const { device_times: told, ended_at } = await run.read()
  expect(told?.started_at).toBeNull()
  expect(Math.abs(Date.parse(told!.ended_at) - Date.parse(ended_at!))).toBeLessThan(600_000)
})
