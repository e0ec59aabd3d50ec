// Replace calls and records by lists: only what a page keeps of them is looked at, which no service sees.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { studyCalls } from '../../domain/calls/studies.ts'
import type { Study } from '../../domain/entities/study.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { NewStudyScreen } from '../../web/screens/studies/NewStudyScreen.tsx'
import { SaveBar } from '../../web/screens/studies/StudyNotices.tsx'
import { useStudyDraft } from '../../web/screens/studies/use-study-draft.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const runs = ['Plate 1', 'Plate 2'].map((name, at) => ({
  uuid: uuidOf(at + 1),
  name,
  status: 'VALIDATION',
  swarm_uuid: uuidOf(9),
  created_at: '2026-11-30T08:00:00.000Z',
}))
const study = {
  uuid: uuidOf(5),
  updated_at: '2026-11-30T08:00:00.000Z',
  status: 'active',
  signature: null,
  samples: [],
  targets: [],
  calibrator: 'healthy',
  inter_run: [],
  method: 'ddcq',
  efficiency: 'given',
  confidence: 0.95,
} as unknown as Study

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => runs,
  useWhole: () => true,
}))

const account = { ...operatorAccount, permissions: [...permissions] }

beforeEach(async () => {
  await page.viewport(1200, 900)
  await completeTexts('studies')
  enterProven(account)
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
  localStorage.clear()
})

function Editor({ record, onSaved }: { record: Study; onSaved?: (study: Study) => void }) {
  const draft = useStudyDraft(record, onSaved ?? (() => undefined))
  return (
    <>
      <p>
        {draft.design.method} by {draft.design.calibrator}
      </p>
      <button onClick={() => draft.change({ method: 'pfaffl' })}>Change</button>
      <button onClick={() => draft.change({ method: 'ddcq' })}>Change back</button>
      <button onClick={() => draft.change({ calibrator: 'mine' })}>Change group</button>
      <SaveBar draft={draft} />
    </>
  )
}

/** Show a page that is left and opened again. */
function Away({ children }: { children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Leave' : 'Come back'}</button>
      {isOpen && children}
    </>
  )
}

async function leaveAndComeBack(): Promise<void> {
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Come back' }).click()
}

test('A26-20: changes of a study are there again after another page, until they are discarded', async () => {
  mount(
    <Away>
      <Editor record={study} />
    </Away>,
  )
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await leaveAndComeBack()
  await expect.element(page.getByText('pfaffl by healthy')).toBeVisible()
  // Sign in as another person at this browser, who finds none of them.
  await page.getByRole('button', { name: 'Leave' }).click()
  enterProven({ ...account, uuid: uuidOf(7) })
  await page.getByRole('button', { name: 'Come back' }).click()
  await expect.element(page.getByText('ddcq by healthy')).toBeVisible()
  await page.getByRole('button', { name: 'Leave' }).click()
  enterProven(account)
  await page.getByRole('button', { name: 'Come back' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await leaveAndComeBack()
  await expect.element(page.getByText('ddcq by healthy')).toBeVisible()
})

test('A26-21: a setting that somebody else has changed meanwhile is overwritten only by who has read that it was', async () => {
  let change: (part: Partial<Study>) => void = () => undefined
  function Live() {
    const [record, setRecord] = useState(study)
    change = (part) => flushSync(() => setRecord((before) => ({ ...before, ...part })))
    return <Editor record={record} />
  }
  const sent = () => asked.mock.calls.map(([, { body }]) => body)
  asked.mockResolvedValue(study)
  mount(<Live />)
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  // Save over a change of another setting, which stays.
  change({ calibrator: 'treated', updated_at: '2026-11-30T08:01:00.000Z' })
  await save.click()
  await expect.poll(sent).toEqual([{ method: 'pfaffl', base: '2026-11-30T08:01:00.000Z' }])
  expect(asked.mock.calls[0]?.[0]).toBe(studyCalls.edit)
  asked.mockClear()
  const theirs = { ...study, calibrator: 'healthy', updated_at: '2026-11-30T08:02:00.000Z' }
  const group = page.getByRole('button', { name: 'Change group' })
  await group.click()
  change({ ...theirs, calibrator: 'untreated' })
  await save.click()
  await expect.element(page.getByText(/changed in the meantime/)).toBeVisible()
  expect(sent()).toEqual([])
  await save.click()
  await expect.poll(sent).toEqual([{ calibrator: 'mine', base: theirs.updated_at }])
})

test('A27-20: a setting that is changed while the study is saved stays, on top of what is saved', async () => {
  const saved = { ...study, method: 'pfaffl', updated_at: '2026-11-30T08:01:00.000Z' } as Study
  let answer: (record: Study) => void = () => undefined
  asked.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  function Live() {
    const [record, setRecord] = useState(study)
    return <Editor record={record} onSaved={setRecord} />
  }
  mount(<Live />)
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await save.click()
  await page.getByRole('button', { name: 'Change group' }).click()
  await page.getByRole('button', { name: 'Change back' }).click()
  answer(saved)
  await expect.element(page.getByText('ddcq by mine')).toBeVisible()
  // Save it without the question about a change by somebody else: the one before was their own.
  asked.mockResolvedValueOnce(study)
  await expect.element(save).not.toHaveAttribute('aria-busy')
  await save.click()
  const body = { calibrator: 'mine', method: 'ddcq', base: saved.updated_at }
  await expect.poll(() => asked.mock.calls.at(-1)?.[1].body).toEqual(body)
})

test('A27-20: a setting that was changed back is not shown as a change once somebody else has changed it', async () => {
  let change: (part: Partial<Study>) => void = () => undefined
  function Live() {
    const [record, setRecord] = useState(study)
    change = (part) => flushSync(() => setRecord((before) => ({ ...before, ...part })))
    return <Editor record={record} />
  }
  mount(<Live />)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByRole('button', { name: 'Change back' }).click()
  change({ method: 'pfaffl' })
  await expect.element(page.getByText('pfaffl by healthy')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('A27-20: two tabs with one study edit one draft', async () => {
  mount(
    <Away>
      <Editor record={study} />
    </Away>,
  )
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  // Write as another tab does that had found this draft, and changed the group.
  const [place = ''] = Object.keys(localStorage).filter((key) => key.startsWith('draft-'))
  const mine = JSON.parse(localStorage.getItem(place) ?? '')
  const both = {
    changes: { ...mine.changes, calibrator: 'theirs' },
    seen: { ...mine.seen, calibrator: 'healthy' },
  }
  localStorage.setItem(place, JSON.stringify(both))
  dispatchEvent(new StorageEvent('storage', { key: place }))
  await expect.element(page.getByText('pfaffl by theirs')).toBeVisible()
  await page.getByRole('button', { name: 'Change back' }).click()
  await leaveAndComeBack()
  await expect.element(page.getByText('ddcq by theirs')).toBeVisible()
})

test('A26-22: the runs and the name of a study that is begun are there again after another page', async () => {
  mount(
    <Away>
      <NewStudyScreen />
    </Away>,
  )
  await page.getByRole('checkbox', { name: /Plate 2/ }).click()
  await page.getByRole('textbox', { name: /Name/ }).fill('Week 48')
  await leaveAndComeBack()
  await expect.element(page.getByRole('checkbox', { name: /Plate 2/ })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /Plate 1/ })).not.toBeChecked()
  await expect.element(page.getByRole('textbox', { name: /Name/ })).toHaveValue('Week 48')
})
