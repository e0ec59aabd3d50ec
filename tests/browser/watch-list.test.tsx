import { signal } from '@preact/signals-react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { WatchList } from '../../web/screens/analyses/detail/watch/WatchList.tsx'
import type { Observation } from '../../workers/watch/observation.ts'
import { mount } from './mount.tsx'

const record = { uuid: 'one', cartridge_type: 'Wells16' } as Analysis

const spike: Observation = {
  id: 'spike 12 5',
  kind: 'spike',
  wells: [5],
  channels: ['FAM', 'VIC'],
  target: null,
  cycle: 12,
  pattern: null,
  value: 30,
  limit: 5,
}
const late: Observation = {
  ...spike,
  id: 'control_late 0 N1',
  kind: 'control_late',
  wells: [0],
  target: 'N1',
  cycle: 37,
  value: 37.4,
  limit: 35,
}

function show(observations: readonly Observation[], isRunning = true) {
  const onSelect = vi.fn()
  const scrub = { cycle: signal<number | null>(null), melt: signal<number | null>(null) }
  const picked = { onSelect, scrub }
  mount(<WatchList record={record} {...{ observations, picked, isRunning }} />)
  return { onSelect, scrub, list: page.getByRole('region', { name: 'Watch' }) }
}

test('says what it saw and where, and shows the wells and the cycle when it is pressed', async () => {
  const { onSelect, scrub, list } = show([spike, late])
  await expect.element(list.getByText(/2 observations/)).toBeVisible()
  await list.getByRole('button', { name: /B2 A spike of \+30\s%.* at cycle 12/ }).click()
  expect(onSelect).toHaveBeenCalledWith(new Set([5]))
  expect(scrub.cycle.value).toBe(12)
})

test('each can be put aside and brought back; no result hangs on it', async () => {
  const { list } = show([spike, late])
  await list.getByRole('button', { name: 'Dismiss: A1' }).click()
  await expect.element(list.getByText(/amplifies late in N1/)).not.toBeInTheDocument()
  await list.getByRole('button', { name: /Show/ }).click()
  await expect.element(list.getByText(/amplifies late in N1/)).toBeVisible()
})

test('a run that goes on says that nothing was seen; of one that is over, nothing is said', async () => {
  const { list } = show([])
  await expect.element(list.getByText('Nothing unusual so far')).toBeVisible()
  document.body.replaceChildren()
  const over = show([], false)
  await expect.element(over.list).not.toBeInTheDocument()
})
