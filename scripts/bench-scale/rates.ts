import { Client } from '../bench-edge/client.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { runPaced } from '../bench-edge/load.ts'
import { quantile } from '../quantile.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { type FleetDevice, greet, readSeq, type ScaleForm } from './fleet.ts'

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
  const before = await readSeq(lab, fleet[0]!)
  const write = async () => {
    const at = (count += 1)
    const began = performance.now()
    const status = await greet(devices, fleet[at % fleet.length]!, `${rate} ${at}`)
    if (status === 503) refusals.push(performance.now() - began)
    return status === 200
  }
  const list = async () => {
    const path = '/v3/analysis/search'
    return (await people.send({ method: 'POST', path, body: '{}' })).status === 200
  }
  const [device, person] = await Promise.all([
    runPaced(rate, seconds, write),
    runPaced(peoplePerSecond, seconds, list),
  ])
  devices.close()
  people.close()
  const written = (await readSeq(lab, fleet[0]!)) - before - 1
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
    atMost(`${what}: acknowledged and lost`, Math.max(0, device.latencies.length - written), '', 0),
    atMost(`${what}: failed without a word`, other + person.failed, '', 0),
  ]
}
