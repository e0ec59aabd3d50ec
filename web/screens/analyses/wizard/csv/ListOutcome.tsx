import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { ListColumn } from '../../../../../domain/catalog/list-words.ts'
import type { ControlWish } from '../../../../../workers/files/sample-list/list-wish.ts'
import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { Progress } from '../../../../parts/progress/Progress.tsx'
import styles from './Csv.module.css'
import { FileColumns, listUndecided } from './FileColumns.tsx'
import { ListReview } from './ListReview.tsx'
import { MissingHeaders } from './MissingHeaders.tsx'
import type { useOpenList } from './use-open-list.ts'

const mostNamed = 6

/** Ask about samples that are named like a control and have no type: imported unchanged they would be unknowns. */
function ControlNames(props: {
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

/** Show the progress of reading, its error, or its result. */
export function ListOutcome(props: {
  open: ReturnType<typeof useOpenList>
  name: string
  cartridge: CartridgeType
  onChange: (change: Partial<ListSettings>) => void
  onRead: (header: string, column: ListColumn) => void
  onIgnore: (header: string) => void
  onFill: () => void
  onSettle: (controls: ControlWish) => void
  onStop: () => void
}) {
  const { open, name, cartridge } = props
  const { state } = open
  const view = state.step === 'read' ? state.view : null
  const isReady = view !== null && view.missing.length === 0
  return (
    <>
      {state.step === 'reading' && open.isLong && (
        <div className={styles.tools}>
          <Progress label={t('wizard.csv.reading', { name })} value={state.part} />
          <Button icon="stop" onClick={props.onStop}>
            {t('wizard.csv.stop')}
          </Button>
        </div>
      )}
      {state.step === 'failed' && (
        <Notice kind="error" title={t('wizard.csv.failed', { name })}>
          {faultText(state.fault)}
        </Notice>
      )}
      {view && !isReady && (
        <MissingHeaders view={view} name={name} onChange={props.onChange} onFill={props.onFill} />
      )}
      {view && <FileColumns view={view} onRead={props.onRead} onIgnore={props.onIgnore} />}
      {isReady && listUndecided(view).length === 0 && (
        <ControlNames names={view.controls} onSettle={props.onSettle} />
      )}
      <p role="status" className={styles.summary}>
        {isReady && (
          <strong>
            {t('wizard.csv.summary', { rows: view.counts.taken, left: view.counts.left })}
          </strong>
        )}
      </p>
      {isReady && (
        <ListReview
          key={name}
          view={view}
          list={open.list}
          cartridge={cartridge}
          name={name}
          onChange={open.change}
        />
      )}
    </>
  )
}
