import type { WavelengthName } from '../domain/catalog/wavelengths.ts'
import type { Bench } from './bench.ts'
import { type PlateFaults, takePicture, viewOf } from './camera.ts'
import type { Outcome } from './outcome.ts'
import { readSetting } from './store.ts'
import { writePng } from './write-png.ts'

/** For demonstrations and tests: what is wrong with the plate, as JSON of `PlateFaults`. */
export const plateFault = 'fault.plate'

/** Take a picture of the plate in one channel; refused during a run, whose light it would disturb, and with an open lid. */
export function answerPicture(bench: Bench, channel: WavelengthName): Outcome {
  const { facts, store, clock } = bench
  if (bench.run?.outcome === null) return { refused: 'busy' }
  if (bench.lidOpen) return { refused: 'lid_open' }
  if (!facts.wavelengths.includes(channel)) return { refused: 'channel_missing' }
  const faults = JSON.parse(readSetting(store, plateFault) ?? '{}') as PlateFaults
  const taken = takePicture(viewOf(facts, channel, String(clock.now()), faults))
  return { data: { of: 'picture', channel, image: writePng(taken).toString('base64') } }
}
