import { t } from '../../i18n/intl.ts'

/** Write the swarm of a method; one of none is the whole company's. */
export function saySwarm(uuid: string | null, names: ReadonlyMap<string, string>): string {
  return uuid === null ? t('methods.wholeCompany') : (names.get(uuid) ?? '–')
}
