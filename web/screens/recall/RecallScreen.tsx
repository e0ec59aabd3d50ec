import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { recallCalls, type Touched } from '../../../domain/calls/recalls.ts'
import type { Recall } from '../../../domain/entities/recall.ts'
import { listWaiting } from '../../../domain/rules/recall.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Menu, type MenuAction } from '../../parts/menu/Menu.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { FetchingPage } from '../../parts/page/FetchingPage.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { paths } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import { ListChips, ListTable } from '../../record/ListTable.tsx'
import { type ActRun, useActs } from '../../record/use-acts.tsx'
import { type RecordList, useList } from '../../record/use-list.ts'
import { localTime } from '../../state/local-time.ts'
import { usePageName } from '../../state/page-name.ts'
import { showErrors } from '../../state/show-errors.ts'
import { useAnswerAbout } from '../../state/use-answer.ts'
import { useOwnCompany } from '../../state/use-own-company.ts'
import { useRepeated } from '../../state/use-repeated.ts'
import { sayCalibrationKind } from './calibration-kind.ts'
import { AmendDialog } from './AmendDialog.tsx'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { DeedList } from './DeedList.tsx'
import { HandedOn } from './HandedOn.tsx'
import { ProofNotice } from './ProofNotice.tsx'
import { NotifyDialog } from './NotifyDialog.tsx'
import { findNextStep, makeOpeningActs, makeRecallActs } from './recall-acts.ts'
import styles from './Recall.module.css'
import { RecallSheet } from './RecallSheet.tsx'
import { RecallBadge } from './RecallsScreen.tsx'
import { StatePicture } from './StatePicture.tsx'
import { ToldList } from './ToldList.tsx'
import { makeTouchedColumns, makeTouchedFacets, type TouchedLine } from './touched-columns.tsx'
import { useTouched } from './use-touched.ts'

/** Show `/recall/{uuid}`: every result that a recalled thing touched, and what is done about them. */
export function RecallScreen({ params }: { params: Record<string, string | undefined> }) {
  const id = params['uuid'] ?? ''
  const load = useCallback(
    // Ask in the background, as it is repeated while nobody does anything; what the recall touches is asked by the person.
    (signal: AbortSignal) =>
      call(recallCalls.get, { params: { id } }, { signal, background: true }),
    [id],
  )
  const recall = useAnswerAbout(load)
  const isSending = recall.value !== null && listWaiting(recall.value).length > 0
  useRepeated(isSending, recall.again, progressMs)
  const touched = useTouched(recall.value?.subject ?? null, id)
  const failure = [...recall.failure, ...touched.failure]
  const again = () => {
    recall.again()
    touched.again()
  }
  if (recall.value && touched.value) {
    return <RecallPage recall={recall.value} touched={touched.value} again={again} />
  }
  return <FetchingPage title={t('recall.pageTitle')} failure={failure} again={again} />
}

/** Interval at which a page asks how many companies are still to be informed. */
const progressMs = 3000

function RecallPage(props: { recall: Recall; touched: Touched; again: () => void }) {
  const { recall, touched } = props
  const rows = useMemo(
    () => touched.data.map((row): TouchedLine => ({ ...row, uuid: row.analysis_uuid })),
    [touched],
  )
  const columns = useMemo(() => makeTouchedColumns(), [])
  const facets = useMemo(() => makeTouchedFacets(rows), [rows])
  const list = useList({ rows, columns, facets, firstSort: null, list: 'recall-analyses' })
  const run = useActs(props.again)
  const name = `${recall.number} · ${recall.name}`
  usePageName(name)
  const [dialog, setDialog] = useState<'amend' | 'notify' | 'announce' | 'print' | null>(null)
  const close = useCallback(() => setDialog(null), [])
  const { hold, lift, close: end } = makeRecallActs(recall, touched, [...list.selection.ids])
  const isProvider = useOwnCompany()?.isProvider === 'Y'
  const opening = makeOpeningActs(recall, touched, isProvider, setDialog)
  const acts = [...opening, hold, lift, end]
  const next = findNextStep(recall, { hold, lift, end, opening })
  const rest = acts.filter((act) => act !== next)
  return (
    <Page
      title={name}
      state={<RecallBadge status={recall.status} />}
      facts={[
        sayCalibrationKind(recall.subject),
        recall.reason,
        recall.user_name,
        localTime(recall.created_at),
      ].filter((one) => one !== null)}
      primary={
        next && {
          label: next.label,
          icon: next.icon,
          disabledReason: next.why,
          onPress: () => run.press(next),
        }
      }
      menu={<Tools recall={recall} acts={rest} run={run} onPrint={() => setDialog('print')} />}
    >
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      <ProofNotice proof={touched.proof} />
      <div className={styles.overview}>
        <StatePicture label={t('recall.byState')} counts={touched.counts} />
        {touched.laboratories.length > 0 && <Laboratories laboratories={touched.laboratories} />}
      </div>
      <TouchedList list={list} />
      <HandedOn touched={touched} />
      {recall.told && <ToldList told={recall.told} />}
      <DeedList deeds={recall.deeds} />
      {run.dialog}
      {dialog === 'print' && <RecallSheet recall={recall} touched={touched} onPrinted={close} />}
      {dialog === 'notify' && <NotifyDialog recall={recall} again={props.again} onClose={close} />}
      {dialog === 'announce' && (
        <AnnounceDialog recall={recall} again={props.again} onClose={close} />
      )}
      {dialog === 'amend' && <AmendDialog recall={recall} again={props.again} onClose={close} />}
    </Page>
  )
}

/** Offer the further acts, and the list as a file or on paper. */
function Tools(props: {
  recall: Recall
  acts: readonly Act[]
  run: Pick<ActRun, 'press'>
  onPrint: () => void
}) {
  const { recall, acts, run, onPrint } = props
  const save = async () => {
    const body = { subject: recall.subject, recall_uuid: recall.uuid }
    saveFile(await call(recallCalls.csv, { body }), 'recall.csv')
  }
  const items = acts.map((act): MenuAction => ({
    id: act.id,
    label: act.label,
    icon: act.icon,
    disabledReason: act.why,
    onPress: () => run.press(act),
  }))
  return (
    <Menu
      items={[
        ...items,
        {
          id: 'csv',
          label: t('recall.csv'),
          icon: 'download',
          onPress: () => void save().catch(showErrors),
        },
        { id: 'print', label: t('recall.print'), icon: 'print', onPress: onPrint },
      ]}
    />
  )
}

function Laboratories({ laboratories }: Pick<Touched, 'laboratories'>) {
  return (
    <section className={styles.picture}>
      <h2>{t('recall.byLaboratory')}</h2>
      <ul className={styles.laboratories}>
        {laboratories.map(({ swarm_uuid, swarm_name, counts, seen }) => (
          <li key={swarm_uuid}>
            <bdi>{swarm_name}</bdi>
            <b>{formatNumber(Object.values(counts).reduce((sum, count) => sum + count, 0))}</b>
            {!seen && <p>{t('recall.hidden')}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TouchedList({ list }: { list: RecordList<TouchedLine> }) {
  const [, navigate] = useLocation()
  return (
    <div className={styles.list}>
      <ListChips list={list} />
      <ListTable
        list={list}
        label={t('recall.touched')}
        nameOf={({ name }) => name}
        onOpen={({ uuid, state }) => {
          if (state !== 'deleted') navigate(paths.analysis(uuid))
        }}
        empty={<EmptyState icon="check" title={t('recall.nothing')} />}
      />
    </div>
  )
}
