// One process of the simulation: lives seeds and writes a line of JSON for each.
import { makeVersions } from '../skew/make-versions.ts'
import type { Job, Lived } from './jobs.ts'
import { mutate } from './node-hooks.ts'

const job = JSON.parse(process.argv[2] ?? '{}') as Job
const { plants } = await import('./plants.ts')
const { skewPlants } = await import('../skew/plants.ts')
const plant = [...plants, ...skewPlants].find(({ name }) => name === job.plant)
if (job.kind === 'skew') makeVersions()
if (plant?.mutation) mutate(plant.mutation)
const { Simulation } = await import('./simulation.ts')
const simulation = await Simulation.load(plant?.bend)
const say = (lived: Lived) => process.stdout.write(`${JSON.stringify(lived)}\n`)
if (job.kind === 'exhaustive') {
  const { liveSchedules } = await import('./exhaustive.ts')
  await liveSchedules(simulation, job, say)
} else if (job.kind === 'skew') {
  const { liveSkew } = await import('../skew/live-skew.ts')
  await liveSkew(simulation, job, say)
} else {
  const { liveSeeds } = await import('./live-seeds.ts')
  await liveSeeds(simulation, job, say)
}
process.exit(0)
