import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { skipHeld } from '../../web/parts/keys/skip-held.ts'
import { mount } from './mount.tsx'

skipHeld()

/** Show a form that is sent at once, and gives the focus to the button that opened it. */
function Signing() {
  const [sent, setSent] = useState(0)
  const [isOpen, setOpen] = useState(true)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={opener} onClick={() => setOpen(true)}>
        Sign
      </button>
      <p>Signed {sent} times</p>
      {isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setSent(sent + 1)
            setOpen(false)
            opener.current?.focus()
          }}
        >
          <input aria-label="Password" />
        </form>
      )}
    </>
  )
}

test('A27-27: Enter that is held sends a form, and does not open it again', async () => {
  mount(<Signing />)
  const password = page.getByLabelText('Password')
  await password.click()
  await userEvent.keyboard('{Enter>5/}')
  await expect.element(page.getByText('Signed 1 times')).toBeVisible()
  await expect.element(password).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(password).toBeVisible()
})

test('A27-27: Enter that is held on a button presses it once; a field has all its lines', async () => {
  function Queue() {
    const [done, setDone] = useState(0)
    return (
      <>
        <button onClick={() => setDone(done + 1)}>Release</button>
        <p>Released {done}</p>
        <textarea aria-label="Note" />
      </>
    )
  }
  mount(<Queue />)
  ;(page.getByRole('button').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter>5/}')
  await expect.element(page.getByText('Released 1')).toBeVisible()
  await page.getByLabelText('Note').click()
  await userEvent.keyboard('{Enter>3/}')
  await expect.element(page.getByLabelText('Note')).toHaveValue('\n\n\n')
})
