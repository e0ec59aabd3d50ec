// Replace the local table: what lists and pages say of corrections is tested, and no service runs beside these tests.
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Report } from '../../domain/entities/report.ts'
import { mapCorrections } from '../../web/entities/analysis/corrected.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import { makeAnalysisColumns } from '../../web/screens/analyses/analysis-columns.tsx'
import { VersionNotice } from '../../web/screens/analyses/detail/review/VersionNotice.tsx'
import { ReportsScreen } from '../../web/screens/reports/ReportsScreen.tsx'
import { mount } from './mount.tsx'

const tables = vi.hoisted(() => ({ analyses: [] as object[], reports: [] as object[] }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => tables.analyses,
}))
vi.mock('../../web/record/use-rows.ts', async (load) => ({
  ...(await load<object>()),
  useRows: () => ({ rows: tables.reports, failure: [], again: () => undefined, isWhole: true }),
}))

const first = { uuid: 'one', name: 'Swabs', status: 'VALIDATION' }
const correction = {
  uuid: 'two',
  name: 'Swabs',
  corrects: 'one',
  version: 2,
  correction_reason: 'Swapped',
}
const signed = { ...correction, status: 'VALIDATION' }

beforeEach(async () => {
  for (const part of ['analysis', 'reports', 'record'] as const) await completeTexts(part)
  tables.analyses = [first, signed]
})

test('issue 17: the page of a signed run that was corrected says that its results no longer count, and opens the version that does', async () => {
  mount(<VersionNotice record={first as Analysis} />)
  await expect
    .element(page.getByText('Version 2 corrects this run', { exact: false }))
    .toMatchTextContent(/no longer do\. Reason: Swapped/)
  await expect
    .element(page.getByRole('link', { name: 'Open version 2' }))
    .toHaveAttribute('href', '/analyses/details/two')
})

test('issue 17: before the correction is signed the results of the run count, and the page says so', async () => {
  tables.analyses = [first, { ...correction, status: 'COMPLETE' }]
  mount(<VersionNotice record={first as Analysis} />)
  await expect.element(page.getByText(/count until it is signed/)).toBeVisible()
})

test('issue 17: the page of a correction says which version it corrects and why', async () => {
  mount(<VersionNotice record={signed as unknown as Analysis} />)
  await expect
    .element(page.getByText('This is version 2. It corrects version 1. Reason: Swapped'))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open version 1' }))
    .toHaveAttribute('href', '/analyses/details/one')
})

test('issue 17: the list tells a corrected run from its correction', () => {
  const rows = [first, signed] as unknown as AnalysisRow[]
  const columns = makeAnalysisColumns(() => '', mapCorrections(rows))
  const status = columns.find(({ id }) => id === 'status')
  expect(rows.map((row) => status?.value?.(row))).toEqual(['Corrected', 'Validated'])
})

test('issue 17: a report of a corrected run is listed as superseded', async () => {
  const report = {
    name: 'Swabs',
    template: 'analysis_results',
    format: 'pdf',
    created_at: '2026-11-28T10:00:00.000Z',
    user_name: 'Marco Bellini',
    file_hash: 'a'.repeat(64),
    signature: null,
  }
  tables.reports = [
    { ...report, uuid: 'r1', analysis_uuid: 'one' },
    { ...report, uuid: 'r2', analysis_uuid: 'two' },
  ] as unknown as Report[]
  mount(<ReportsScreen />)
  const cells = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => row.textContent ?? '')
  await expect.poll(() => cells().filter((text) => text.includes('Superseded'))).toHaveLength(1)
  await expect.poll(() => cells().filter((text) => text.includes('Made'))).not.toHaveLength(0)
})
