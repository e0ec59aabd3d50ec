import { regional } from '../regional.ts'

/** Open the index of the fleet of this region: one object, whatever company asks. */
export function fleetIndex(env: Env) {
  return regional(env.FLEET_INDEX, env, 'fleet')
}
