import { formatDateTime } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import styles from './HistoryPanel.module.css'
import type { Version } from './versions.ts'

/** Move through the versions in time: plate, curves and tables show the chosen one. */
export function VersionScrubber(props: {
  versions: readonly Version[]
  shown: Version
  timeZone: string
  onShow: (version: Version) => void
}) {
  const { versions, shown } = props
  const at = shown.number
  const show = (number: number) => {
    const version = versions.find((one) => one.number === number)
    if (version) props.onShow(version)
  }
  const text = t('history.version.text', {
    number: at,
    count: versions.length,
    who: shown.entry.computed_by,
    at: formatDateTime(shown.entry.computed_at, props.timeZone),
  })
  return (
    <div className={styles.scrubber} role="group" aria-label={t('history.scrub')}>
      {/* Time runs one way in every language. */}
      <div className={styles.track} dir="ltr">
        <Button
          icon="back"
          iconOnly
          disabledReason={at === 1 ? t('history.scrub.first') : null}
          onClick={() => show(at - 1)}
        >
          {t('history.scrub.back')}
        </Button>
        <input
          type="range"
          min={1}
          max={versions.length}
          step={1}
          value={at}
          aria-label={t('history.scrub')}
          aria-valuetext={text}
          onChange={(event) => show(Number(event.target.value))}
        />
        <Button
          icon="next"
          iconOnly
          disabledReason={at === versions.length ? t('history.scrub.last') : null}
          onClick={() => show(at + 1)}
        >
          {t('history.scrub.next')}
        </Button>
      </div>
      <span role="status">{text}</span>
    </div>
  )
}
