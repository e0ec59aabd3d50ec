// `npm run bench -- NAME [--short] [--part PART]... [--json FILE]`: measures one thing a user waits for, prints it against its bar.
import { benchConsole } from './bench-console.ts'
import { benchCurves } from './bench-curves.ts'
import { benchEdge } from './bench-edge.ts'
import { benchFleet } from './bench-fleet.ts'
import { benchLists } from './bench-lists.ts'
import { benchLive } from './bench-live.ts'
import { benchMain } from './bench-main.ts'
import { benchMethods } from './bench-methods.ts'
import { benchScale } from './bench-scale.ts'
import { benchStudy } from './bench-study.ts'
import { benchSync } from './bench-sync.ts'
import { benchUi } from './bench-ui.ts'
import { benchWasm } from './bench-wasm.ts'
import type { BenchForm } from './bench-parts.ts'
import { readFlags } from './read-flags.ts'
import { printTable, writeJson, type ReportRow } from './report-table.ts'
import { stopToolsOnExit } from './run-tool.ts'

/** Take `short` to only try whether all can be measured; `main` has no such form. `parts` is for benches that have some. */
const benches: Record<string, (given: BenchForm) => Promise<ReportRow[]>> = {
  main: benchMain,
  curves: benchCurves,
  wasm: benchWasm,
  edge: benchEdge,
  lists: benchLists,
  live: benchLive,
  study: benchStudy,
  sync: benchSync,
  ui: benchUi,
  methods: benchMethods,
  console: benchConsole,
  fleet: benchFleet,
  scale: benchScale,
}

/** Benches of which some parts may be measured alone. */
const parted = ['edge', 'scale', 'sync', 'ui']

const { values, positionals } = readFlags({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    short: { type: 'boolean', default: false },
    part: { type: 'string', multiple: true },
  },
})
const bench = benches[positionals[0] ?? '']
if (bench === undefined) {
  console.error(
    `npm run bench -- NAME [--short] [--part PART]... [--json FILE]\n\nNames: ${Object.keys(benches).join(', ')}`,
  )
  process.exit(1)
}
if (values.part && !parted.includes(positionals[0] ?? '')) {
  console.error(`Only ${parted.join(', ')} can be measured in parts.`)
  process.exit(1)
}
stopToolsOnExit()
const rows = await bench({ short: values.short, parts: values.part })
printTable(rows)
if (values.json) writeJson(values.json, rows)
process.exit(rows.every((row) => row.ok !== false) ? 0 : 1)
