import { expect, test } from 'vitest'
import { forgetVisit } from '../../web/client/visiting.ts'
import { VisitBar } from '../../web/shell/VisitBar.tsx'
import { toasts } from '../../web/state/toasts.ts'
import { mount } from './mount.tsx'

test('ninth attack A9-18: changes that were not sent before a visit was ended are shown at home, once', async () => {
  forgetVisit(3)
  mount(<VisitBar />)
  const said = () => toasts.value.map(({ text }) => text)
  await expect
    .poll(said)
    .toEqual([
      'The visit ended before 3 changes were sent. They are not saved: start another visit and make them again.',
    ])
  expect(sessionStorage.length).toBe(0)
})
