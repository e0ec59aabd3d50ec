import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { FormDialog } from '../../web/parts/dialog/FormDialog.tsx'
import { CheckField } from '../../web/parts/form/CheckField.tsx'
import { Field } from '../../web/parts/form/Field.tsx'
import { PasswordField } from '../../web/parts/form/PasswordField.tsx'
import { SelectField } from '../../web/parts/form/SelectField.tsx'
import { NewVersion, NewVersionButton } from '../../web/shell/NewVersion.tsx'
import { keepForms, returnForms } from '../../web/state/kept-forms.ts'
import {
  needNewVersion,
  newVersion,
  versionChannel,
  watchVersion,
} from '../../web/state/new-version.ts'
import { listUnsaved, watchTyping } from '../../web/state/unsaved.ts'
import { fillStorage } from './fill-storage.ts'
import { mount } from './mount.tsx'

const own = '/assets/index-one.js'
let stop: () => void
let elsewhere: BroadcastChannel

beforeEach(() => {
  sessionStorage.clear()
  watchTyping()
  stop = watchVersion(own)
  elsewhere = new BroadcastChannel(versionChannel)
})
afterEach(() => {
  stop()
  elsewhere.close()
})

const question = page.getByRole('alertdialog', { name: 'New version available' })

function Shell() {
  return (
    <>
      <NewVersionButton />
      <NewVersion />
    </>
  )
}

test('[MODE-017] [MODE-018] a tab hears of another build from the channel and asks; of its own build it says nothing', async () => {
  mount(<Shell />)
  elsewhere.postMessage({ kind: 'ready', build: own })
  elsewhere.postMessage({ kind: 'something else' })
  elsewhere.postMessage({ kind: 'ready', build: '/assets/index-two.js' })
  await expect.element(question).toBeVisible()
  await expect.element(question.getByText('bApp has been updated', { exact: false })).toBeVisible()
  expect(newVersion.value).toEqual({ needed: false })
})

test('put off, it waits in the top bar; said again it does not ask again, unless it is needed', async () => {
  mount(<Shell />)
  elsewhere.postMessage({ kind: 'ready', build: '/assets/index-two.js' })
  await question.getByRole('button', { name: 'Later' }).click()
  await expect.element(question).not.toBeInTheDocument()
  elsewhere.postMessage({ kind: 'ready', build: '/assets/index-two.js' })
  await expect.element(page.getByRole('button', { name: 'New version available' })).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  needNewVersion(own)
  await expect.element(question).toBeVisible()
})

test('[MODE-017] an answer that the page is too old reaches the other tabs of the same build', async () => {
  const heard: unknown[] = []
  elsewhere.onmessage = ({ data }) => heard.push(data)
  needNewVersion(own)
  await expect.poll(() => heard).toContainEqual({ kind: 'needed', build: own })
})

function UserForm({ title }: { title: string }) {
  const [name, setName] = useState('')
  const [profile, setProfile] = useState('')
  const [active, setActive] = useState(false)
  const [secret, setSecret] = useState('')
  return (
    <FormDialog
      title={title}
      submit="Save"
      sending={{ busy: false, others: [] }}
      onSubmit={() => undefined}
      onClose={() => undefined}
    >
      <Field label="Name" value={name} onChange={setName} />
      <SelectField
        label="Profile"
        value={profile}
        placeholder="Choose"
        choices={[{ value: 'Operator', label: 'Operator' }]}
        onChange={setProfile}
      />
      <CheckField label="Active" checked={active} onChange={setActive} />
      <PasswordField label="Password" value={secret} onChange={setSecret} />
      {active && <Field label="Since" value="" onChange={() => undefined} />}
      <output>{JSON.stringify({ name, profile, active, secret })}</output>
    </FormDialog>
  )
}

