import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { FormDialog } from '../../web/parts/dialog/FormDialog.tsx'
import { Field } from '../../web/parts/form/Field.tsx'
import { Notice } from '../../web/parts/notice/Notice.tsx'
import { useSending } from '../../web/state/use-sending.ts'
import { mount } from './mount.tsx'

let answer: { take: () => void; refuse: (error: Error) => void }

function Rename() {
  const [name, setName] = useState('')
  const [isOpen, setOpen] = useState(true)
  const sending = useSending([])
  const save = async () => {
    const work = () =>
      new Promise<void>((take, refuse) => {
        answer = { take, refuse }
      })
    if (await sending.send(true, work)) setOpen(false)
  }
  if (!isOpen) return <Notice kind="done">Saved</Notice>
  return (
    <FormDialog
      title="Rename"
      submit="Save"
      sending={sending}
      onSubmit={() => void save()}
      onClose={() => setOpen(false)}
    >
      <Field label="Name" value={name} onChange={setName} />
    </FormDialog>
  )
}

const name = page.getByRole('textbox', { name: 'Name' })

beforeEach(() => completeTexts('frame'))

test('A28-24: nothing is typed into a dialog while it is saved, and its field has the focus again when it was not', async () => {
  mount(<Rename />)
  await name.fill('Olga')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toBeDisabled()
  await userEvent.keyboard(' Petrova')
  await expect.element(name).toHaveValue('Olga')
  answer.refuse(new Error('No answer'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard(' Petrova')
  await expect.element(name).toHaveValue('Olga Petrova')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toBeDisabled()
  answer.take()
  await expect.element(page.getByText('Saved')).toBeVisible()
})
