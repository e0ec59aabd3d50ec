// `npm run battery -- rollout [--json FILE] [--devices N] [--good N] [--planted N] [--cuts N] [--seed S]`: rollouts of good (200) and
// of planted versions (50 of each) over 2,000 simulated devices, and updates by the device's own code with power cuts and attacks.
import { readFlags } from '../../scripts/read-flags.ts'
import { printTable, writeJson } from '../../scripts/report-table.ts'
import { measureRollouts } from './rollout/measure.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    devices: { type: 'string', default: '2000' },
    good: { type: 'string', default: '200' },
    planted: { type: 'string', default: '50' },
    cuts: { type: 'string', default: '5' },
    seed: { type: 'string', default: '67' },
  },
})
const { rows, failed } = await measureRollouts(Number(values.seed), {
  devices: Number(values.devices),
  good: Number(values.good),
  planted: Number(values.planted),
  cuts: Number(values.cuts),
})
for (const one of failed.slice(0, 10)) console.log(one)
printTable(rows)
if (values.json) writeJson(values.json, rows)
process.exitCode = rows.every(({ ok }) => ok !== false) ? 0 : 1
