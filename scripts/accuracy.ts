// `npm run accuracy [-- --json FILE]`: our numbers against vendors, other software and people, on real data.
import { measureBaselineStability } from '../tests/accuracy/baseline-stability.ts'
import { measureCompensation } from '../tests/accuracy/compensation.ts'
import { measureConsensus } from '../tests/accuracy/consensus.ts'
import { measureDefaultCalls } from '../tests/accuracy/defaults-calls.ts'
import { measureDefaultCq } from '../tests/accuracy/defaults-cq.ts'
import { measureFewCopies } from '../tests/accuracy/defaults-few-copies.ts'
import { measureDefaultNoisy } from '../tests/accuracy/defaults-noisy.ts'
import { measureDefaultSets } from '../tests/accuracy/defaults-sets.ts'
import { measureDefaultTable } from '../tests/accuracy/defaults-table.ts'
import { measureEfficiency } from '../tests/accuracy/efficiency.ts'
import { measureFiles } from '../tests/accuracy/files.ts'
import { measureGenotypes } from '../tests/accuracy/genotypes.ts'
import { measureIsothermal } from '../tests/accuracy/isothermal.ts'
import { measureLinreg } from '../tests/accuracy/linreg.ts'
import { measureMelt } from '../tests/accuracy/melt.ts'
import { measureOutliers } from '../tests/accuracy/outliers.ts'
import { measurePresence } from '../tests/accuracy/presence.ts'
import { measureRated } from '../tests/accuracy/rated.ts'
import { measureRelativeQuantity } from '../tests/accuracy/relative-quantity.ts'
import { measureSigmoid } from '../tests/accuracy/sigmoid.ts'
import { measureStandardCurve } from '../tests/accuracy/standard-curve.ts'
import { measureVendorFiles } from '../tests/accuracy/vendor-files.ts'
import { measureVendorStatus } from '../tests/accuracy/vendor-status.ts'
import { measureWatch } from '../tests/accuracy/watch.ts'
import { measurePlate, type Figure } from '../tests/support/curve-accuracy.ts'
import {
  hasPlate,
  readPlate,
  readShippedPlate,
  referencePlates,
} from '../tests/support/vendor-plate.ts'
import { readFlags } from './read-flags.ts'
import { printTable, writeJson } from './report-table.ts'

const { values } = readFlags({ options: { json: { type: 'string' } } })

const plates = referencePlates
  .filter(({ name }) => hasPlate(name))
  .map(({ name, passive }) => readPlate(name, passive))
if (plates.length < referencePlates.length) {
  console.log('The reference data beside the project is not complete; measuring what is there.')
}
const shipped = readShippedPlate()
if (!plates.some(({ name }) => name === shipped.name)) plates.push(shipped)

/** In the order of the calculation; each gives nothing where its data is not there. */
const topics: readonly (() => Figure[] | Promise<Figure[]>)[] = [
  measureCompensation,
  () => plates.flatMap(measurePlate),
  measureBaselineStability,
  measureSigmoid,
  measureLinreg,
  measureConsensus,
  measureEfficiency,
  measureStandardCurve,
  measureRated,
  measurePresence,
  measureVendorStatus,
  measureMelt,
  measureRelativeQuantity,
  measureGenotypes,
  measureOutliers,
  measureFiles,
  measureVendorFiles,
  measureWatch,
  measureDefaultCalls,
  measureFewCopies,
  measureDefaultNoisy,
  measureDefaultCq,
  measureDefaultSets,
  measureDefaultTable,
  measureIsothermal,
]
const rows: Figure[] = []
for (const measure of topics) rows.push(...(await measure()))
printTable(rows)
if (values.json !== undefined) writeJson(values.json, rows)
const missed = rows.filter(({ ok }) => ok === false)
console.log(missed.length === 0 ? 'Every bar is met.' : `${missed.length} figures miss their bar.`)
if (missed.length > 0) process.exitCode = 1
