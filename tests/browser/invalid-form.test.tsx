import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FormDialog } from '../../web/parts/dialog/FormDialog.tsx'
import { Field } from '../../web/parts/form/Field.tsx'
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
