// `npm run battery -- scale-sim [--json FILE] [--companies N] [--devices N] [--factors 1,3,10] [--seed S]`: a day of 5,000 companies with
// 100,000 devices, and of three and ten times as many in the same companies, on the constants of tests/batteries/scale-sim/constants.ts (docs/scale.md).
import { pricesOf } from './scale-sim/constants.ts'
import { readFlags } from '../../scripts/read-flags.ts'
import { printTable, writeJson } from '../../scripts/report-table.ts'
import { simulateScale } from './scale-sim/measure.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    companies: { type: 'string', default: '5000' },
    devices: { type: 'string', default: '100000' },
    factors: { type: 'string', default: '1,3,10' },
    seed: { type: 'string', default: '21' },
  },
})
const rows = simulateScale(Number(values.seed), {
  companies: Number(values.companies),
  devices: Number(values.devices),
  factors: values.factors.split(',').map(Number),
})
printTable(rows)
console.log(`Prices of Cloudflare as of ${pricesOf}, in USD, of a whole account.`)
if (values.json) writeJson(values.json, rows)
process.exitCode = rows.every(({ ok }) => ok !== false) ? 0 : 1
