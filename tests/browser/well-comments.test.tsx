// Replaces the service and the records of this machine: both are tested with their real parts in tests/edge and tests/e2e.
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { ShownComment } from '../../domain/rules/well-comment.ts'
import { PlateGrid } from '../../web/parts/plate/PlateGrid.tsx'
import { CommentsPanel } from '../../web/screens/analyses/detail/comments/CommentsPanel.tsx'
import { plateLook } from '../../web/screens/analyses/detail/plate-look.ts'
import { account } from '../../web/state/session.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
const edit = vi.hoisted(() => vi.fn(async (..._given: unknown[]) => null))
vi.mock('../../web/state/outbox.ts', async (load) => ({
  ...(await load<object>()),
  editAnalysis: edit,
}))

const signedIn = vi.hoisted(() => ({
  uuid: 'me',
  permissions: [] as string[],
  preferences: { timezone: 'UTC' },
}))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  return { ...(await load<object>()), account: signal(signedIn) }
})

afterEach(() => {
  asked.mockReset()
  edit.mockClear()
  sessionStorage.clear()
  signedIn.permissions = []
})

const written = (change: Partial<ShownComment> = {}): ShownComment => ({
  uuid: crypto.randomUUID(),
  well: 'A2',
  target: null,
  text: 'Bubble\nat the rim',
  mentions: [],
  user_uuid: 'me',
  user_name: 'Mia Meyer',
  at: '2026-11-28T10:00:00.000Z',
  ...change,
})
const recordWith = (comments?: ShownComment[]) =>
  ({
    uuid: 'one',
    cartridge_type: 'Wells96',
    method: { evaluation: { targets: [{ name: 'Influenza A' }] } },
    ...(comments && { comments }),
  }) as unknown as Analysis

function Panel(props: { record: Analysis; refusal?: string | null }) {
  const [selected, onSelect] = useState<ReadonlySet<number>>(new Set())
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        other tab
      </button>
      <button type="button" onClick={() => onSelect(new Set([13]))}>
        select B2
      </button>
      <output>{[...selected].join()}</output>
      {isOpen && (
        <CommentsPanel
          record={props.record}
          refusal={props.refusal ?? null}
          picked={{ selected, onSelect }}
        />
      )}
    </>
  )
}

async function show(record: Analysis, options: { refusal?: string; search?: string } = {}) {
  expect(account.peek()?.uuid).toBe('me')
  asked.mockResolvedValue([{ uuid: 'boss', name: 'Rita Roth' }])
  await page.viewport(1366, 768)
  const { hook, searchHook } = memoryLocation({
    path: `/analyses/details/one${options.search ?? ''}`,
  })
  return mount(
    <Router hook={hook} searchHook={searchHook}>
      <Panel record={record} refusal={options.refusal ?? null} />
    </Router>,
  )
}
const wellField = () => page.getByRole('textbox', { name: /^Well/ })
const textField = () => page.getByRole('textbox', { name: 'Comment' })
const add = () => page.getByRole('button', { name: 'Add comment' })

test('a comment on the selected well mentions whom its text names, and is kept here', async () => {
  await show(recordWith())
  await page.getByRole('button', { name: 'select B2' }).click()
  await expect.element(wellField()).toHaveValue('B2')
  await textField().fill('Please look @ri')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(textField()).toHaveValue('Please look @Rita Roth ')
  await expect.element(page.getByText('Gets a message: Rita Roth')).toBeVisible()
  await add().click()
  await vi.waitFor(() => expect(edit).toHaveBeenCalledTimes(1))
  expect(edit.mock.calls[0]).toEqual([
    'one',
    [
      {
        field: 'comments',
        from: null,
        to: [
          {
            uuid: expect.any(String),
            well: 'B2',
            target: null,
            text: 'Please look @Rita Roth',
            mentions: ['boss'],
          },
        ],
      },
    ],
  ])
  await expect.element(textField()).toHaveValue('')
})

test('issue 20: a press on another well changes nothing of a comment that is being written', async () => {
  await show(recordWith())
  await wellField().fill('A1')
  await textField().fill('Bubble')
  await page.getByRole('button', { name: 'select B2' }).click()
  await expect.element(page.getByText('13', { exact: true })).toBeVisible()
  await expect.element(wellField()).toHaveValue('A1')
  // Look at another tab, while the well is kept with the text.
  for (let press = 0; press < 2; press += 1) {
    await page.getByRole('button', { name: 'other tab' }).click()
  }
  await expect.element(textField()).toHaveValue('Bubble')
  await expect.element(wellField()).toHaveValue('A1')
  await add().click()
  await vi.waitFor(() => expect(edit).toHaveBeenCalledTimes(1))
  expect(edit.mock.calls[0]?.[1]).toMatchObject([{ to: [{ well: 'A1', text: 'Bubble' }] }])
})

