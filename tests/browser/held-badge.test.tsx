// Replace `fetch`: check what is asked for several runs at once and what each of them shows.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { recallCalls } from '../../domain/calls/recalls.ts'
import { HeldBadge } from '../../web/entities/analysis/HeldBadge.tsx'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import { makeAnalysisColumns } from '../../web/screens/analyses/analysis-columns.tsx'
import { noteAnswer } from '../../web/state/mode.ts'
import { mount } from './mount.tsx'

afterEach(() => vi.restoreAllMocks())

test('issue 17: a run that a recall holds is marked with its number, others are not, and all are asked for at once', async () => {
  const asked: string[][] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.includes(recallCalls.holds.path)) return new Response(null, { status: 404 })
    const { uuids } = (await request.json()) as { uuids: string[] }
    asked.push(uuids)
    const data = [{ analysis_uuid: 'held', recall_uuid: 'r', recall_number: 7, reason: 'Bad lot' }]
    return Response.json({ ok: true, data })
  })
  const updated_at = '2026-11-28T10:00:00.000Z'
  mount(
    <ul>
      {['held', 'free'].map((uuid) => (
        <li key={uuid}>
          {uuid} <HeldBadge analysis={{ uuid, updated_at }} />
        </li>
      ))}
    </ul>,
  )
  await expect.element(page.getByText('On hold by recall 7')).toBeVisible()
  expect(page.getByRole('listitem').nth(1).element().textContent?.trim()).toBe('free')
  expect(asked).toEqual([['held', 'free']])
})

test('holds that no answer came for are asked for once, and again when the service has answered another call', async () => {
  let asked = 0
  let isGone = true
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    asked += 1
    if (isGone) throw new TypeError('Failed to fetch')
    const data = [
      { analysis_uuid: 'missed', recall_uuid: 'r', recall_number: 8, reason: 'Bad lot' },
    ]
    return Response.json({ ok: true, data })
  })
  mount(<HeldBadge analysis={{ uuid: 'missed', updated_at: '2026-11-29T10:00:00.000Z' }} />)
  await vi.waitFor(() => expect(asked).toBe(1))
  // Wait longer than the first waits of a call that is repeated.
  await new Promise((over) => setTimeout(over, 1500))
  expect(asked).toBe(1)
  isGone = false
  noteAnswer(true)
  await expect.element(page.getByText('On hold by recall 8')).toBeVisible()
  expect(asked).toBe(2)
})

test('the list of analyses marks what a recall or a legal hold keeps', async () => {
  const data = [
    { analysis_uuid: 'recalled', recall_uuid: 'r', recall_number: 9, reason: 'Bad lot' },
  ]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ ok: true, data }))
  const updated_at = '2026-11-28T10:00:00.000Z'
  const legal_hold = { user_uuid: 'u', user_name: 'Olga', at: updated_at, reason: 'Dispute' }
  const rows = [
    { uuid: 'recalled', updated_at },
    { uuid: 'legal', updated_at, legal_hold },
    { uuid: 'open', updated_at },
  ] as unknown as AnalysisRow[]
  mount(
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.uuid}>
            <td>{makeAnalysisColumns(() => '')[0]?.cell?.({ ...row, name: row.uuid })}</td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
  await expect.element(page.getByTitle('On hold by recall 9')).toBeVisible()
  const texts = page
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent)
  expect(texts).toEqual(['On hold by recall 9recalled', 'On legal holdlegal', 'open'])
})
