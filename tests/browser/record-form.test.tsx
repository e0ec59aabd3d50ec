import { useState } from 'react'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Fault } from '../../domain/fault.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { Button } from '../../web/parts/button/Button.tsx'
import { RecordForm } from '../../web/record/RecordForm.tsx'
import { mount } from './mount.tsx'

const schema = v.object({
  name: v.optional(v.pipe(v.string(), v.minLength(1))),
  note: v.optional(v.string()),
})
type Body = v.InferOutput<typeof schema>

/** Show a form of a record that a colleague may change meanwhile. */
function Form({ first, send }: { first: Body; send: (body: Body) => Promise<void> }) {
  const [values, setValues] = useState(first)
  const [open, setOpen] = useState(true)
  return (
    <>
      <RecordForm
        open={open}
        title="Edit"
        submit="Save"
        schema={schema}
        values={values}
        fields={[
          { name: 'name', label: 'Name', missing: 'It needs a name.' },
          { name: 'note', label: 'Note' },
        ]}
        changesOnly
        note={
          <Button onClick={() => setValues({ ...values, note: 'later' })}>
            A colleague writes
          </Button>
        }
        send={send}
        onClose={() => setOpen(false)}
      />
      {!open && (
        <>
          <p>Closed</p>
          <Button onClick={() => setOpen(true)}>Open again</Button>
        </>
      )}
    </>
  )
}

beforeEach(() => completeTexts('record'))

test('what is missing is said once the form is sent, and no longer once it is filled in', async () => {
  const send = vi.fn(async () => undefined)
  mount(<Form first={{ name: 'One', note: '' }} send={send} />)
  const name = page.getByLabelText(/^Name/)
  await name.fill('')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible()
  expect(document.querySelector('[aria-invalid=true]')).toBeNull()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('It needs a name.')).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(send).not.toHaveBeenCalled()
  await name.fill('Two')
  await expect.poll(() => document.querySelector('[aria-invalid=true]')).toBeNull()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(send.mock.calls).toEqual([[{ name: 'Two' }, expect.any(String)]])
})

test('what the service refuses later has the focus as well, from whichever field it was sent', async () => {
  let refuse: (why: Fault) => void = () => undefined
  const send = vi.fn(() => new Promise<void>((_, no) => (refuse = no)))
  mount(<Form first={{ name: 'One', note: '' }} send={send} />)
  const [name, note] = [page.getByLabelText(/^Name/), page.getByLabelText(/^Note/)]
  const save = page.getByRole('button', { name: 'Save' })
  const taken = new Fault('taken', 'taken', { field: 'name' })
  await name.fill('Two')
  await save.click()
  await expect.poll(() => send.mock.calls).toHaveLength(1)
  await expect.element(save).toHaveFocus()
  refuse(taken)
  await expect.element(name).toHaveFocus()
  await name.fill('Three')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await note.click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => send.mock.calls).toHaveLength(2)
  refuse(taken)
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(name).toHaveFocus()
})

test('a field that a colleague changes meanwhile follows the record, and is not sent back as it was', async () => {
  const send = vi.fn(async () => undefined)
  mount(<Form first={{ name: 'One', note: 'early' }} send={send} />)
  await page.getByLabelText(/^Name/).fill('Two')
  await page.getByRole('button', { name: 'A colleague writes' }).click()
  await expect.element(page.getByLabelText(/^Note/)).toHaveValue('later')
  await expect.element(page.getByLabelText(/^Name/)).toHaveValue('Two')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  expect(send.mock.calls).toEqual([[{ name: 'Two' }, expect.any(String)]])
})

test('what is typed stays while the form is closed', async () => {
  mount(<Form first={{ name: 'One', note: '' }} send={async () => undefined} />)
  await page.getByLabelText(/^Name/).fill('Two')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect.element(page.getByLabelText(/^Name/)).toHaveValue('Two')
})
