import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseDatePattern } from '../../web/i18n/format.ts'
import { DateField } from '../../web/parts/form/DateField.tsx'
import { mount } from './mount.tsx'

afterEach(() => chooseDatePattern('dd/MM/yyyy'))

function Sample() {
  const [day, setDay] = useState<number | null>(null)
  return (
    <>
      <DateField label="From" value={day} onChange={setDay} />
      <output>{day === null ? 'none' : new Date(day).toISOString().slice(0, 10)}</output>
    </>
  )
}
const field = () => page.getByLabelText('From')

test('[VAL-045] [VAL-047] [VAL-048] a day is typed in any of the formats and written in the account’s own', async () => {
  chooseDatePattern('MMM dd yyyy')
  mount(<Sample />)
  for (const [text, read, written] of [
    ['2026-03-09', '2026-03-09', 'Mar 09 2026'],
    ['10/03/2026', '2026-03-10', 'Mar 10 2026'],
    ['Mar 11 26', '2026-03-11', 'Mar 11 2026'],
  ] as const) {
    await field().fill(text)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(read)).toBeVisible()
    await expect.element(field()).toHaveValue(written)
  }
  await field().fill('')
  await userEvent.tab()
  await expect.element(page.getByText('none')).toBeVisible()
})

test('[ERR-048] a text that is no day is reported when the field is left, and stays to be corrected', async () => {
  mount(<Sample />)
  await field().fill('31/02/2026')
  expect(page.getByText('Error invalid date').elements()).toHaveLength(0)
  await userEvent.tab()
  await expect.element(page.getByText('Error invalid date')).toBeVisible()
  await expect.element(field()).toHaveValue('31/02/2026')
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('none')).toBeVisible()
  await field().fill('28/02/2026')
  await userEvent.tab()
  await expect.element(page.getByText('2026-02-28')).toBeVisible()
  expect(page.getByText('Error invalid date').elements()).toHaveLength(0)
})
