import type { Plan } from './plan.ts'

/** Most lives that a search may cost. */
const patience = 150

/**
 * Find the least plan that still fails: leave out steps, faults and pages that it does not need.
 * @param fails lives a plan.
 */
export async function shrinkPlan(
  plan: Plan,
  fails: (plan: Plan) => Promise<boolean>,
): Promise<Plan> {
  let least = plan
  let tries = 0
  const attempt = async (next: Plan) => {
    if (tries >= patience) return false
    tries += 1
    if (!(await fails(next))) return false
    least = next
    return true
  }
  await attempt({ ...least, hintsLost: 0, hintsTwice: 0 })
  await attempt({ ...least, putBack: null })
  await attempt({ ...least, allTables: false })
  await attempt({ ...least, machines: least.machines.map((one) => ({ ...one, tabs: 1 })) })
  for (const fault of Object.keys(least.rates)) {
    const { [fault as keyof Plan['rates']]: _, ...rates } = least.rates
    await attempt({ ...least, rates })
  }
  for (let size = Math.ceil(least.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < least.steps.length;) {
      const steps = least.steps.toSpliced(from, size)
      if (!(await attempt({ ...least, steps }))) from += size
    }
  }
  return least
}

/** Return the flags with which the same plan is run again. */
export function replayOf(plan: Plan, whole: Plan): string {
  const left = (name: string, is: boolean) => (is ? [name] : [])
  const without = [
    ...Object.keys(whole.rates).filter((fault) => !(fault in plan.rates)),
    ...left('hints', plan.hintsLost < whole.hintsLost || plan.hintsTwice < whole.hintsTwice),
    ...left('putBack', whole.putBack !== null && plan.putBack === null),
    ...left('tables', whole.allTables && !plan.allTables),
    ...left(
      'tabs',
      whole.machines.some(({ tabs }, at) => tabs !== plan.machines[at]?.tabs),
    ),
  ]
  const steps = plan.steps.map(({ id }) => id).join(',')
  return [
    `--replay ${plan.seed}`,
    ...(plan.steps.length < whole.steps.length ? [`--steps ${steps || 'none'}`] : []),
    ...(without.length > 0 ? [`--without ${without.join(',')}`] : []),
  ].join(' ')
}

/** Return a plan with only some steps, and without some faults. */
export function bendPlan(plan: Plan, steps: string | undefined, without: string | undefined): Plan {
  const kept = steps === undefined ? null : new Set(steps.split(',').map(Number))
  const gone = new Set(without?.split(','))
  return {
    ...plan,
    steps: plan.steps.filter(({ id }) => kept === null || kept.has(id)),
    rates: Object.fromEntries(Object.entries(plan.rates).filter(([fault]) => !gone.has(fault))),
    ...(gone.has('hints') ? { hintsLost: 0, hintsTwice: 0 } : {}),
    ...(gone.has('putBack') ? { putBack: null } : {}),
    ...(gone.has('tables') ? { allTables: false } : {}),
    ...(gone.has('tabs')
      ? { machines: plan.machines.map((machine) => ({ ...machine, tabs: 1 })) }
      : {}),
  }
}
