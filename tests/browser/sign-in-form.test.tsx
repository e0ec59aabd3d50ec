import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SignInForm } from '../../web/screens/session/SignInForm.tsx'
import { mount } from './mount.tsx'

const name = page.getByLabelText('User name or e-mail')
const password = page.getByLabelText('Password', { exact: true })
const submit = page.getByRole('button', { name: 'Sign in' })

test('[ROUTE-043] a missing entry is shown at its field, and nothing is sent', async () => {
  let signedIn = 0
  mount(<SignInForm onSignedIn={() => (signedIn += 1)} />)
  await submit.click()
  await expect.element(page.getByText('Enter your user name or e-mail.')).toBeVisible()
  await expect.element(page.getByText('Enter your password.')).toBeVisible()
  await name.fill('olga')
  await expect.element(page.getByText('Enter your user name or e-mail.')).not.toBeInTheDocument()
  expect(signedIn).toBe(0)
})

test('sent in vain the focus goes to the first field that lacks something, wherever Enter was pressed', async () => {
  mount(<SignInForm onSignedIn={() => undefined} />)
  await password.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveFocus()
  await name.fill('olga')
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toHaveFocus()
})

test('when the service does not answer, that is said and what was typed stays', async () => {
  let signedIn = 0
  mount(<SignInForm onSignedIn={() => (signedIn += 1)} />)
  await name.fill('olga')
  await password.fill('a secret')
  // Expect a real failure: no service runs beside these tests.
  await submit.click()
  await expect
    .element(page.getByText('The service does not answer', { exact: false }))
    .toBeVisible()
  await expect.element(name).toHaveValue('olga')
  await expect.element(password).toHaveValue('a secret')
  expect(signedIn).toBe(0)
})

test('the password can be looked at while it is typed', async () => {
  mount(<SignInForm onSignedIn={() => undefined} />)
  await password.fill('a secret')
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
})
