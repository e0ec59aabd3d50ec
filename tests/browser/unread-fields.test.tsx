import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Bkernel } from '../../domain/entities/bkernel.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { StudyDesign } from '../../domain/entities/study.ts'
import { plainProcessing } from '../../domain/rules/rehearsal.ts'
import { VariableRows } from '../../web/entities/application/VariableRows.tsx'
import { FormDialog } from '../../web/parts/dialog/FormDialog.tsx'
import { DateField } from '../../web/parts/form/DateField.tsx'
import { NumberField } from '../../web/parts/form/NumberField.tsx'
import { ProcessingField } from '../../web/screens/bkernels/ProcessingField.tsx'
import { PlanForm } from '../../web/screens/bkernels/rollout/PlanForm.tsx'
import { MeltSection } from '../../web/screens/devices/calibration/MeltSection.tsx'
import { StudySettings } from '../../web/screens/studies/StudySettings.tsx'
import type { StudyDraft } from '../../web/screens/studies/use-study-draft.ts'
import { useSending } from '../../web/state/use-sending.ts'
import { mount } from './mount.tsx'

const day = Date.UTC(2026, 10, 30)

afterEach(() => vi.restoreAllMocks())

/** Show a form whose fields may all be empty, as that of a laboratory's own lot. */
function LotForm({ sent }: { sent: unknown[] }) {
  const [runs, setRuns] = useState<number | null>(null)
  const [last, setLast] = useState<number | null>(day)
  const sending = useSending([])
  const submit = () =>
    void sending.send(true, async () => {
      sent.push({ runs, last })
    })
  return (
    <FormDialog
      title="Lot"
      submit="Save"
      sending={sending}
      onSubmit={submit}
      onClose={() => undefined}
    >
      <NumberField label="Most runs" value={runs} onChange={setRuns} />
      <DateField label="Last day" value={last} onChange={setLast} />
    </FormDialog>
  )
}

test('A24-20: a form with a number or a day that cannot be read is not sent without it', async () => {
  const sent: unknown[] = []
  mount(<LotForm sent={sent} />)
  const runs = page.getByLabelText('Most runs')
  const last = page.getByLabelText('Last day')
  const save = page.getByRole('button', { name: 'Save' })
  await runs.fill('1O')
  await save.click()
  await expect.element(page.getByText('This must be a number.')).toBeVisible()
  await expect.element(runs).toHaveFocus()
  await runs.fill('1,000')
  await expect.element(page.getByText(/without a separator of thousands/)).toBeVisible()
  await save.click()
  await runs.fill('1000')
  await last.fill('31/02/2027')
  await save.click()
  await expect.element(last).toHaveFocus()
  expect(sent).toEqual([])
  await last.fill('28/02/2027')
  await save.click()
  expect(sent).toEqual([{ runs: 1000, last: Date.UTC(2027, 1, 28) }])
})

/** Show a form whose number may not be empty, as the hours of a phase. */
function PhaseForm({ sent }: { sent: number[] }) {
  const [hours, setHours] = useState(48)
  const sending = useSending([])
  const submit = () => void sending.send(true, async () => void sent.push(hours))
  return (
    <FormDialog
      title="Phase"
      submit="Save"
      sending={sending}
      onSubmit={submit}
      onClose={() => undefined}
    >
      <NumberField
        label="Hours"
        value={hours}
        onChange={(next) => next !== null && setHours(next)}
      />
    </FormDialog>
  )
}

test('A24-20: a number that a form needs is neither replaced nor sent while it cannot be read', async () => {
  const sent: number[] = []
  mount(<PhaseForm sent={sent} />)
  const hours = page.getByLabelText('Hours')
  await hours.fill('4B')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(hours).toHaveFocus()
  await expect.element(hours).toHaveValue('4B')
  await expect.element(page.getByText('This must be a number.')).toBeVisible()
  expect(sent).toEqual([])
  await hours.fill('')
  await expect.element(hours).toHaveValue('')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(sent).toEqual([48])
})

/** Show a threshold that takes only what is above 0, as that of the curves. */
function Threshold() {
  const [value, setValue] = useState(12.5)
  return (
    <NumberField
      label="Threshold"
      value={value}
      onChange={(next) => next !== null && next > 0 && setValue(next)}
    />
  )
}

test('A24-20: a field shows the number in force once it is left, not one that was not taken', async () => {
  mount(<Threshold />)
  const field = page.getByLabelText('Threshold')
  for (const text of ['-5', 'abc', '1e999']) {
    await field.fill(text)
    await userEvent.tab()
    await expect.element(field).toHaveValue('12.5')
  }
})

function Variables() {
  const [rows, setRows] = useState<unknown>([{ name: 'factor', type: 'number', value: 1 }])
  return (
    <>
      <VariableRows value={rows} error={undefined} onChange={setRows} />
      <output>{JSON.stringify(rows)}</output>
    </>
  )
}

