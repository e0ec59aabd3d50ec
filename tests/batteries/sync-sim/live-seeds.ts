import type { Job, Lived } from './jobs.ts'
import { planSeed } from './plan.ts'
import { replayOf, shrinkPlan } from './shrink.ts'
import type { Simulation } from './simulation.ts'

/** Run the seeds of a job one after the other. */
export async function liveSeeds(
  simulation: Simulation,
  job: Job,
  say: (lived: Lived) => void,
): Promise<void> {
  let shrunk = 0
  for (let seed = job.from; seed <= job.to; seed += job.step) {
    const plan = planSeed(seed)
    const { problems, trace, counts } = await simulation.run(plan)
    const twice = job.twiceEvery !== undefined && seed % job.twiceEvery === 0
    const same = twice ? (await simulation.run(plan)).trace === trace : undefined
    let replay: string | undefined
    if (problems.length > 0 && job.shrink && shrunk < 5) {
      shrunk += 1
      const [kind] = problems[0]?.split(':') ?? []
      const least = await shrinkPlan(plan, async (one) =>
        (await simulation.run(one)).problems.some((problem) => problem.startsWith(`${kind}:`)),
      )
      replay = replayOf(least, plan)
    }
    say({
      seed,
      problems,
      trace,
      counts,
      ...(same === undefined ? {} : { same }),
      ...(replay === undefined ? {} : { replay }),
    })
    if (job.stopAtFirst && problems.length > 0) return
  }
}
