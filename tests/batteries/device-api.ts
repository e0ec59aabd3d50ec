// `npm run battery -- device-api [--json FILE] [--count N] [--seed S]`: N (10,000) requests to the API of a device in the local
// network, half of them bent and half by people who may not make them, then floods, slow connections and bodies without end.
import { readFlags } from '../../scripts/read-flags.ts'
import { printTable, writeJson } from '../../scripts/report-table.ts'
// Plain Node cannot load the way to devices without it, which is the page's.
import './sync-sim/node-hooks.ts'

const { measureDeviceApi } = await import('./device-api/measure.ts')

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: 'device-api' },
  },
})
const count = Number(values.count)
const { rows, failed } = await measureDeviceApi({
  seed: values.seed,
  bent: Math.ceil(count / 2),
  wrong: Math.floor(count / 2),
  flood: Math.min(3_000, count),
  slow: 150,
  huge: 20,
})
for (const one of failed.slice(0, 20)) console.log(one)
printTable(rows)
if (values.json) writeJson(values.json, rows)
process.exitCode = rows.every(({ ok }) => ok !== false) ? 0 : 1
