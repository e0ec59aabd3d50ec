// Replace the service by one that keeps the reports, so that each check is tripped by a fault of a device that is a process of its own.
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { deviceReportCalls } from '../../domain/calls/device-reports.ts'
import type { DeviceInfo, DeviceMessage } from '../../domain/entities/device-report.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { findHealth, type HealthCheckName } from '../../domain/rules/device-health.ts'
import { readGap } from '../../domain/rules/device-messages.ts'
import {
  makeHolder,
  startLanDevice,
  startLanEdge,
  type LanDevice,
  type LanEdge,
} from './lan-bench.ts'
import { readBody } from './read-body.ts'

/** Reports as they came, and the time at which each was received. */
const got = {
  infos: [] as { info: DeviceInfo; at: number }[],
  messages: [] as Omit<DeviceMessage, 'device_uuid'>[],
  logs: [] as string[],
  tests: [] as { outcome: string; pictures: string[] }[],
  down: false,
}
let edge: LanEdge
let device: LanDevice
let server: ReturnType<typeof createServer>

beforeAll(async () => {
  edge = await startLanEdge()
  server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (got.down || body === null) return void request.socket.destroy()
    const url = request.url ?? ''
    if (keepReport(url, body)) {
      response.end(JSON.stringify({ ok: true, data: url.includes('messages') ? { kept: 1 } : {} }))
      return
    }
    const headers = { 'Content-Type': 'application/json' }
    const init = body.length > 0 ? { body, headers } : { headers }
    const passed = await fetch(`${edge.url}${url}`, { method: request.method ?? 'GET', ...init })
    response.writeHead(passed.status, headers)
    response.end(await passed.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  device = await startLanDevice({ ...edge, url }, await makeHolder(edge), { hostname: 'cube-7' })
}, 60_000)
afterAll(async () => {
  await device.remove()
  await edge.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function keepReport(url: string, body: Buffer): boolean {
  if (url.endsWith('/device/info')) {
    const info = v.parse(deviceReportCalls.info.body, JSON.parse(String(body)))
    got.infos.push({ info, at: Date.now() })
  } else if (url.endsWith('/device/messages')) {
    const { messages } = v.parse(deviceReportCalls.messages.body, JSON.parse(String(body)))
    got.messages.push(...messages)
  } else if (url.endsWith('/device/logs')) {
    const { logs } = v.parse(deviceReportCalls.logs.body, JSON.parse(String(body)))
    got.logs = logs.map(({ name }) => name)
  } else if (url.endsWith('/device/autotest')) {
    const text = body.toString('latin1')
    got.tests.push({
      outcome: /"outcome":"(\w+)"/.exec(text)?.[1] ?? '',
      pictures: [...text.matchAll(/filename="([^"]+)"/g)].map(([, name = '']) => name),
    })
  } else return false
  return true
}

/** Judge the last report as the service would. */
function judge(name: HealthCheckName) {
  const last = got.infos.at(-1)
  if (!last) return undefined
  const heardAt = new Date(last.at).toISOString()
  const facts = { device: { connected: '10', config: {} }, info: last.info, heardAt }
  return findHealth(facts, last.at).find((check) => check.name === name)
}

const verdictOf = (name: HealthCheckName) => judge(name)?.verdict
const set = (faults: object) => device.control({ faults })

describe('what a device reports about itself', () => {
  test('[ENT-031] [ENT-058] it reports info, its logs and a self-test with a picture of each channel after its start', async () => {
    await device.until(() => got.tests.length > 0 && got.logs.length > 0)
    expect(got.infos[0]?.info.versions).toEqual({ bkernel: '2.9.4', slot: 'A' })
    expect(Object.keys(got.infos[0]?.info.measured?.optics ?? {})).toEqual([
      'FAM',
      'VIC',
      'ROX',
      'CY5',
    ])
    expect(got.logs).toEqual(['device.log'])
    expect(got.tests).toEqual([
      { outcome: 'passed', pictures: ['FAM.png', 'VIC.png', 'ROX.png', 'CY5.png'] },
    ])
    await device.until(() => verdictOf('self_test') === 'ok', 30_000)
    expect(got.messages.map(({ code }) => code)).toContain('started')
  })

  const trips: [HealthCheckName, object, object][] = [
    ['data_disk', { disk: 97 }, { disk: null }],
    ['memory', { memory: 98 }, { memory: null }],
    ['clock', { clock_ms: 400_000 }, { clock_ms: 0 }],
    ['wifi', { wifi_dbm: -84 }, { wifi_dbm: null }],
    ['optics', { dim: 0.5 }, { dim: 0 }],
    ['heating', { slow_heating: 0.4 }, { slow_heating: 0 }],
    ['lid', { slow_lid: 0.7 }, { slow_lid: 0 }],
    ['fan', { weak_fan: 0.9 }, { weak_fan: 0 }],
    ['temperature', { hot: 40 }, { hot: 0 }],
  ]
  test(
    '[ENT-057] every fault trips its check at once, with a message, and the check is fine again when it ends',
    { timeout: 120_000 },
    async () => {
      for (const [name] of trips) expect([name, verdictOf(name)]).toEqual([name, 'ok'])
      for (const [, fault] of trips) await set(fault)
      await device.until(() => trips.every(([name]) => verdictOf(name) === 'bad'), 30_000)
      await device.until(
        () =>
          trips.every(([name]) =>
            got.messages.some(
              ({ code, level, text }) =>
                code === 'health' &&
                level === 'error' &&
                text.startsWith(name.replaceAll('_', ' ')),
            ),
          ),
        30_000,
      )
      await device.control({ hand: 'self_test' })
      await device.until(() => got.tests.at(-1)?.outcome === 'failed', 30_000)
      await device.until(() => verdictOf('self_test') === 'bad', 30_000)
      for (const [, , end] of trips) await set(end)
      await device.until(() => trips.every(([name]) => verdictOf(name) === 'ok'), 30_000)
    },
  )

  test('answers that cannot be sent are counted, with the time of the oldest', async () => {
    await set({ hold_uploads: true })
    await device.call(lanCalls.getSetup, {})
    const uploads = () => got.infos.at(-1)?.info.measured?.uploads
    await device.control({ hand: 'self_test' })
    await device.until(() => (uploads()?.waiting ?? 0) > 0, 30_000)
    expect(Date.now() - Date.parse(uploads()?.oldest ?? '')).toBeLessThan(60_000)
    await set({ hold_uploads: false })
    await device.until(() => edge.answers.length > 0, 60_000)
    await device.control({ hand: 'self_test' })
    await device.until(() => uploads()?.waiting === 0, 30_000)
    expect(uploads()?.oldest).toBeNull()
  }, 120_000)

  test('[ENT-057] opening the lid and restarting are messages, and a time without power is in one', async () => {
    await device.control({ hand: 'lid' })
    await device.until(() => got.messages.some(({ code }) => code === 'lid_opened'), 30_000)
    const before = got.messages.filter(({ code }) => code === 'started').length
    await device.control({ hand: 'reboot' })
    await device.until(
      () => got.messages.filter(({ code }) => code === 'started').length > before,
      60_000,
    )
    const gap = readGap(got.messages.findLast(({ code }) => code === 'started')?.text ?? '')
    expect(gap && gap.to - gap.from).toBeGreaterThan(500)
  }, 90_000)

  test('messages that the service could not take are sent later, each once by its id', async () => {
    got.down = true
    await device.control({ hand: 'lid' })
    await device.until(() => /lid is (open|closed)/.test(device.output().slice(-400)))
    const sent = got.messages.length
    got.down = false
    await device.until(() => got.messages.length > sent, 60_000)
    const ids = got.messages.map(({ uuid }) => uuid)
    expect(new Set(ids).size).toBe(ids.length)
  }, 90_000)

  test(
    'issue 19: a full disk and a full memory are fine again after their remedies, cleared folders and a restart',
    { timeout: 120_000 },
    async () => {
      await set({ disk: 97, memory: 98 })
      const both = ['data_disk', 'memory'] as const
      await device.until(() => both.every((name) => verdictOf(name) === 'bad'), 30_000)
      await device.call(lanCalls.foldersClear, {})
      await device.until(() => verdictOf('data_disk') === 'ok', 30_000)
      expect(verdictOf('memory')).toBe('bad')
      await device.control({ hand: 'reboot' })
      await device.until(() => verdictOf('memory') === 'ok', 60_000)
    },
  )
})
