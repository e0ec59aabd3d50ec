// `npm run battery -- scanner [--json FILE] [--count N] [--seed S]`: N (10,000) bursts of keys of each kind, as readers of bar
// codes and people send them, through the page's own handler. No scanned id may lose a part without being shown.
import { readFlags } from '../../scripts/read-flags.ts'
import { printTable, writeJson } from '../../scripts/report-table.ts'
import { measureScanner } from './scanner/measure.ts'

const { values } = readFlags({
  options: {
    json: { type: 'string' },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '26' },
  },
})
const { rows, failed } = measureScanner(Number(values.seed), Number(values.count))
for (const one of failed.slice(0, 5)) console.log(one)
printTable(rows)
if (values.json) writeJson(values.json, rows)
process.exitCode = rows.every(({ ok }) => ok !== false) ? 0 : 1
