// No service runs beside these tests: `fetch` is replaced by one that accepts every sign-in.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keepSessionWith } from '../../web/client/call.ts'
import type { Act } from '../../web/record/act.ts'
import { RecordPage } from '../../web/record/RecordPage.tsx'
import { returnForms } from '../../web/state/kept-forms.ts'
import { account, endSession, refreshSession, signIn } from '../../web/state/session.ts'
import { keptFormsAs } from '../../web/state/unsaved.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const people = new Map(
  ['olga', 'marco'].map((username) => [
    username,
    { ...operatorAccount, uuid: crypto.randomUUID(), username },
  ]),
)
beforeEach(async () => {
  keepSessionWith({ refresh: refreshSession, who: () => account.peek()?.uuid ?? null })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { username = '' } = (await new Request(input, init).json()) as { username?: string }
    return Response.json({ ok: true, data: people.get(username) })
  })
  await signIn('olga', 'a secret')
})
afterEach(() => {
  endSession({ stay: false })
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', location.pathname)
})

interface Row {
  uuid: string
  name: string
}
/** More rows than a batch has under way at once. */
const rows: Row[] = Array.from({ length: 10 }, (_, at) => ({ uuid: `id-${at}`, name: `row ${at}` }))

test('seventh attack A7-6: a batch ends with the person who applied it, and is nobody else’s to undo', async () => {
  const sent: (string | undefined)[] = []
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const actsOf = ({ name }: Row): Act[] => [
    {
      id: 'stop',
      label: 'Stop it',
      icon: 'stop',
      why: null,
      change: { field: 'State', before: 'on', after: 'off' },
      send: async () => {
        sent.push(account.peek()?.username)
        await answer
        return `${name} is stopped.`
      },
    },
  ]
  mount(
    <RecordPage
      name="open"
      file="things"
      title="Things"
      list={{ rows, isWhole: true, failure: [], again: () => undefined }}
      columns={[{ id: 'name', header: 'Name', value: ({ name }) => name }]}
      firstSort="name"
      nameOf={({ name }) => name}
      empty={{ area: 'analyses', title: 'Nothing', text: 'Nothing' }}
      panel={({ name }) => ({ facts: [['Name', name]] })}
      revert={{ kind: 'user', send: async () => undefined }}
      actsOf={actsOf}
    />,
  )
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: 'Stop it' }).click()
  await page.getByRole('button', { name: /^Apply/ }).click()
  const underWay = Array.from({ length: 8 }, () => 'olga')
  await expect.poll(() => sent).toEqual(underWay)
  await signIn('marco', 'his secret')
  resolve()
  await expect.element(page.getByText('Done', { exact: true }).last()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again for 2' })).toBeEnabled()
  expect(sent).toEqual(underWay)
  await expect.element(page.getByText(/done for/)).not.toBeInTheDocument()
})

test('seventh attack A7-7: forms that somebody left are not named to the next person', async () => {
  const forms = [{ name: 'Edit Maria Rossi', fields: [{ label: 'Name', value: 'Maria' }] }]
  const kept = { at: Date.now(), account: account.peek()?.uuid, page: '/users', forms }
  sessionStorage.setItem(keptFormsAs, JSON.stringify(kept))
  expect(returnForms(() => undefined)).toEqual(['Edit Maria Rossi'])
  sessionStorage.setItem(keptFormsAs, JSON.stringify(kept))
  await signIn('marco', 'his secret')
  expect(returnForms(() => undefined)).toEqual([])
})
