import { Client } from '../bench-edge/client.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { quantile, runPaced } from '../bench-edge/load.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import type { FleetDevice, ScaleForm } from './fleet.ts'

/** A person asks so often meanwhile. */
const peoplePerSecond = 5
const sockets = 4000

/**
 * Offer one store more and more requests of devices, each a write with its entry in the trail, at a constant rate that does not
 * wait for answers; a person lists analyses meanwhile.
 */
export async function measureRates(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
  { rates, seconds }: ScaleForm,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const rate of rates) rows.push(...(await measureRate({ lab, fleet, rate, seconds })))
  return rows
}

async function measureRate(given: {
  lab: BenchLab
  fleet: readonly FleetDevice[]
  rate: number
  seconds: number
}): Promise<ReportRow[]> {
  const { lab, fleet, rate, seconds } = given
  const devices = new Client(lab.worker.address, sockets)
  const people = new Client(lab.worker.address, sockets)
  people.headers = lab.client.headers
  const refusals: number[] = []
  let count = 0
  const greet = async () => {
    const at = (count += 1)
    const began = performance.now()
    const { authorization } = fleet[at % fleet.length]!
    // Another text each time, or nothing would be written.
    const status = JSON.stringify({ serial: 'S', srv_status: at })
    const body = JSON.stringify({ bkernel_version: '2.9.4', busy: 'N', status })
    const path = '/v3/device/hello'
    const answer = await devices.send({ method: 'POST', path, headers: { authorization }, body })
    if (answer.status === 503) refusals.push(performance.now() - began)
    return answer.status === 200
  }
  const list = async () => {
    const path = '/v3/analysis/search'
    return (await people.send({ method: 'POST', path, body: '{}' })).status === 200
  }
  const [device, person] = await Promise.all([
    runPaced(rate, seconds, greet),
    runPaced(peoplePerSecond, seconds, list),
  ])
  devices.close()
  people.close()
  const what = `store, ${rate} device writes/s`
  const shed = (100 * refusals.length) / (rate * seconds)
  const other = device.failed - refusals.length
  const figure = (name: string, value: number, unit: string): ReportRow => ({
    name: `${what}: ${name}`,
    value,
    unit,
    bar: '',
    ok: null,
  })
  return [
    figure('taken', device.latencies.length / (device.ms / 1000), '/s'),
    figure('refused', shed, '%'),
    ...(refusals.length > 0
      ? [atMost(`${what}: a refusal, p95`, quantile(refusals, 0.95), 'ms', 20)]
      : []),
    figure('device, p99', quantile(device.latencies, 0.99), 'ms'),
    atMost(`${what}: a person's list, p99`, quantile(person.latencies, 0.99), 'ms', 300),
    atMost(`${what}: failed without a word`, other + person.failed, '', 0),
  ]
}