test('A24-20: the number of a variable is the one that was typed', async () => {
  mount(<Variables />)
  const field = page.getByLabelText('Value')
  await userEvent.clear(field)
  await userEvent.type(field, '1.05')
  await expect.element(field).toHaveValue('1.05')
  await expect.element(page.getByText(/"value":1.05}/)).toBeVisible()
  await field.fill('1e999')
  await expect.element(page.getByText('This must be a number.')).toBeVisible()
})

const given: StudyDesign = {
  samples: [],
  targets: [
    { name: 'TG', role: 'target', threshold: null, efficiency: { factor: 1.95, error: 0 } },
  ],
  calibrator: '',
  inter_run: [],
  method: 'pfaffl',
  efficiency: 'given',
  confidence: 0.95,
}

function Settings() {
  const [design, setDesign] = useState(given)
  const draft = {
    design,
    why: null,
    change: (part) => setDesign((before) => ({ ...before, ...part })),
  } satisfies Partial<StudyDraft> as unknown as StudyDraft
  return (
    <>
      <StudySettings draft={draft} runs={[]} />
      <output>{JSON.stringify(design.targets[0]?.efficiency)}</output>
    </>
  )
}

test('A25-21: a study is not calculated without an efficiency that cannot be read', async () => {
  mount(<Settings />)
  const field = page.getByLabelText('Fold per cycle of TG')
  await field.fill('1,9O')
  await expect.element(page.getByText('This must be a number.')).toBeVisible()
  await expect.element(page.getByText('{"factor":1.95,"error":0}')).toBeVisible()
  await userEvent.tab()
  await expect.element(field).toHaveValue('1.95')
  await field.fill('')
  await expect.element(page.getByText('null')).toBeVisible()
  // Expect the field to say no number either where there is none.
  await field.fill('1,9O')
  await userEvent.tab()
  await expect.element(field).toHaveValue('')
})

function Processing() {
  const [value, setValue] = useState<unknown>({ ...plainProcessing, step: 8, mean_of: 5 })
  return (
    <>
      <ProcessingField value={value} error={undefined} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}

test('A25-21: what is declared of a version is not 0 or 1 where it cannot be read', async () => {
  mount(<Processing />)
  for (const [label, text, kept] of [
    ['Step between readings (a.u.)', '1O', /"step":8[,}]/],
    ['Cycles averaged', '3.5', /"mean_of":5[,}]/],
  ] as const) {
    const field = page.getByLabelText(label)
    await field.fill(text)
    await expect.element(field).toHaveValue(text)
    await expect.element(field).toHaveAttribute('data-unread')
    await expect.element(page.getByText(kept)).toBeVisible()
  }
})

test('A25-21: a phase of a rollout does not begin at once where its hours cannot be read', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  const version = { uuid: crypto.randomUUID(), name: '2.0.0', models: [] } as unknown as Bkernel
  mount(
    <PlanForm
      version={version}
      companies={[]}
      onDone={() => undefined}
      onClose={() => undefined}
    />,
  )
  const hours = page.getByLabelText('Hours at least').first()
  await expect.element(hours).toBeVisible()
  const before = (hours.element() as HTMLInputElement).value
  await hours.fill('')
  await userEvent.tab()
  await expect.element(hours).toHaveValue(before)
  // Expect the text to be kept in the form, which is not sent with it (rollout-install.test.tsx).
  for (const text of ['4B', '1.5']) {
    await hours.fill(text)
    await userEvent.tab()
    await expect.element(hours).toHaveValue(text)
    await expect.element(hours).toHaveAttribute('data-unread')
  }
})

test('A25-21: a map of melting temperatures is not measured without a known one that cannot be read', async () => {
  const run = {
    uuid: crypto.randomUUID(),
    name: 'Melt 1',
    ended_at: '2026-11-30T10:00:00.000Z',
    results: [{}],
    method: { evaluation: { targets: [{ name: 'N1' }] } },
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ ok: true, data: { data: [run], total: 1 } }),
  )
  const device = { uuid: crypto.randomUUID(), name: 'Cube' } as Device
  mount(<MeltSection device={device} onDraft={() => undefined} />)
  const runs = page.getByLabelText('Run', { exact: true })
  await runs.selectOptions(run.uuid)
  const measure = page.getByRole('button', { name: 'Map the melting temperatures' })
  await expect.element(measure).not.toHaveAttribute('aria-disabled')
  const known = page.getByLabelText('Known Tm (optional)')
  await known.fill('8O')
  await expect.element(measure).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(measure)
    .toHaveAccessibleDescription('Known Tm (optional): This must be a number.')
  await known.fill('80,5')
  await expect.element(measure).not.toHaveAttribute('aria-disabled')
})
