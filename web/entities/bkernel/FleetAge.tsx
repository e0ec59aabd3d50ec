import type { CompanyUse } from '../../../domain/calls/bkernels.ts'
import { fleetSilentMs } from '../../../domain/catalog/limits.ts'
import { formatList } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { minute } from '../../state/clock.ts'
import { localTime } from '../../state/local-time.ts'
import styles from './Bkernel.module.css'

type Heard = Pick<CompanyUse, 'uuid' | 'name' | 'heard_at' | 'awaited'>

/** Most companies that are named; the others are counted. */
const mostNamed = 5

/**
 * Say how old a list over companies is, and which of them have not been heard for so long that something is wrong. Those whose first
 * report is still awaited are named without a warning.
 * @param props.sayOldest says what the list has of them and how old the oldest is; about their devices by default.
 */
export function FleetAge(props: {
  companies: readonly Heard[]
  sayOldest?: (time: string) => string
}) {
  const { companies, sayOldest = sayDevices } = props
  const { unknown, awaited, silent, oldest } = sortOut(companies, minute.value)
  return (
    <>
      {silent.length > 0 && (
        <Notice kind="warning" title={t('bkernels.age.silent', { count: silent.length })}>
          {t('bkernels.age.silentText')} {nameSome(silent)}
        </Notice>
      )}
      {unknown.length > 0 && (
        <Notice kind="warning" title={t('bkernels.age.unknown', { count: unknown.length })}>
          {t('bkernels.age.unknownText')} {nameSome(unknown)}
        </Notice>
      )}
      {awaited.length > 0 && (
        <p className={styles.quiet}>
          {t('bkernels.age.unknown', { count: awaited.length })}: {nameSome(awaited)}
        </p>
      )}
      {oldest !== null && (
        <p className={styles.quiet}>{sayOldest(localTime(oldest, 'minute') ?? '')}</p>
      )}
    </>
  )
}

function sayDevices(time: string): string {
  return t('bkernels.age.oldest', { time })
}

/** Sort companies by whether they have been heard; `oldest` is the moment of the oldest report of those that have. */
function sortOut(companies: readonly Heard[], now: number) {
  const isSilent = ({ heard_at }: Heard) =>
    heard_at !== null && now - Date.parse(heard_at) > fleetSilentMs
  const unheard = companies.filter(({ heard_at }) => heard_at === null)
  const times = companies.flatMap((one) =>
    one.heard_at === null || isSilent(one) ? [] : [one.heard_at],
  )
  return {
    unknown: unheard.filter((one) => !one.awaited),
    awaited: unheard.filter((one) => one.awaited),
    silent: companies.filter(isSilent),
    oldest: times.toSorted()[0] ?? null,
  }
}

function nameSome(companies: readonly Heard[]): string {
  const names = companies.slice(0, mostNamed).map(({ name, heard_at }) => {
    return heard_at === null ? name : `${name} (${localTime(heard_at, 'minute') ?? ''})`
  })
  const more = companies.length - names.length
  const all = more > 0 ? [...names, t('bkernels.age.more', { count: more })] : names
  return formatList(all, 'conjunction')
}
