import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { CallName } from '../../domain/results.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { analyseDefault } from '../support/simulated-plate.ts'
import { hasReference } from '../support/vendor-csv.ts'
import { dealPlates } from './defaults-sets.ts'

/** Path of the plate's raw text below the reference data. */
export const noisyPath = 'tidyqpcr/Edward_qPCR_TxnInhibitors_HS_2018-06-15_plate1.txt.gz'
const folder = new URL('../../../shared/data/', import.meta.url)
/** Program of the raw text that holds the amplification. */
const amplification = '2'
/** Wells whose curve rises clearly, by eye, through noisy light and with a slow bend. */
const rising = ['A2', 'A3', 'A5', 'D5', 'D13', 'L1', 'E7', 'E8', 'E13', 'M1']

/** Read the curves by well of the amplification in a raw text of a LightCycler 480. */
export function readNoisyPlate(): Map<string, Float64Array> {
  const text = gunzipSync(readFileSync(fileURLToPath(new URL(noisyPath, folder)))).toString('utf8')
  const curves = new Map<string, number[]>()
  for (const line of text.split(/\r?\n/).slice(2)) {
    const [well, , program, , cycle, , , light] = line.split('\t')
    if (!well || program !== amplification) continue
    const curve = curves.get(well) ?? []
    curve[Number(cycle) - 1] = Number(light)
    curves.set(well, curve)
  }
  return new Map([...curves].map(([well, curve]) => [well, Float64Array.from(curve)]))
}

/** Measure the calls of a 384-well plate of noisy light, as four plates of 96; empty without the data. */
export function measureDefaultNoisy(): Figure[] {
  if (!hasReference(noisyPath)) return []
  const calls = new Map<string, CallName>()
  for (const plate of dealPlates([...readNoisyPlate()])) {
    const results = analyseDefault(plate.map(([, curve]) => curve))
    for (const [at, [well]] of plate.entries()) calls.set(well, results[at]!.call)
  }
  const count = (call: CallName) => [...calls.values()].filter((one) => one === call).length
  const missed = rising.filter((well) => calls.get(well) === 'not_detected').length
  const name = `LightCycler 480, ${calls.size} wells of noisy light`
  return [
    {
      name: `${name}: called not detected of ${rising.length} that rise clearly`,
      value: missed,
      unit: 'wells',
      bar: '<= 0',
      ok: missed === 0,
    },
    ...(['detected', 'review', 'not_detected'] as const).map((call) => ({
      name: `${name}: ${call.replace('_', ' ')}`,
      value: count(call),
      unit: 'wells',
      bar: '',
      ok: null,
    })),
  ]
}
