import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { FactList } from '../parts/facts/FactList.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { SidePanel } from '../parts/panel/SidePanel.tsx'
import { Progress } from '../parts/progress/Progress.tsx'
import { paths } from '../paths.ts'
import { may } from '../state/session.ts'
import type { Act } from './act.ts'
import type { HistoryFacts } from './history.ts'
import styles from './Record.module.css'
import type { ActRun } from './use-acts.tsx'

/** Fetched when it is first opened: the calls of the trail bring the names of all kinds along. */
const RecordHistory = lazy(async () => ({
  default: (await import('./RecordHistory.tsx')).RecordHistory,
}))

/** Content of the panel beside a list, about the record that is open. */
export interface PanelFacts {
  /** Badges. */
  state?: ReactNode
  /** Notice shown above the facts. */
  notice?: ReactNode
  facts: Parameters<typeof FactList>[0]['facts']
  /** Below the facts, what belongs to this kind of record alone. */
  more?: ReactNode
  /** Below the actions: parts that are fetched when the panel opens, so that they push no button away. */
  later?: ReactNode
  history?: HistoryFacts
}

/** Show one record: its facts, its actions, each with what it means or why it cannot be done, and its history. */
export function RecordPanel(props: {
  title: string
  part: string
  panel: PanelFacts
  acts: readonly Act[]
  run: ActRun
  onClose: () => void
}) {
  const { title, panel, run, onClose } = props
  const next = props.acts.filter(({ isNext, why }) => isNext && why === null)
  const acts = props.acts.filter((act) => !next.includes(act))
  return (
    <SidePanel title={title} part={props.part} onClose={onClose}>
      {panel.state && <div className={styles.state}>{panel.state}</div>}
      {panel.notice}
      {next.length > 0 && (
        <div className={styles.next}>
          <ActList acts={next} run={run} />
        </div>
      )}
      <FactList facts={panel.facts} />
      {panel.more}
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      {acts.length > 0 && <ActList acts={acts} run={run} />}
      {panel.later}
      {panel.history && <HistoryPart history={panel.history} />}
    </SidePanel>
  )
}

/**
 * Show the history of a record, read when it is opened.
 * @param props.of name of the record, where there are several beside each other.
 */
export function HistoryPart({ history, of }: { history: HistoryFacts; of?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('record.history')}
        {of && <span className="visually-hidden">: {of}</span>}
      </summary>
      {isOpen && (
        <Suspense fallback={<Progress label={t('parts.loading')} />}>
          <RecordHistory key={history.updatedAt} {...history} />
        </Suspense>
      )}
    </details>
  )
}

/** Show acts as buttons, each with what it means, or why it is not available. */
export function ActList({ acts, run }: { acts: readonly Act[]; run: ActRun }) {
  return (
    <ul className={styles.acts}>
      {acts.map((act) => (
        <li key={act.id}>
          <Button
            icon={act.icon}
            busy={run.busy === act.id}
            disabledReason={act.why}
            onClick={() => run.press(act)}
          >
            {act.label}
          </Button>
          <p className={styles.quiet} aria-hidden={act.why ? true : undefined}>
            {act.why ?? act.hint}
          </p>
          {act.why && act.needs && !may(act.needs) && (
            <Link href={paths.unauthorised(act.needs)}>{t('record.whyNot')}</Link>
          )}
        </li>
      ))}
    </ul>
  )
}
