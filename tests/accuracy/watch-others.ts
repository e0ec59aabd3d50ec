import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importFile } from '../../workers/files/import.ts'
import { countMeasured, curveOf } from '../../workers/curves/readings.ts'
import { hasReference } from '../support/vendor-csv.ts'

const folder = new URL('../../../shared/data/', import.meta.url)
const experiments = 'rdmlpython/experiments'

const paths = [
  `${experiments}/optical_calibrators/experiment_OC_1.rdml`,
  `${experiments}/optical_calibrators/experiment_OC_2.rdml`,
  `${experiments}/optical_calibrators/experiment_OC_3.rdml`,
  `${experiments}/optical_calibrators/experiment_OC_4.rdml`,
  `${experiments}/technical/matrix_gaps.rdml`,
  `${experiments}/technical/shifted_baseline.rdml`,
  `${experiments}/untergasser/eva_green_a.rdml`,
  `${experiments}/untergasser/large_DNA_dilutions.rdml`,
  `${experiments}/untergasser/own_mix_a.rdml`,
  `${experiments}/untergasser/own_mix_b.rdml`,
  `${experiments}/untergasser/probes.rdml`,
  `${experiments}/untergasser/quantification_methods.rdml`,
  'rdmlpython/test/test_mca_5_raw_data.rdml',
  'PCRedux/hookreg.rdml',
]

/** Read the measured part of amplification curves of published runs from other labs; none without the data. */
export async function readOtherCurves(): Promise<Float64Array[]> {
  const curves: Float64Array[] = []
  for (const path of paths.filter(hasReference)) {
    const bytes = new Uint8Array(readFileSync(fileURLToPath(new URL(path, folder))))
    const { runs } = await importFile(path, bytes)
    for (const { amplification } of runs) {
      if (!amplification) continue
      const { readings } = amplification
      for (let channel = 0; channel < readings.channels.length; channel++) {
        for (let well = 0; well < readings.wells; well++) {
          const curve = curveOf(readings, channel, well)
          const measured = countMeasured(curve)
          if (measured >= 15) curves.push(curve.slice(0, measured))
        }
      }
    }
  }
  return curves
}