test('a name that was taken out of the text gets no message', async () => {
  await show(recordWith())
  await wellField().fill('a1')
  await textField().fill('@ri')
  await page.getByRole('button', { name: 'Rita Roth' }).click()
  await textField().fill('Nobody')
  await add().click()
  await vi.waitFor(() => expect(edit).toHaveBeenCalledTimes(1))
  expect(edit.mock.calls[0]?.[1]).toMatchObject([{ to: [{ well: 'A1', mentions: [] }] }])
})

test('without a well of the plate or a word nothing is sent, and the fields say why', async () => {
  await show(recordWith())
  await wellField().fill('P24')
  await add().click()
  await expect.element(page.getByText('Enter a well of this plate, such as A1.')).toBeVisible()
  await expect.element(page.getByText('Write a comment.')).toBeVisible()
  expect(edit).not.toHaveBeenCalled()
})

test('what is typed is there again after another tab of the page was looked at', async () => {
  const holder = await show(recordWith())
  await textField().fill('half a thought')
  holder.remove()
  await show(recordWith())
  await expect.element(textField()).toHaveValue('half a thought')
})

test('comments say who wrote them and when, whether they wait here, and who removed them and why', async () => {
  const removed = {
    user_uuid: 'boss',
    user_name: 'Rita Roth',
    at: '2026-11-28T11:00:00.000Z',
    reason: 'wrong well',
  }
  const { user_uuid: _user, user_name: _name, at: _at, ...waiting } = written({ text: 'not sent' })
  await show(recordWith([written(), written({ text: '', removed }), waiting]))
  const items = page.getByRole('listitem')
  await expect.element(items.nth(2)).toBeVisible()
  const texts = items.elements().map((item) => item.textContent.replaceAll(/\s+/g, ' '))
  expect(texts).toEqual([
    expect.stringMatching(/^A2Mia Meyer.*Bubble at the rim$/),
    expect.stringMatching(/Removed by Rita Roth.*wrong well$/),
    expect.stringMatching(/^A2YouKept on this computer, not sent yet.*not sent$/),
  ])
  // Expect that only the own one that is still there can be removed.
  expect(page.getByRole('button', { name: 'Remove comment' }).all()).toHaveLength(1)
})

test('a removal wants a reason, which is sent with it', async () => {
  const mine = written()
  await show(recordWith([mine]))
  await page.getByRole('button', { name: 'Remove comment' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('wrong well')
  asked.mockResolvedValue({})
  await dialog.getByRole('button', { name: 'Remove comment' }).click()
  await vi.waitFor(() =>
    expect(asked.mock.calls.at(-1)?.[1]).toEqual({
      params: { id: 'one' },
      body: { comment_uuid: mine.uuid, reason: 'wrong well' },
    }),
  )
})

test('a message opens the run at its well', async () => {
  const holder = await show(recordWith([written()]), { search: '?tab=comments&well=A2' })
  await expect.element(wellField()).toHaveValue('A2')
  await vi.waitFor(() => expect(holder.querySelector('output')?.textContent).toBe('1'))
})

test('of a signed run the comments are read, and none is written', async () => {
  signedIn.permissions = ['analysis.validate']
  await show(recordWith([written()]), { refusal: 'Validated analyses cannot be modified.' })
  await expect.element(page.getByText('Validated analyses cannot be modified.')).toBeVisible()
  expect(page.getByRole('textbox').all()).toHaveLength(0)
  expect(page.getByRole('button', { name: 'Remove comment' }).all()).toHaveLength(0)
})

test('a well with a comment is marked on the plate, and says so', async () => {
  const shape = { rows: 8, columns: 12 }
  const { looks } = plateLook({
    samples: [{ uuid: 's', name: 'P-17', sample_type: 'unknown', coordinates: ['A2'] }],
    shape,
    colour: 'type',
    results: [],
    running: false,
    comments: [written(), written(), written({ well: 'A3', text: '', removed: {} as never })],
  })
  const holder = mount(
    <PlateGrid
      label="plate"
      {...shape}
      wellLook={(index) => looks[index] ?? { label: '' }}
      selected={new Set()}
      onSelect={() => undefined}
    />,
  )
  await expect.element(page.getByRole('gridcell', { name: /^A2:.*2 comments$/ })).toBeVisible()
  expect(holder.querySelectorAll('[class*=noted]')).toHaveLength(1)
})
