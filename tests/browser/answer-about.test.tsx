// Replace the call: what a page shows between two answers is looked at, not what the service says.
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { Fault } from '../../domain/fault.ts'
import { useTouched } from '../../web/screens/recall/use-touched.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const subject = { kind: 'lot', bkit_uuid: 'kit', lot: 'L-1' } as const

function Results({ recall }: { recall: string }) {
  const { value, failure } = useTouched(subject, recall)
  if (failure.length > 0) return <p>Recall {recall} failed</p>
  return (
    <p>{value ? `Recall ${recall}: ${value.counts.signed} signed` : `Recall ${recall} asked`}</p>
  )
}

test('A26-30: what one recall touches is never shown as that of the next one, nor after that has failed', async () => {
  let answer: (error: Fault) => void = () => undefined
  asked.mockImplementation((row: unknown, parts: { body: { recall_uuid: string } }) => {
    expect(row).toBe(recallCalls.touched)
    if (parts.body.recall_uuid === 'one')
      return Promise.resolve({ data: [], pages: 1, total: 0, counts: { signed: 3 } })
    return new Promise((_, refuse) => {
      answer = refuse
    })
  })
  function Pages() {
    const [recall, setRecall] = useState('one')
    return (
      <>
        <button onClick={() => setRecall('two')}>Next recall</button>
        <Results recall={recall} />
      </>
    )
  }
  mount(<Pages />)
  await expect.element(page.getByText('Recall one: 3 signed')).toBeVisible()
  await page.getByRole('button', { name: 'Next recall' }).click()
  await expect.element(page.getByText('Recall two asked')).toBeVisible()
  answer(new Fault('network', 'no network'))
  await expect.element(page.getByText('Recall two failed')).toBeVisible()
  expect(page.getByText(/3 signed/).elements()).toEqual([])
})
