import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Touched } from '../../domain/calls/recalls.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { HandedOn } from '../../web/screens/recall/HandedOn.tsx'
import { mount } from './mount.tsx'

const at = '2026-11-26T12:00:00.000Z'
const study: Touched['studies'][number] = {
  study_uuid: 's1',
  name: 'Two plates',
  swarm_uuid: 'w',
  version: 3,
  user_name: 'Ana',
  signed_by: 'Mia Lopez',
  signed_at: at,
  touched: [{ analysis_uuid: 'a', name: 'Plate 1' }],
  runs: 2,
  todo: 'copy',
}
const file: Touched['files'][number] = {
  handout_uuid: 'h',
  name: 'Plate_1.hl7',
  format: 'hl7',
  content_hash: 'a1',
  user_name: 'Ana Ruiz',
  at,
  study_uuid: null,
  analyses: [{ analysis_uuid: 'a', name: 'Plate 1' }],
  todo: 'answer',
}
const nothing = {
  studies: [],
  study_counts: { signed: 0, open: 0, trail: 0, faults: [] },
  files: [],
  file_counts: { records: 0, trail: 0 },
}

beforeEach(async () => {
  for (const part of ['frame', 'recall'] as const) await completeTexts(part)
})

const show = (part: Partial<Touched>) =>
  mount(<HandedOn touched={{ ...nothing, ...part } as Touched} />)

test('issue 14: a recall names studies and files of its analyses, each with what to do', async () => {
  show({
    studies: [study],
    study_counts: { signed: 1, open: 2, trail: 3, faults: [] },
    files: [file],
    file_counts: { records: 1, trail: 1 },
  })
  const studies = page.getByRole('table', { name: 'Studies that use affected analyses' })
  await expect.element(studies.getByRole('link')).toHaveAttribute('href', '/studies/s1')
  await expect.element(studies.getByText(/^Plate 1 /)).toBeVisible()
  await expect.element(studies.getByText(/Copy the study without these runs/)).toBeVisible()
  await expect.element(page.getByText(/In laboratories that you are not in: 2\./)).toBeVisible()
  const files = page.getByRole('table', { name: 'Files handed out' })
  await expect.element(files.getByText(/send its answer to the laboratory system/)).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test('issue 14: a study that only the audit trail names, and a file that is gone, are errors', async () => {
  show({
    study_counts: {
      signed: 0,
      open: 0,
      trail: 1,
      faults: [{ study_uuid: 'gone', reason: 'not_in_records' }],
    },
    file_counts: { records: 0, trail: 1 },
  })
  await expect.element(page.getByText(/in the audit trail, not in the records/)).toBeVisible()
  expect(page.getByText(/Audit trail: 1, records: 0\. Tell your/).all()).toHaveLength(2)
})
