// `npm run figures -- BENCH=FILE ...`: puts what a bench wrote with `--json FILE` into docs/figures.md.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { ReportRow } from './report-table.ts'
import { writeFigures } from './write-figures.ts'

const page = join(import.meta.dirname, '..', 'docs', 'figures.md')
const given = process.argv.slice(2).map((one) => one.split('='))
if (given.length === 0 || given.some((parts) => parts.length !== 2)) {
  console.error(
    'npm run figures -- BENCH=FILE ...\n\nFILE is what `npm run bench -- BENCH --json FILE` wrote, on this machine.',
  )
  process.exit(1)
}
const cores = cpus()
const machine = `${cores.length} cores of ${cores[0]?.model.trim() || 'an unknown processor'}, Node ${process.versions.node}`
let text = readFileSync(page, 'utf8')
for (const [bench = '', file = ''] of given) {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as ReportRow[]
  const date = statSync(file).mtime.toISOString().slice(0, 10)
  text = writeFigures(text, bench, rows, { date, machine })
}
writeFileSync(page, text)
console.log(`docs/figures.md has ${given.map(([bench]) => bench).join(', ')}`)
