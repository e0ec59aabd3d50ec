// One process of the simulation: lives seeds and writes a line of JSON for each.
import './node-hooks.ts'
import type { Job, Lived } from './jobs.ts'

const job = JSON.parse(process.argv[2] ?? '{}') as Job
const { plants } = await import('./plants.ts')
const plant = job.plant === undefined ? undefined : plants.find(({ name }) => name === job.plant)
if (plant?.mutation) {
  const { mutate } = await import('./node-hooks.ts')
  mutate(plant.mutation)
}
const { Simulation } = await import('./simulation.ts')
const simulation = await Simulation.load(plant?.bend)
const say = (lived: Lived) => process.stdout.write(`${JSON.stringify(lived)}\n`)
if (job.kind === 'exhaustive') {
  const { liveSchedules } = await import('./exhaustive.ts')
  await liveSchedules(simulation, job, say)
} else {
  const { liveSeeds } = await import('./live-seeds.ts')
  await liveSeeds(simulation, job, say)
}
process.exit(0)
