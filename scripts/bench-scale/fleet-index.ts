import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { runPaced } from '../bench-edge/load.ts'
import { quantile } from '../quantile.ts'
import { companies as demoCompanies } from '../demo/companies.ts'
import { devices as demoDevices } from '../demo/devices.ts'
import { operate } from '../operate.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import type { ScaleForm } from './fleet.ts'

/** Companies of a region, for which the rebuild of these is multiplied. */
const regionCompanies = 5000
const lanes = 8
const askEveryMs = 200
const longestMs = 120_000

interface Place {
  company: string
  authorization: string
}

/**
 * Measure the index of the fleet (decision 100): how long a change of a device needs until it is counted, how long the index itself needs for
 * a report at a constant rate that does not wait for answers, and how long all stores need to tell everything again.
 */
export async function measureIndex(lab: BenchLab, form: ScaleForm): Promise<ReportRow[]> {
  const places = await foundCompanies(lab, form.companies)
  return [
    ...(await measureLag(lab, places, form)),
    ...(await measureReports(lab, form)),
    ...(await measureRebuild(lab)),
  ]
}

/** Found companies with one device each. */
async function foundCompanies({ worker }: BenchLab, count: number): Promise<Place[]> {
  const [likeCompany, likeDevice] = [demoCompanies[0], demoDevices[0]]
  if (!likeCompany || !likeDevice) throw new Error('The demonstration is empty.')
  const places: Place[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const at = next++
      const [company, uuid] = [randomUUID(), randomUUID()]
      const body = { ...likeCompany.company, uuid: company, name: `Fleet ${at} ${company}` }
      await operate(worker, operatorCalls.createCompany, { company: body, swarms: [], users: [] })
      const device = {
        ...likeDevice,
        uuid,
        name: `Of ${at}`,
        hostname: `of-${at}`,
        serial_no: uuid,
      }
      const made = (await operate(worker, operatorCalls.createDevice, {
        company_uuid: company,
        device: { ...device, swarms: [] },
      })) as { key: string }
      places.push({ company, authorization: `Device ${uuid}.${made.key}` })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return places
}

/** Let devices of all companies change their version at a constant rate, and see when the index counts each. */
async function measureLag(
  { client }: BenchLab,
  places: readonly Place[],
  { changes, seconds }: ScaleForm,
): Promise<ReportRow[]> {
  const made = new Map<string, { number: number; at: number }[]>()
  const lags: number[] = []
  let count = 0
  let waiting = 0
  const change = async () => {
    const number = (count += 1)
    const { company, authorization } = places[number % places.length]!
    const body = JSON.stringify({ bkernel_version: `7.0.${number}`, busy: 'N', status: '{}' })
    const path = '/v3/device/hello'
    const answer = await client.send({ method: 'POST', path, headers: { authorization }, body })
    if (answer.status !== 200) return false
    const known = made.get(company) ?? []
    made.set(company, [...known, { number, at: performance.now() }])
    waiting += 1
    return true
  }
  /** Note the changes that are counted by now: a later one of the same device counts for those before it. */
  const look = async () => {
    const seen = await client.ask<Record<string, number>>('/bench/fleet/versions', [...made.keys()])
    const now = performance.now()
    for (const [company, newest] of Object.entries(seen)) {
      const all = made.get(company) ?? []
      const told = all.filter(({ number }) => number <= newest)
      for (const { at } of told) lags.push(now - at)
      waiting -= told.length
      made.set(
        company,
        all.filter(({ number }) => number > newest),
      )
    }
  }
  let isOver = false
  const watch = (async () => {
    const end = performance.now() + seconds * 1000 + longestMs
    while ((!isOver || waiting > 0) && performance.now() < end) {
      await look()
      await sleep(askEveryMs)
    }
  })()
  const load = await runPaced(changes, seconds, change)
  isOver = true
  await watch
  const what = `index of the fleet, ${changes} changes/s of ${places.length} companies`
  return [
    measured(`${what}: made`, count),
    atMost(`${what}: lag, p95`, quantile(lags, 0.95) / 1000, 's', 5),
    atMost(`${what}: not counted in the end`, waiting + load.failed, '', 0),
  ]
}

/** Tell the index at a constant rate, each time of one changed device of another company. */
async function measureReports(
  { client }: BenchLab,
  { reports, companies, seconds }: ScaleForm,
): Promise<ReportRow[]> {
  const ids = Array.from({ length: companies }, () => randomUUID())
  let count = 0
  const tell = async () => {
    const at = (count += 1)
    const path = `/bench/fleet/report/${ids[at % companies]}/${at}`
    return (await client.send({ method: 'POST', path })).status === 200
  }
  const load = await runPaced(reports, seconds, tell)
  const what = `index of the fleet, ${reports} reports/s`
  return [
    measured(`${what}: taken`, load.latencies.length / (load.ms / 1000), '/s'),
    atMost(`${what}: a report, p95`, quantile(load.latencies, 0.95) / 1000, 's', 3),
    atMost(`${what}: failed`, load.failed, '', 0),
  ]
}

async function measureRebuild({ worker }: BenchLab): Promise<ReportRow[]> {
  const began = performance.now()
  const ask = (rebuild: boolean) => operate(worker, operatorStoreCalls.fleetIndex, { rebuild })
  let found = (await ask(true)) as { rebuild: { asked: number; failed: number; ended_at: unknown } }
  while (found.rebuild.ended_at === null && performance.now() - began < 10 * longestMs) {
    await sleep(askEveryMs)
    found = (await ask(false)) as typeof found
  }
  const { asked, failed, ended_at } = found.rebuild
  const seconds = (performance.now() - began) / 1000
  const what = 'index of the fleet, rebuild'
  return [
    measured(`${what} of ${asked} companies`, seconds, 's'),
    atMost(
      `${what} of ${regionCompanies}, by multiplication`,
      (seconds * regionCompanies) / asked / 60,
      'min',
      60,
    ),
    atMost(`${what}: stores that did not answer`, failed + Number(ended_at === null), '', 0),
  ]
}
