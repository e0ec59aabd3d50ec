import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CallData } from '../../domain/call.ts'
import type { certificateCalls } from '../../domain/calls/certificates.ts'
import { CertificateResults } from '../../web/screens/reviewer/CertificateResults.tsx'
import { mount } from './mount.tsx'

type Report = CallData<typeof certificateCalls.report>

const calls = ['detected', 'not_detected', 'review', 'invalid', 'held'] as const

function makeReport(count: number, changes: Partial<Report> = {}): Report {
  const results = Array.from({ length: count }, (_, at) => ({
    sample: `S-${at + 1}`,
    sample_type: 'unknown',
    target: 'Legionella',
    call: calls[at % calls.length] ?? '',
    cq: at % calls.length === 0 ? 24.5 : null,
    wells: [`A${at}`],
    ...(calls[at % calls.length] === 'held' && { reason: 'repeat it' }),
  }))
  return { results, ...changes } as Report
}

const grid = () => page.getByRole('grid', { name: 'Results' })
const head = () => grid().getByRole('columnheader', { name: 'Result', exact: true })

test('of a whole plate the rows in sight are drawn, and their head stays above them', async () => {
  await page.viewport(900, 700)
  mount(<CertificateResults report={makeReport(384)} />)
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '385')
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(80)
  const scroller = grid().element().parentElement as HTMLElement
  const top = head().element().getBoundingClientRect().top
  scroller.scrollTop = scroller.scrollHeight
  await expect.element(page.getByText('S-384')).toBeVisible()
  expect(head().element().getBoundingClientRect().top).toBe(top)
})

test('results are written as everywhere else, with the reason of what is held back', async () => {
  mount(<CertificateResults report={makeReport(5)} />)
  for (const word of ['Detected', 'Not detected', 'Review', 'Invalid', 'Held back']) {
    await expect.element(grid().getByText(word, { exact: true })).toBeVisible()
  }
  await expect.element(grid().getByText('repeat it')).toBeVisible()
  expect(page.getByText(/controls? failed/).elements()).toEqual([])
})

test('the number of failed controls is shown above the results', async () => {
  mount(<CertificateResults report={makeReport(5, { controls_failed: 4 })} />)
  await expect.element(page.getByText(/^4 controls failed/)).toBeVisible()
})

test('third attack C2: a notice above the results says that the run ended early', async () => {
  mount(<CertificateResults report={makeReport(5, { ended_early: true })} />)
  await expect
    .element(page.getByText('The run ended before its thermal profile was complete'))
    .toBeVisible()
})