test('text typed into a form is named, kept over the reload and filled in again, passwords apart', async () => {
  const first = mount(<UserForm title="Edit user" />)
  expect(listUnsaved()).toEqual([])
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora Lind')
  await page.getByRole('combobox', { name: 'Profile' }).selectOptions('Operator')
  await page.getByRole('checkbox', { name: 'Active' }).click()
  await page.getByLabelText(/^Password/).fill('Secret-2026!')
  expect(listUnsaved()).toEqual(['Edit user'])
  expect(keepForms()).toBe(true)
  expect(JSON.stringify(sessionStorage)).not.toContain('Secret-2026!')
  // Empty the page, as after a reload: forms are opened by hand.
  first.hidden = true
  const filled: string[] = []
  expect(returnForms((form) => filled.push(form))).toEqual(['Edit user'])
  expect(sessionStorage.length).toBe(0)
})

test('a form of another name is left alone, the one that was kept is filled', async () => {
  const kept = {
    at: Date.now(),
    page: location.pathname + location.search,
    forms: [
      {
        name: 'Edit user',
        fields: [
          { label: 'Name', value: 'Nora Lind' },
          { label: 'Profile', value: 'Operator' },
          { label: 'Active', value: 'true' },
        ],
      },
    ],
  }
  sessionStorage.setItem('kept-forms', JSON.stringify(kept))
  const filled: string[] = []
  returnForms((form) => filled.push(form))
  const written = () => document.querySelector('[role=alertdialog] output')?.textContent
  const { unmount } = showForm('Invite user')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  unmount()
  showForm('Edit user')
  await expect
    .poll(written)
    .toBe(JSON.stringify({ name: 'Nora Lind', profile: 'Operator', active: true, secret: '' }))
  expect(filled).toEqual(['Edit user'])
})

function showForm(title: string): { unmount: () => void } {
  let close: () => void = () => undefined
  function Holder() {
    const [open, setOpen] = useState(true)
    close = () => setOpen(false)
    return open ? <UserForm title={title} /> : null
  }
  mount(<Holder />)
  return { unmount: () => close() }
}

test('text older than half an hour, or of another page, is not filled in', async () => {
  const form = { name: 'Edit user', fields: [{ label: 'Name', value: 'Nora' }] }
  sessionStorage.setItem(
    'kept-forms',
    JSON.stringify({ at: Date.now() - 31 * 60_000, page: location.pathname, forms: [form] }),
  )
  expect(returnForms(() => undefined)).toEqual([])
  sessionStorage.setItem(
    'kept-forms',
    JSON.stringify({ at: Date.now(), page: '/elsewhere', forms: [form] }),
  )
  returnForms(() => undefined)
  showForm('Edit user')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('fourth attack D10: what somebody else typed before the reload is not filled in', async () => {
  const kept = {
    at: Date.now(),
    account: crypto.randomUUID(),
    page: location.pathname + location.search,
    forms: [{ name: 'Edit user', fields: [{ label: 'Name', value: 'Nora' }] }],
  }
  sessionStorage.setItem('kept-forms', JSON.stringify(kept))
  const filled: string[] = []
  returnForms((form) => filled.push(form))
  const { unmount } = showForm('Edit user')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  unmount()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
  // Fill the same form of the one who typed it as soon as it is there.
  sessionStorage.setItem('kept-forms', JSON.stringify({ ...kept, account: null }))
  returnForms((form) => filled.push(form))
  showForm('Edit user')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Nora')
  expect(filled).toEqual(['Edit user'])
})

test('A29-23: text that does not fit into the storage of the tab is said to be lost before the page is loaded', async () => {
  mount(
    <>
      <NewVersionButton />
      <NewVersion />
      <form aria-label="Notes">
        <label>
          Text <textarea />
        </label>
      </form>
    </>,
  )
  await page.getByRole('textbox', { name: 'Text' }).fill('Seen under the lamp')
  fillStorage(sessionStorage)
  onTestFinished(() => sessionStorage.clear())
  elsewhere.postMessage({ kind: 'ready', build: '/assets/index-two.js' })
  await question.getByRole('button', { name: 'OK' }).click()
  await expect
    .element(question.getByText(/does not fit into what this browser keeps/))
    .toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Load without it' })).toBeVisible()
})
