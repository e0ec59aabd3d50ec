import type { ControlWish } from '../../../../../workers/files/sample-list/judge-rows.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import styles from './Csv.module.css'

const mostNamed = 6

/** Samples that are called after a control and have no type: taken as they stand they would be unknowns. */
export function ControlNames(props: {
  names: readonly string[]
  onSettle: (controls: ControlWish) => void
}) {
  const { names, onSettle } = props
  if (names.length === 0) return null
  const more = names.length > mostNamed ? ' …' : ''
  return (
    <Notice
      kind="warning"
      title={t('wizard.csv.controls', { count: names.length })}
      action={
        <span className={styles.steps} data-decision>
          <Button onClick={() => onSettle('take')}>{t('wizard.csv.controls.take')}</Button>
          <Button kind="plain" onClick={() => onSettle('keep')}>
            {t('wizard.csv.controls.keep')}
          </Button>
        </span>
      }
    >
      <bdi>{names.slice(0, mostNamed).join(', ') + more}</bdi>
    </Notice>
  )
}
