import { formatNames, type ImportedRun } from '../../../../workers/files/imported-run.ts'
import { formatDateTime, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { account } from '../../../state/session.ts'
import styles from './Import.module.css'

/** Show the facts of a run at a glance. */
export function RunFacts({ run }: { run: ImportedRun }) {
  const { source, plate, amplification, melt } = run
  const origin = run.plan?.source.origin
  const targets = new Set(run.wells.flatMap((well) => well.targets.map(({ target }) => target)))
  const samples = new Set(run.wells.map(({ sample }) => sample).filter(Boolean))
  const facts: [string, string][] = [
    [t('import.format'), [formatNames[source.format], source.version].filter(Boolean).join(' ')],
    [t('import.origin'), origin ? originText(origin.company_name, origin.written_at) : ''],
    [t('import.signedBy'), origin?.signed_by ?? ''],
    [t('import.software'), [source.software, source.softwareVersion].filter(Boolean).join(' ')],
    [t('import.instrument'), source.instrument],
    // Show the time of the instrument's clock, in any zone.
    [t('import.date'), dateText(source.date)],
    [t('import.plate'), `\u2066${plate.rows} × ${plate.columns}\u2069`],
    [t('import.samples'), formatNumber(samples.size, 0)],
    [t('import.targets'), [...targets].join(', ')],
    [t('import.channels'), amplification?.readings.channels.join(', ') ?? ''],
    readingFact(run),
    [t('import.meltPoints'), melt ? formatNumber(melt.readings.points, 0) : ''],
  ]
  return (
    <div className={styles.facts}>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={value}>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      {amplification && <Badge tone="info">{t(`import.state.${amplification.state}`)}</Badge>}
    </div>
  )
}

/** Count the cycles, or the readings of an isothermal run with the time between them. */
function readingFact({ amplification, minutesPerReading: minutes }: ImportedRun): [string, string] {
  const count = amplification?.readings.points
  if (minutes === undefined) {
    return [t('import.cycles'), count === undefined ? '' : formatNumber(count, 0)]
  }
  const text = count === undefined ? '' : t('import.readings.text', { count, minutes })
  return [t('import.readings'), text]
}

/** Write `2001-12-31T21:09:19.5-05:00` as `2001-12-31 21:09:19 (UTC-05:00)`. */
function dateText(date: string | null | undefined): string {
  const text = date?.replace('T', ' ').replace(/\.\d+/, '') ?? ''
  return text.replace(/Z$/, ' (UTC)').replace(/([+-]\d\d:\d\d)$/, ' (UTC$1)')
}

function originText(company: string, written: string): string {
  return t('import.origin.text', {
    company,
    time: formatDateTime(written, account.value?.preferences.timezone),
  })
}
