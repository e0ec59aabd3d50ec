import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseDatePattern, formatColumn, formatDateTime } from '../../web/i18n/format.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { DateField } from '../../web/parts/form/DateField.tsx'
import { mount } from './mount.tsx'

afterEach(async () => {
  chooseDatePattern('dd/MM/yyyy')
  await chooseLanguage('en')
})

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
  expect(page.getByText(/Error invalid date/).elements()).toHaveLength(0)
  await userEvent.tab()
  await expect.element(page.getByText(/^Error invalid date \(e\.g\. \d/)).toBeVisible()
  await expect.element(field()).toHaveValue('31/02/2026')
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('none')).toBeVisible()
  await field().fill('28/02/2026')
  await userEvent.tab()
  await expect.element(page.getByText('2026-02-28')).toBeVisible()
  expect(page.getByText(/Error invalid date/).elements()).toHaveLength(0)
})

test('first-use H21: dates in figures are written as the language writes them, whatever the browser says', async () => {
  const moment = '2026-03-29T23:30:00Z'
  const written: string[] = []
  for (const code of ['de', 'ar'] as const) {
    await chooseLanguage(code)
    for (const pattern of ['dd/MM/yyyy', 'yyyy-MM-dd']) {
      chooseDatePattern(pattern)
      const day = formatDateTime(moment, 'Europe/Rome', 'date')
      written.push(`${day} ${formatColumn(Date.parse(moment), 'day', 'Europe/Rome')}`)
    }
  }
  expect(written.map((text) => text.replaceAll(/[\u2066-\u2069]/g, ''))).toEqual([
    '30.03.2026 30.03',
    '2026-03-30 03-30',
    '30/03/2026 30/03',
    '2026-03-30 03-30',
  ])
})

test('first-use H21: a day is typed as it is shown', async () => {
  for (const [code, text] of [
    ['de', '9.3.2026'],
    ['zh', '2026/3/9'],
  ] as const) {
    await chooseLanguage(code)
    const holder = mount(<Sample />)
    const typed = holder.querySelector('input')!
    await page.elementLocator(typed).fill(text)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => holder.querySelector('output')?.textContent).toBe('2026-03-09')
    holder.remove()
  }
})
