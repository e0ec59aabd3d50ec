import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'

/** Write the swarm of a method; one of none is the whole company's. */
export function saySwarm(uuid: string | null, names: ReadonlyMap<string, string>): string {
  return uuid === null ? t('methods.wholeCompany') : (names.get(uuid) ?? '–')
}

/** Map the ids of swarms to their names. */
export const nameSwarms = (swarms: readonly Swarm[]): ReadonlyMap<string, string> =>
  new Map(swarms.map(({ uuid, name }) => [uuid, name]))
