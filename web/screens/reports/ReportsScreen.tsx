import { useCallback, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { reportCalls } from '../../../domain/calls/reports.ts'
import { type Report, reportFormats } from '../../../domain/entities/report.ts'
import { Fault } from '../../../domain/fault.ts'
import { refusesFourEyes } from '../../../domain/rules/analysis.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { useCorrections } from '../../entities/analysis/corrected.ts'
import { t } from '../../i18n/intl.ts'
import { hashOf } from '../../local/blobs.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { Column } from '../../parts/table/column.ts'
import { paths } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import type { Facet } from '../../record/facets.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { actorOf } from '../../record/actor.ts'
import { whyNotCall, whyNotSecond, whyNotSigned } from '../../record/rights.ts'
import { account } from '../../state/session.ts'
import { askedRows, useRows } from '../../record/use-rows.ts'
import { localTime } from '../../state/local-time.ts'
import { ApproveDialog } from './ApproveDialog.tsx'

const reportRows = askedRows(reportCalls.search, { order: 'created_at DESC' })

/** List the reports that were kept: each is read again as the very file it was, and approved by a signature. */
export function ReportsScreen() {
  const [approved, setApproved] = useState<Report | null>(null)
  const list = useRows(reportRows)
  const corrections = useCorrections()
  const stateOf = useCallback(
    (report: Report) => judgeState(report, corrections.has(report.analysis_uuid)),
    [corrections],
  )
  const columns = useMemo(() => makeColumns(stateOf), [stateOf])
  const facets = useMemo(() => makeFacets(stateOf), [stateOf])
  return (
    <RecordPage
      name="report"
      file="reports"
      title={t('reports.title')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-made"
      nameOf={({ name }) => name}
      empty={{ area: 'reports', title: t('reports.empty.title'), text: t('reports.empty.text') }}
      panel={(report) => panelOf(report, stateOf(report), corrections.get(report.analysis_uuid))}
      actsOf={(report) => listActs(report, setApproved)}
    >
      {approved && (
        <ApproveDialog report={approved} onDone={list.again} onClose={() => setApproved(null)} />
      )}
    </RecordPage>
  )
}

const states = ['approved', 'draft', 'made', 'superseded'] as const
type State = (typeof states)[number]
type StateOf = (report: Report) => State

/** @param isCorrected a signed version corrects the run, so that this report no longer says its results. */
function judgeState({ signature, amends }: Report, isCorrected: boolean): State {
  if (isCorrected) return 'superseded'
  if (signature) return 'approved'
  return amends ? 'draft' : 'made'
}

const looks = {
  approved: { shape: 'disc', tone: 'accent' },
  draft: { shape: 'half', tone: 'neutral' },
  made: { shape: 'ring', tone: 'neutral' },
  superseded: { shape: 'triangle', tone: 'warning' },
} as const

function StateBadge({ state }: { state: State }) {
  return <Badge {...looks[state]}>{t(`reports.state.${state}`)}</Badge>
}

function makeColumns(stateOf: StateOf): Column<Report>[] {
  return [
    {
      id: 'name',
      header: t('reports.column.analysis'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
      width: 220,
      fixed: true,
    },
    {
      id: 'template',
      header: t('reports.column.template'),
      value: ({ template }) => t(`reports.template.${template}`),
      width: 180,
    },
    {
      id: 'format',
      header: t('reports.column.format'),
      value: ({ format }) => format.toUpperCase(),
      width: 90,
    },
    {
      id: 'state',
      header: t('reports.column.state'),
      value: (report) => t(`reports.state.${stateOf(report)}`),
      cell: (report) => <StateBadge state={stateOf(report)} />,
      width: 160,
    },
    {
      id: 'made',
      header: t('reports.column.made'),
      kind: 'date',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => localTime(created_at),
      text: ({ created_at }) => created_at,
    },
    { id: 'by', header: t('reports.column.by'), value: ({ user_name }) => user_name, width: 180 },
    {
      id: 'hash',
      header: t('reports.fileHash'),
      value: ({ file_hash }) => file_hash,
      cell: ({ file_hash }) => <code dir="ltr">{file_hash.slice(0, 12)}…</code>,
      width: 180,
    },
  ]
}

function makeFacets(stateOf: StateOf): Facet<Report>[] {
  return [
    {
      id: 'state',
      label: t('reports.column.state'),
      valueOf: stateOf,
      choices: states.map((value) => ({
        value,
        label: t(`reports.state.${value}`),
        badge: <StateBadge state={value} />,
      })),
    },
    {
      id: 'format',
      label: t('reports.column.format'),
      valueOf: ({ format }) => format,
      choices: reportFormats.map((value) => ({ value, label: value.toUpperCase() })),
    },
  ]
}

/** @param later the signed version that corrects the run of the report. */
function panelOf(report: Report, state: State, later: AnalysisRow | undefined): PanelFacts {
  const { uuid, signature, amends, analysis_uuid } = report
  return {
    state: <StateBadge state={state} />,
    notice: later && (
      <Notice kind="warning">
        {t('reports.superseded', { version: later.version ?? 2 })}{' '}
        <Link href={paths.analysis(later.uuid)}>{t('reports.openLater')}</Link>
      </Notice>
    ),
    facts: [
      [t('reports.column.template'), t(`reports.template.${report.template}`)],
      [t('reports.column.format'), report.format.toUpperCase()],
      [t('reports.column.made'), localTime(report.created_at)],
      [t('reports.column.by'), report.user_name],
      [t('reports.fileHash'), report.file_hash],
      [t('reports.resultHash'), report.result_hash],
      ...(signature
        ? ([
            [
              t('reports.approvedBy'),
              [signature.printed_name, localTime(signature.at), signature.comment]
                .filter(Boolean)
                .join(' · '),
            ],
          ] as const)
        : []),
    ],
    more: (
      <>
        {amends && (
          <p>
            {t('reports.amends', {
              number: amends.number,
              at: localTime(amends.reported_at),
              reason: amends.reason,
            })}
          </p>
        )}
        <Link href={paths.analysis(analysis_uuid)}>{t('reports.open')}</Link>
      </>
    ),
    history: { kind: 'report', id: uuid, updatedAt: report.updated_at, fields: {} },
  }
}

function listActs(report: Report, approve: (report: Report) => void): readonly Act[] {
  const taken = report.signature ? t('reports.approvedAlready') : null
  const who = account.value
  const own = who ? refusesFourEyes({ user_uuid: report.user_uuid }, actorOf(who)) : false
  return [
    {
      id: 'read',
      label: t('reports.read'),
      hint: t('reports.readHint'),
      icon: 'download',
      why: whyNotCall(reportCalls.download),
      send: async () => {
        const hash = await readAgain(report)
        return t('reports.readDone', { hash: `${hash.slice(0, 16)}…` })
      },
    },
    {
      id: 'approve',
      label: t('reports.approve'),
      hint: t('reports.approveHint'),
      icon: 'check',
      why: taken ?? whyNotSigned(reportCalls.approve) ?? whyNotSecond(own),
      needs: reportCalls.approve.needs,
      open: () => approve(report),
    },
  ]
}

/**
 * Save the kept file once more, when its bytes have the hash of the record.
 * @throws Fault `refused` for bytes that are others: they are not saved.
 */
async function readAgain({ uuid, file_hash, name, format }: Report): Promise<string> {
  const file = await call(reportCalls.download, { params: { id: uuid } })
  const hash = await hashOf(new Uint8Array(file.bytes))
  if (hash !== file_hash) {
    throw new Fault('refused', t('reports.readWrong'), { reason: 'other_content' })
  }
  saveFile(file, `${name}.${format}`)
  return hash
}
