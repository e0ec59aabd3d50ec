import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  analysis as analysisEntity,
  type AnalysisStatus,
  analysisStatuses,
} from '../../../domain/entities/analysis.ts'
import { planNeeds } from '../../../domain/permissions.ts'
import { completeTexts } from '../../i18n/catalogs.ts'
import { mapCorrections } from '../../entities/analysis/corrected.ts'
import { t } from '../../i18n/intl.ts'
import { loadLater } from '../../load-later.tsx'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { areaIcons } from '../../parts/icon/area-icons.ts'
import { Page } from '../../parts/page/Page.tsx'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import type { TableControl } from '../../parts/table/table-props.ts'
import { paths } from '../../paths.ts'
import { useColumnLayout } from '../../record/use-column-layout.ts'
import { useDeviceName } from '../../state/device-names.ts'
import { useFetchedSince } from '../../state/fetched-since.ts'
import { localZone, today } from '../../state/local-time.ts'
import { mode } from '../../state/mode.ts'
import { fetchOlderRecords, isWindowed } from '../../state/records.ts'
import { may } from '../../state/session.ts'
import { useFetchedRecords, useWhole } from '../../state/use-records.ts'
import { makeAnalysisColumns } from './analysis-columns.tsx'
import { pickCreated, RangeFilter, readRange } from './RangeFilter.tsx'
import { SearchAtService } from './SearchAtService.tsx'
import { StatusChips } from './StatusChips.tsx'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { useAddress } from '../../use-address.ts'
import { Button } from '../../parts/button/Button.tsx'
import { offerFile } from '../../state/imports.ts'

/** Fetched with the first selection, as are the words of it. */
const AnalysisSelection = loadLater(async () => {
  const [part] = await Promise.all([import('./AnalysisSelection.tsx'), completeTexts('record')])
  return part.AnalysisSelection
})

const none: ReadonlySet<string> = new Set()

/** List the analyses that the account may see, newest first. Filter, status and sort are in the address. */
export function AnalysesScreen() {
  const [, navigate] = useLocation()
  const address = useAddress()
  const records = useFetchedRecords(analysisEntity)
  const isWhole = useWhole(analysisEntity)
  const deviceName = useDeviceName()
  const corrected = useMemo(() => mapCorrections(records ?? []), [records])
  const columns = useMemo(() => makeAnalysisColumns(deviceName, corrected), [deviceName, corrected])
  const statuses = readStatuses(address.search.get('status'))
  const key = statuses.join(',')
  const when = address.search.get('when')
  const range = useMemo(() => readRange(when), [when])
  const zone = localZone()
  // Skip the day without a range: nothing asks for it, and the first frame need not wait for the browser's calendar.
  const day = range === null ? 0 : today.value
  // Count for the chips what is of the time that was chosen.
  const timely = useMemo(
    () => pickCreated(records ?? [], range, day, zone),
    [records, range, day, zone],
  )
  const rows = useMemo(() => pick(timely, key), [timely, key])
  const table = pagedTableAddress(address)
  const choice = useColumnLayout('analyses', columns, address)
  const control = useRef<TableControl<AnalysisRow>>(null)
  const [selected, select] = useState<ReadonlySet<string>>(none)
  const reason = may(planNeeds) ? null : t('fault.permission_missing')
  const start = () => navigate(paths.newAnalysis())
  return (
    <Page
      title={t('analyses.title')}
      primary={{ label: t('nav.new'), icon: 'plus', disabledReason: reason, onPress: start }}
      menu={<ImportButton />}
    >
      <StatusChips
        analyses={timely}
        chosen={statuses}
        onChoose={(next) => address.change({ status: next.join(','), page: null })}
      />
      <SearchAtService text={table.filter.trim()} here={records} />
      <RecordTable
        label={t('analyses.title')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.uuid}
        loading={!isWhole}
        extent={useFetchedSince()}
        {...table}
        {...choice}
        control={control}
        selected={selected}
        onSelect={select}
        boxes={{
          row: ({ name }) => t('analyses.select', { name }),
          page: t('analyses.selectAll'),
        }}
        tools={<ListTools range={range} onRange={(when) => address.change({ when, page: null })} />}
        onOpen={(row) => navigate(paths.analysis(row.uuid))}
        empty={
          <NoAnalyses
            filtered={(key !== '' || range !== null) && (records?.length ?? 0) > 0}
            mayStart={reason === null}
          />
        }
      />
      {selected.size > 0 && (
        <AnalysisSelection
          ids={selected}
          rows={rows}
          columns={columns}
          layout={choice.layout}
          sort={table.sort}
          filter={table.filter}
          page={() => control.current?.ids() ?? []}
          onSelect={select}
        />
      )}
    </Page>
  )
}

/** Choose the time of the analyses, and fetch as many older ones where this machine has the newest alone. */
function ListTools(props: {
  range: ReturnType<typeof readRange>
  onRange: ComponentProps<typeof RangeFilter>['onChange']
}) {
  useSignals()
  const reason = mode.value.state === 'offline' ? t('refusal.offline') : null
  return (
    <>
      <RangeFilter value={props.range} onChange={props.onRange} />
      {isWindowed.value && (
        <span data-fetch-older>
          <Button icon="download" disabledReason={reason} onClick={fetchOlderRecords}>
            {t('analyses.since.older')}
          </Button>
        </span>
      )}
    </>
  )
}

function NoAnalyses({ filtered, mayStart }: { filtered: boolean; mayStart: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title={t('parts.table.none')}
        action={<Link href={paths.analyses()}>{t('parts.table.clear')}</Link>}
      >
        {t('analyses.filterStatus')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={areaIcons.analyses}
      title={t('analyses.empty.title')}
      action={mayStart && <Link href={paths.newAnalysis()}>{t('home.start')}</Link>}
    >
      {t('analyses.empty.text')}
    </EmptyState>
  )
}

function pick(records: readonly AnalysisRow[], key: string): readonly AnalysisRow[] {
  const wanted = key.split(',')
  return key === '' ? records : records.filter(({ status }) => wanted.includes(status))
}

function readStatuses(text: string | null): AnalysisStatus[] {
  const wanted = (text ?? '').split(',')
  return analysisStatuses.filter((status) => wanted.includes(status))
}

/** Pick a file of an instrument; dropping one on the page does the same. */
function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <span data-tour="import">
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t('analyses.import')}
        </Button>
      </span>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) offerFile(file)
          // Forget the choice, so that the same file may be picked again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
