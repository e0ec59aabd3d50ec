import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Risk } from '../../domain/rules/review-risk.ts'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import { TextAreaField } from '../../web/parts/form/TextAreaField.tsx'
import { QueueList } from '../../web/screens/reviewer/queue/QueueList.tsx'
import { listQueue } from '../../web/screens/reviewer/queue/queue-entries.ts'
import { setSingleKeys } from '../../web/state/single-keys.ts'
import { mount } from './mount.tsx'
import { pressKeys } from './press-keys.ts'

const row = (name: string, risk: Risk | null) =>
  ({
    row: {
      uuid: name.replaceAll(' ', '-'),
      name,
      status: 'COMPLETE',
      user_uuid: 'other',
      user_name: 'Amina Haddad',
      created_at: '2026-03-10T08:00:00Z',
      updated_at: '2026-03-10T10:00:00Z',
      ended_at: '2026-03-10T10:00:00Z',
      sample_count: 12,
      excluded: [],
      calculations: 1,
      results_hash: `hash of ${name}`,
      summary: { detected: 1, not_detected: 1, review: 0, invalid: 0, controls_ok: true },
    } as unknown as AnalysisRow,
    risk,
  }) as const

const rows = [
  row('Plain run', null),
  row('Late run', { name: 'late_cq', count: 2, wells: ['A1', 'B2'] }),
  row('Broken run', { name: 'controls_failed', count: 1, wells: ['H12'] }),
]
const who = {
  uuid: 'me',
  permissions: ['analysis.validate'],
  company_details: { four_eyes: 'N' as const },
}
const read = new Map(
  rows.map(({ row: { results_hash }, risk }) => [results_hash ?? '', risk ? [risk] : []]),
)
const entries = listQueue(
  rows.map((one) => one.row),
  { read, unreadable: new Set() },
  who,
  Date.parse('2026-03-10T12:00:00Z'),
)

const focused = () => document.activeElement?.textContent

test('J and K walk the queue, the riskiest first, and each says why it is there', async () => {
  mount(<QueueList entries={entries} last={null} onOpen={() => {}} onSee={() => {}} />)
  const list = page.getByRole('list', { name: 'Analyses to review' })
  await expect.element(list).toBeVisible()
  const links = page.getByRole('link').elements()
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Broken run',
    'Late run',
    'Plain run',
  ])
  await expect.element(page.getByText('1 control failed')).toBeVisible()
  await expect.element(page.getByText('2 wells with a Cq near the limit')).toBeVisible()
  await expect.element(page.getByText('High risk')).toBeVisible()
  await pressKeys('j')
  await expect.poll(focused).toBe('Broken run')
  await pressKeys('jj')
  await expect.poll(focused).toBe('Plain run')
  await pressKeys('j')
  await expect.poll(focused).toBe('Plain run')
  await pressKeys('k')
  await expect.poll(focused).toBe('Late run')
})

test('a person who comes back to the list is where they left it', async () => {
  mount(<QueueList entries={entries} last="Late-run" onOpen={() => {}} onSee={() => {}} />)
  await expect.poll(focused).toBe('Late run')
})

test('a letter that is typed is a letter, and the keys can be turned off', async () => {
  mount(
    <>
      <TextAreaField label="Note" value="" onChange={() => {}} />
      <QueueList entries={entries} last={null} onOpen={() => {}} onSee={() => {}} />
    </>,
  )
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.click()
  await pressKeys('j')
  expect(document.activeElement).toBe(note.element())
  ;(document.activeElement as HTMLElement).blur()
  setSingleKeys(false)
  await pressKeys('j')
  expect(focused()).not.toBe('Broken run')
  setSingleKeys(true)
  await pressKeys('j')
  await expect.poll(focused).toBe('Broken run')
})

test('an open dialog has the keys to itself; one that is shut is in nobody’s way', async () => {
  const holder = mount(
    <>
      <div role="dialog" hidden>
        shut
      </div>
      <QueueList entries={entries} last={null} onOpen={() => {}} onSee={() => {}} />
    </>,
  )
  await pressKeys('j')
  await expect.poll(focused).toBe('Broken run')
  holder.querySelector('[role=dialog]')?.removeAttribute('hidden')
  await pressKeys('j')
  await expect.poll(focused).toBe('Broken run')
})

test('first-use B3: an analysis that is not read yet says so, and never that nothing was found', async () => {
  const found = {
    read: new Map([['hash of Late run', []]]),
    unreadable: new Set(['hash of Broken run']),
  }
  const listed = rows.map((one) => one.row)
  const unread = listQueue(listed, found, who, Date.parse('2026-03-10T12:00:00Z'))
  const seen: string[][] = []
  mount(
    <QueueList
      entries={unread}
      last={null}
      onOpen={() => {}}
      onSee={(uuids) => seen.push([...uuids])}
    />,
  )
  const said = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name }).first().element().textContent
  await expect.element(page.getByRole('link', { name: 'Plain run' })).toBeVisible()
  expect(said('Plain run')).toContain('Not read yet')
  expect(said('Plain run')).not.toContain('No findings')
  expect(said('Broken run')).toContain('Could not be read')
  expect(said('Late run')).toContain('No findings')
  // Expect those in view to be read first.
  await expect.poll(() => seen.at(-1)?.toSorted()).toEqual(['Broken-run', 'Late-run', 'Plain-run'])
})
