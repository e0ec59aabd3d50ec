import { onTestFinished, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SignInForm } from '../../web/screens/session/SignInForm.tsx'
import { mount } from './mount.tsx'

test('A28-26: the sign-in says that the browser blocks what it needs', async () => {
  // Mark it as the script before the app does (tests/web/start-script.test.ts).
  const { dataset } = document.documentElement
  dataset['blocked'] = ''
  onTestFinished(() => void delete dataset['blocked'])
  mount(<SignInForm onSignedIn={() => undefined} />)
  await expect
    .element(page.getByRole('alert').getByText(/This browser blocks cookies and stored data/))
    .toBeVisible()
})
