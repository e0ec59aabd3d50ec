import { type FormEvent, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Fault } from '../../domain/fault.ts'
import { FormDialog } from '../../web/parts/dialog/FormDialog.tsx'
import { Field } from '../../web/parts/form/Field.tsx'
import { focusFirstFault } from '../../web/parts/form/focus-first-fault.ts'
import { SelectField } from '../../web/parts/form/SelectField.tsx'
import { useSending } from '../../web/state/use-sending.ts'
import { mount } from './mount.tsx'

function Form() {
  const [name, setName] = useState('')
  const [kind, setKind] = useState('')
  const sending = useSending([])
  return (
    <FormDialog
      title="Name it"
      submit="Send"
      sending={sending}
      onSubmit={() => void sending.send(name !== '' && kind !== '', async () => undefined)}
      onClose={() => undefined}
    >
      <Field label="Name" value={name} onChange={setName} />
      <SelectField
        label="Kind"
        value={kind}
        placeholder="Choose"
        choices={[{ value: 'a', label: 'Plate' }]}
        onChange={setKind}
      />
    </FormDialog>
  )
}

test('"Current form is invalid" goes with the next change, and comes again when it is sent incomplete', async () => {
  mount(<Form />)
  const words = page.getByText(/Current form is invalid/)
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await expect.element(words).toBeVisible()
  await page.getByLabelText('Name').fill('x')
  await expect.element(words).not.toBeInTheDocument()
  await send.click()
  await expect.element(words).toBeVisible()
  await send.click()
  await expect.element(words).toBeVisible()
  await page.getByLabelText('Kind').selectOptions('a')
  await expect.element(words).not.toBeInTheDocument()
})

function LongForm() {
  const sending = useSending([])
  const fail = async () => {
    throw new Fault('refused', 'no', { reason: 'confirmation_needed' })
  }
  return (
    <FormDialog
      title="Long"
      submit="Send"
      sending={sending}
      onSubmit={() => void sending.send(true, fail)}
      onClose={() => undefined}
    >
      {Array.from({ length: 30 }, (_, at) => (
        <Field key={at} label={`Field ${at}`} value="" onChange={() => undefined} />
      ))}
    </FormDialog>
  )
}

test('a failure of a long form is scrolled into view', async () => {
  mount(<LongForm />)
  const last = page.getByLabelText('Field 29')
  last.element().scrollIntoView()
  await expect.element(page.getByLabelText('Field 0')).not.toBeInViewport()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('alert')).toBeInViewport()
})

test('the boxes of the browser, whose grey has no token, take the amber of the dark room', () => {
  const holder = mount(
    <>
      <input type="checkbox" />
      <input type="radio" />
    </>,
  )
  const filters = () => [...holder.children].map((one) => getComputedStyle(one).filter)
  expect(new Set(filters())).toEqual(new Set(['none']))
  document.documentElement.dataset['theme'] = 'dark-room'
  try {
    expect(filters()).toHaveLength(2)
    for (const filter of filters()) expect(filter).toMatch(/^sepia\(1\)/)
  } finally {
    delete document.documentElement.dataset['theme']
  }
})

/** Draw a refusal a moment after it came, as a busy machine does. */
function Late({ wait }: { wait: Promise<void> }) {
  const [refused, setRefused] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    focusFirstFault(form)
    await wait
    setRefused(true)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label="First" value="" error={refused ? 'Not this' : null} onChange={() => {}} />
      <Field label="Second" value="" onChange={() => {}} />
      <button type="submit">Send</button>
    </form>
  )
}

test('A28-73: a field that is refused gets the focus although the refusal is drawn late', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  mount(<Late wait={promise} />)
  await page.getByLabelText('Second').click()
  await userEvent.keyboard('{Enter}')
  // Let the next task pass, in which the refusal is not drawn yet.
  await new Promise((done) => setTimeout(done))
  await expect.element(page.getByLabelText('Second')).toHaveFocus()
  resolve()
  await expect.element(page.getByLabelText('First')).toHaveFocus()
})

test('A28-73: a person who is in another field by then stays there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  mount(<Late wait={promise} />)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByLabelText('Second').click()
  resolve()
  await expect.element(page.getByLabelText('First')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByLabelText('Second')).toHaveFocus()
})
