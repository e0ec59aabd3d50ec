import { inTime, patience } from '../in-time.ts'
import { regional } from '../regional.ts'
import type { FleetIndex } from './FleetIndex.ts'

/** Calls of the index, as it is asked from elsewhere. */
type Calls = Pick<
  FleetIndex,
  'audience' | 'figures' | 'forget' | 'named' | 'rebuild' | 'state' | 'take' | 'updates' | 'use'
>

/** Open the index of the fleet of this region: one object, whatever company asks. Each call ends after a time. */
export function fleetIndex(env: Env): {
  [Name in keyof Calls]: (
    ...given: Parameters<Calls[Name]>
  ) => Promise<Awaited<ReturnType<Calls[Name]>>>
} {
  // Cast, since the platform's stub type gives up on records, whose fields are `unknown` here.
  const index = regional(env.FLEET_INDEX, env, 'fleet') as unknown as Calls
  const ask = <Value>(answer: Value | Promise<Value>, limitMs?: number) =>
    inTime('index of the fleet', Promise.resolve(answer), limitMs)
  return {
    audience: (...given) => ask(index.audience(...given)),
    figures: (...given) => ask(index.figures(...given)),
    forget: (...given) => ask(index.forget(...given)),
    named: (...given) => ask(index.named(...given)),
    rebuild: () => ask(index.rebuild()),
    state: () => ask(index.state()),
    take: (report) => ask(index.take(report), patience.report),
    updates: (...given) => ask(index.updates(...given)),
    use: (...given) => ask(index.use(...given)),
  }
}
