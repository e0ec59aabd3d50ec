import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Link, Route, Switch } from 'wouter'
import { Field } from '../../web/parts/form/Field.tsx'
import { SidePanel } from '../../web/parts/panel/SidePanel.tsx'
import { LookChoice } from '../../web/screens/session/LookChoice.tsx'
import { chooseLanguage, language } from '../../web/i18n/intl.ts'
import { LeaveGuard } from '../../web/shell/LeaveGuard.tsx'
import { loseOpen, useUnsaved } from '../../web/state/left-behind.ts'
import { watchTyping } from '../../web/state/unsaved.ts'
import { useAddress } from '../../web/use-address.ts'
import { mount } from './mount.tsx'

const home = location.pathname + location.search
const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
const elsewhere = page.getByText('Somewhere else')
const away = page.getByRole('link', { name: 'Away' })

beforeEach(() => {
  watchTyping()
  onTestFinished(() => history.replaceState(null, '', home))
})

/** Show a page with a form, and one beside a list. */
function FormPage() {
  const [name, setName] = useState('')
  const { search, change } = useAddress()
  const lot = search.get('lot')
  return (
    <main>
      <h1>Devices</h1>
      <form aria-label="Rename" onSubmit={(event) => event.preventDefault()}>
        <Field label="Name" value={name} onChange={setName} />
        <button type="submit">Save</button>
      </form>
      <button onClick={() => change({ lot: 'one' })}>Lot one</button>
      <button onClick={() => change({ lot: 'two' })}>Lot two</button>
      {lot && (
        <SidePanel key={lot} title={lot} part="lot" onClose={() => change({ lot: null })}>
          <form>
            <input aria-label={`Note of ${lot}`} />
          </form>
        </SidePanel>
      )}
    </main>
  )
}

function Pages({ children }: { children: React.ReactNode }) {
  return (
    <>
      <Link href="/elsewhere">Away</Link>
      <Switch>
        <Route path="/elsewhere">
          <p>Somewhere else</p>
        </Route>
        <Route>{children}</Route>
      </Switch>
      <LeaveGuard />
    </>
  )
}

test('A26-20: a form that was typed into is not left without a question', async () => {
  mount(
    <Pages>
      <FormPage />
    </Pages>,
  )
  const field = page.getByRole('textbox', { name: 'Name' })
  await field.fill('bCUBE of the night shift')
  await away.click()
  await expect.element(question.getByText(/changes in Devices will/)).toBeVisible()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(field).toHaveValue('bCUBE of the night shift')
  await away.click()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect.element(elsewhere).toBeVisible()
})

test('A26-20: a form that was sent, or not touched, is left at once', async () => {
  mount(
    <Pages>
      <FormPage />
    </Pages>,
  )
  await page.getByRole('textbox', { name: 'Name' }).fill('bCUBE 2')
  await page.getByRole('button', { name: 'Save' }).click()
  await away.click()
  await expect.element(elsewhere).toBeVisible()
})

test('A27-21: a form in which all that was typed was taken back is left at once', async () => {
  mount(
    <Pages>
      <FormPage />
    </Pages>,
  )
  await page.getByRole('textbox', { name: 'Name' }).click()
  await userEvent.keyboard('x{Backspace}')
  await away.click()
  await expect.element(elsewhere).toBeVisible()
})

test('A27-21: a form whose field is empty again is asked about, where a name was added to its list', async () => {
  function Aliases() {
    const [names, setNames] = useState<string[]>([])
    const [name, setName] = useState('')
    const add = () => {
      setNames([...names, name])
      setName('')
    }
    return (
      <form aria-label="List">
        <input aria-label="Alias" value={name} onChange={({ target }) => setName(target.value)} />
        <button type="button" onClick={add}>
          Add
        </button>
        <p>{names.join()}</p>
      </form>
    )
  }
  mount(
    <Pages>
      <Aliases />
    </Pages>,
  )
  await page.getByLabelText('Alias').click()
  await userEvent.keyboard('N1')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByLabelText('Alias')).toHaveValue('')
  await away.click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(page.getByText('N1')).toBeVisible()
})

test('A26-20: another record beside the list is asked about, where something was typed for the first', async () => {
  mount(
    <Pages>
      <FormPage />
    </Pages>,
  )
  await page.getByRole('button', { name: 'Lot one' }).click()
  await page.getByLabelText('Note of one').fill('thawed twice')
  await page.getByRole('button', { name: 'Lot two' }).click()
  await expect.element(question.getByText(/changes in one will/)).toBeVisible()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(page.getByLabelText('Note of one')).toHaveValue('thawed twice')
  await page.getByRole('button', { name: 'Lot two' }).click()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect.element(page.getByLabelText('Note of two')).toHaveValue('')
})

test('A26-20: so is work of a page that is in no form, by the name of the page', async () => {
  function Pictures() {
    const [taken, setTaken] = useState(false)
    useUnsaved(taken, 'page')
    const { change } = useAddress()
    return (
      <main>
        <h1>bCUBE 7</h1>
        <button onClick={() => setTaken(!taken)}>Take</button>
        <button onClick={() => change({ filter: 'x' })}>Filter</button>
        <button onClick={() => change({ page: 'settings' }, 'push')}>Settings</button>
      </main>
    )
  }
  mount(
    <Pages>
      <Pictures />
    </Pages>,
  )
  await page.getByRole('button', { name: 'Take' }).click()
  await page.getByRole('button', { name: 'Filter' }).click()
  expect(location.search).toContain('filter=x')
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect.element(question.getByText(/changes in bCUBE 7 will/)).toBeVisible()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Take' }).click()
  await away.click()
  await expect.element(elsewhere).toBeVisible()
})

test('A26-28: another language, which draws the page again, takes nothing that was typed without a question', async () => {
  onTestFinished(async () => {
    await chooseLanguage('en')
    localStorage.clear()
  })
  mount(
    <Pages>
      <LookChoice before={loseOpen} />
      <FormPage />
    </Pages>,
  )
  const choice = page.getByLabelText('Language')
  await page.getByRole('textbox', { name: 'Name' }).fill('bCUBE of the night shift')
  await choice.selectOptions('de')
  await expect.element(question.getByText(/changes in Devices will/)).toBeVisible()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(choice).toHaveValue('en')
  expect(language.peek()).toBe('en')
  await choice.selectOptions('de')
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect.poll(() => language.peek()).toBe('de')
})
