import { dyeCalibrationCalls } from '../../../domain/calls/dye-calibrations.ts'
import { must } from '../lab.ts'
import { importPureDyes, plateOf } from '../pure-dye-run.ts'
import type { Examples, World } from './example.ts'

const plate = async ({ call, home }: World) => ({
  body: plateOf(await importPureDyes(call, home.swarm)),
})

export const dyeCalibrationExamples: Examples<typeof dyeCalibrationCalls> = {
  search: async (world) => {
    await must(world.call(dyeCalibrationCalls.keep, await plate(world)))
    return {}
  },
  measure: plate,
  keep: plate,
  withdraw: async (world) => {
    const { data } = await must(world.call(dyeCalibrationCalls.keep, await plate(world)))
    return { params: { id: data.uuid }, body: { reason: 'The plate was bleached' } }
  },
}
