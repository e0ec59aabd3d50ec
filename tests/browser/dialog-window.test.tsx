import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Link, Route, Switch } from 'wouter'
import { Button } from '../../web/parts/button/Button.tsx'
import { Dialog } from '../../web/parts/dialog/Dialog.tsx'
import { Field } from '../../web/parts/form/Field.tsx'
import { Loader } from '../../web/parts/progress/Loader.tsx'
import { LeaveGuard } from '../../web/shell/LeaveGuard.tsx'
import { hasOpenWork } from '../../web/state/unsaved.ts'
import { mount } from './mount.tsx'

const done: string[] = []

function Page() {
  const [open, setOpen] = useState(false)
  const [pressed, setPressed] = useState(0)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Button onClick={() => setPressed(pressed + 1)}>Behind {String(pressed)}</Button>
      <Dialog
        open={open}
        title="Edit user"
        onClose={() => setOpen(false)}
        onSubmit={() => done.push('saved')}
        busy={false}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit">Save</Button>
          </>
        }
      >
        <NameForm />
      </Dialog>
    </>
  )
}

/** Hold its own draft, as forms do. */
function NameForm() {
  const [name, setName] = useState('')
  return <Field label="Name" value={name} onChange={setName} />
}

const dialog = () => page.getByRole('dialog', { name: 'Edit user' })

test('[DIALOG-008] has a title, a main area, and buttons to save and to cancel', async () => {
  done.length = 0
  mount(<Page />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog().getByRole('heading', { name: 'Edit user' })).toBeVisible()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Olga')
  await dialog().getByRole('button', { name: 'Save' }).click()
  expect(done).toEqual(['saved'])
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
})

test('[DIALOG-009] put aside it is shown in a bar, leaves the page free and comes back as it was left', async () => {
  mount(<Page />)
  await page.getByRole('button', { name: 'Open' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Olga')
  await dialog().getByRole('button', { name: 'Minimise' }).click()
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  const chip = page.getByRole('region', { name: 'Minimised dialogs' }).getByRole('button')
  await expect.element(chip.getByText('Edit user')).toBeVisible()
  await expect.element(chip).toHaveFocus()
  // Expect it to be work still that nobody may be taken away from.
  expect(hasOpenWork()).toBe(true)
  expect(document.querySelector('form')?.isConnected).toBe(true)
  await page.getByRole('button', { name: 'Behind 0' }).click()
  await expect.element(page.getByRole('button', { name: 'Behind 1' })).toBeVisible()
  await chip.click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Olga')
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
  await expect.poll(() => document.querySelector('[data-minimised]')).toBeNull()
})

test('[DIALOG-009] it is made as large as the window and back, and closed', async () => {
  await page.viewport(1000, 700)
  mount(<Page />)
  await page.getByRole('button', { name: 'Open' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Olga')
  const width = () => document.querySelector('[role=dialog]')?.getBoundingClientRect().width ?? 0
  const before = width()
  await dialog().getByRole('button', { name: 'Maximise' }).click()
  await expect.poll(width).toBeGreaterThan(Math.max(before, innerWidth * 0.9))
  await expect.element(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Olga')
  await dialog().getByRole('button', { name: 'Restore size' }).click()
  await expect.poll(width).toBe(before)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  expect(hasOpenWork()).toBe(false)
})

test('[DIALOG-009] all three by keyboard alone', async () => {
  mount(<Page />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
  await userEvent.tab()
  await expect.element(dialog().getByRole('button', { name: 'Minimise' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Bring back: Edit user' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
})

test('[DIALOG-009] put aside, brought back and closed it gives the focus back to what opened it', async () => {
  mount(<Page />)
  const opener = page.getByRole('button', { name: 'Open' })
  await opener.click()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
  await dialog().getByRole('button', { name: 'Minimise' }).click()
  const chip = page.getByRole('button', { name: 'Bring back: Edit user' })
  await expect.element(chip).toHaveFocus()
  await expect.element(chip).toHaveAccessibleDescription('Kept until you leave this page')
  await chip.click()
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  await expect.element(opener).toHaveFocus()
})

/** Show the page, and another one. */
function Pages() {
  return (
    <Switch>
      <Route path="/elsewhere">
        <p>Somewhere else</p>
      </Route>
      <Route>
        <Page />
      </Route>
    </Switch>
  )
}

test('[DIALOG-009] put aside it is not lost by leaving the page: the person is asked first', async () => {
  const home = location.pathname
  mount(
    <>
      <Link href="/elsewhere">Away</Link>
      <Link href={`${home}?tab=two`}>Tab</Link>
      <Pages />
      <LeaveGuard />
    </>,
  )
  onTestFinished(() => history.replaceState(null, '', home))
  const away = page.getByRole('link', { name: 'Away' })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const elsewhere = page.getByText('Somewhere else')
  await page.getByRole('button', { name: 'Open' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Olga')
  await dialog().getByRole('button', { name: 'Minimise' }).click()
  // Go to another tab of the page, which is no other page.
  await page.getByRole('link', { name: 'Tab' }).click()
  expect(location.search).toBe('?tab=two')
  await away.click()
  await expect.element(question.getByText(/changes in Edit user will/)).toBeVisible()
  expect(location.pathname).toBe(home)
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Bring back: Edit user' }).click()
  await expect.element(dialog().getByRole('textbox', { name: 'Name' })).toHaveValue('Olga')
  await dialog().getByRole('button', { name: 'Minimise' }).click()
  await away.click()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect.element(elsewhere).toBeVisible()
  expect(document.querySelector('[data-minimised]')).toBeNull()
})

test('[DIALOG-009] work of the page by itself is not held up by a dialog that is put aside', async () => {
  const home = location.pathname
  mount(
    <>
      <Pages />
      <LeaveGuard />
    </>,
  )
  onTestFinished(() => history.replaceState(null, '', home))
  await page.getByRole('button', { name: 'Open' }).click()
  await dialog().getByRole('button', { name: 'Minimise' }).click()
  await expect.element(page.getByRole('button', { name: 'Bring back: Edit user' })).toHaveFocus()
  history.pushState(null, '', '/elsewhere')
  await expect.element(page.getByText('Somewhere else')).toBeVisible()
})

test('Escape right after opening closes it, before the focus has come in', async () => {
  const holder = mount(<Page />)
  const opener = holder.querySelector('button')
  for (let time = 0; time < 5; time++) {
    opener?.focus()
    opener?.click()
    await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull()
    // Press Escape at the opener, as the key comes while the page still has the focus.
    opener?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  }
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('[DIALOG-010] a loader says what is done, with a spinner or with a bar', () => {
  const holder = mount(
    <>
      <Loader message="Reading the file…" />
      <Loader message="Sending 3 of 4" value={0.75} text="75 %" />
    </>,
  )
  const [first, second] = holder.querySelectorAll('[role=status]')
  expect(first?.textContent).toBe('Reading the file…')
  expect(first?.parentElement?.querySelector('progress')).toBeNull()
  expect(first?.parentElement?.querySelector('[aria-hidden]')).not.toBeNull()
  const bar = second?.parentElement?.querySelector('progress')
  expect(bar?.value).toBe(0.75)
  expect(bar?.getAttribute('aria-label')).toBe('Sending 3 of 4')
})
