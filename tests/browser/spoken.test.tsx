import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useSpoken } from '../../web/parts/voice/use-spoken.ts'
import { mount } from './mount.tsx'

function Voice({ text }: { text: string }) {
  return <p role="status">{useSpoken(text)}</p>
}

test('a live region is there before its first words, so that they are read', async () => {
  const holder = mount(<Voice text="A1, F-1, Unknown" />)
  const region = holder.querySelector('[role=status]')
  expect(region?.textContent).toBe('')
  await expect.element(page.getByRole('status')).toHaveTextContent('A1, F-1, Unknown')
  // Expect the same element: one that takes its place would not be read.
  expect(holder.querySelector('[role=status]')).toBe(region)
})
