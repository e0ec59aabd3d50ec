import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { VariableRows } from '../../web/entities/application/VariableRows.tsx'
import { FormDialog } from '../../web/parts/dialog/FormDialog.tsx'
import { DateField } from '../../web/parts/form/DateField.tsx'
import { NumberField } from '../../web/parts/form/NumberField.tsx'
import { useSending } from '../../web/state/use-sending.ts'
import { mount } from './mount.tsx'

const day = Date.UTC(2026, 10, 30)

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
