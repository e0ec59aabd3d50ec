// `npm run battery -- calibration [--json FILE] [--count N] [--seed S] [--only SUBJECT]`: N (10,000) synthetic plates of each kind, sound ones and such
// with a fault, and as many cartridges of the thermal calibrator. No fault may be accepted.
import { readFlags } from '../../scripts/read-flags.ts'
import { printTable, writeJson } from '../../scripts/report-table.ts'
import { measureCalibration } from './calibration/measure.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '63' },
    only: { type: 'string' },
  },
})
const { rows, failed } = measureCalibration(Number(values.seed), Number(values.count), values.only)
for (const one of failed.slice(0, 10)) console.log(one)
printTable(rows)
if (values.json) writeJson(values.json, rows)
process.exitCode = rows.every(({ ok }) => ok !== false) ? 0 : 1
