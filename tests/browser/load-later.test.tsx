import { Component, type ReactNode, useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loadLater } from '../../web/load-later.tsx'
import { mount } from './mount.tsx'

function Word({ text }: { text: string }) {
  return <p>{text}</p>
}

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null }
  static getDerivedStateFromError(error: unknown) {
    return { message: (error as Error).message }
  }
  override render() {
    return this.state.message ?? this.props.children
  }
}

test('a page fetched before is drawn at once, without a waiting text', async () => {
  const Later = loadLater<{ text: string }>(async () => Word)
  await Later.load()
  const holder = mount(<Later text="There" />)
  await expect.element(page.getByText('There')).toBeVisible()
  expect(holder.querySelector('progress')).toBeNull()
})

test('a page that comes late is drawn when it comes, and not some time after it', async () => {
  let bring: (component: typeof Word) => void = () => undefined
  const Later = loadLater<{ text: string }>(() => new Promise((resolve) => (bring = resolve)))
  mount(<Later text="Came" />)
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  bring(Word)
  // Wait for some frames only: React.lazy keeps what says that one waits for 300 ms, some 18 frames.
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  expect(document.body.textContent).toContain('Came')
})

test('a dialog that comes late leaves its place empty until then, and is drawn when it comes', async () => {
  let bring: (component: typeof Word) => void = () => undefined
  const Later = loadLater<{ text: string }>(() => new Promise((resolve) => (bring = resolve)), {
    isQuiet: true,
  })
  const holder = mount(<Later text="Asked" />)
  expect(holder.textContent).toBe('')
  bring(Word)
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  expect(holder.textContent).toBe('Asked')
})

test('a page that comes between the drawing and its effects is drawn', async () => {
  let bring: (component: typeof Word) => void = () => undefined
  const Later = loadLater<{ text: string }>(() => new Promise((resolve) => (bring = resolve)))
  void Later.load()
  function Bringing() {
    useLayoutEffect(() => bring(Word), [])
    return null
  }
  mount(
    <>
      <Later text="Between" />
      <Bringing />
    </>,
  )
  await expect.element(page.getByText('Between')).toBeVisible()
})

test('a failed load reaches the boundary, and is fetched again by the next that draws it', async () => {
  let attempts = 0
  const Later = loadLater<{ text: string }>(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('not fetched')
    return Word
  })
  mount(
    <Boundary>
      <Later text="Second" />
    </Boundary>,
  )
  await expect.element(page.getByText('not fetched')).toBeVisible()
  mount(<Later text="Second" />)
  await expect.element(page.getByText('Second')).toBeVisible()
})
