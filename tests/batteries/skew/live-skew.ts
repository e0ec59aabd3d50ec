import type { Job, Lived } from '../sync-sim/jobs.ts'
import { replayOf, shrinkPlan } from '../sync-sim/shrink.ts'
import type { Simulation } from '../sync-sim/simulation.ts'
import { planSkew } from './plan-skew.ts'
import { nameOfPair, pairs } from './versions.ts'

/** Run each seed of a job once for every pair of versions. */
export async function liveSkew(
  simulation: Simulation,
  job: Job,
  say: (lived: Lived) => void,
): Promise<void> {
  await simulation.loadVersions()
  let shrunk = 0
  for (let seed = job.from; seed <= job.to; seed += job.step) {
    for (const [at, pair] of pairs.entries()) {
      const plan = planSkew(pair, seed)
      const { problems, trace, counts } = await simulation.run(plan)
      let replay: string | undefined
      if (problems.length > 0 && job.shrink && shrunk < 5) {
        shrunk += 1
        const [kind] = problems[0]?.split(':') ?? []
        const least = await shrinkPlan(plan, async (one) =>
          (await simulation.run(one)).problems.some((problem) => problem.startsWith(`${kind}:`)),
        )
        const flags = replayOf(least, plan).replace(
          /^--replay \d+/,
          `--replay ${seed} --pair ${at}`,
        )
        replay = flags
      }
      const kept = replay === undefined ? {} : { replay }
      say({ seed, pair: nameOfPair(pair), problems, trace, counts, ...kept })
      if (job.stopAtFirst && problems.length > 0) return
    }
  }
}
