import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { version } from '../../package.json'
import { HelpScreen } from '../../web/screens/help/HelpScreen.tsx'
import { findTopics, topics } from '../../web/screens/help/topics.ts'
import { mount } from './mount.tsx'

test('[SCREEN-066] [MODE-020] the help centre is searched as one types, says its version, and is read by keyboard', async () => {
  expect(version).toBe('2.4.16')
  mount(<HelpScreen />)
  await expect.element(page.getByText('bApp 2.4.16', { exact: false })).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Topics' })
  expect(list.getByRole('link').elements()).toHaveLength(topics.length)
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('signed password')
  await expect.poll(() => list.getByRole('link').elements().length).toBe(1)
  await expect.element(page.getByRole('heading', { name: 'Sign and validate' })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(list.getByRole('link', { name: 'Read the curves' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Read the curves' })).toBeVisible()
  expect(new URLSearchParams(location.search).get('topic')).toBe('read')
  await page.getByRole('searchbox').fill('xyzzy')
  await expect.element(page.getByText('No topic matches', { exact: false })).toBeVisible()
  history.replaceState(null, '', location.pathname)
})

test('[SCREEN-066] a topic that is chosen on a phone comes into sight, from below the list of them all', async () => {
  await page.viewport(390, 844)
  mount(<HelpScreen />)
  const title = page.getByRole('heading', { name: 'Read the curves' })
  await page.getByRole('link', { name: 'Read the curves' }).click()
  await expect.element(title).toBeInViewport()
  // Expect that typing into the search moves nothing away from it.
  await page.getByRole('searchbox').fill('signed password')
  await page.getByRole('searchbox').fill('')
  await expect.element(title).toBeInTheDocument()
  await expect.element(page.getByRole('searchbox')).toBeInViewport()
  history.replaceState(null, '', location.pathname)
  await page.viewport(1366, 768)
})

test('[SCREEN-067] each main job has a tutorial of short steps with pictures, and the way to its page', async () => {
  mount(<HelpScreen />)
  const tutorials = topics.filter(({ kind }) => kind === 'tutorial')
  expect(tutorials.map(({ id }) => id)).toEqual([
    'launch',
    'read',
    'sign',
    'import',
    'offline',
    'methods',
    'publication',
    'evaluation',
    'versions',
    'kits',
    'lots',
    'companies',
    'recall',
    'messages',
    'labels',
    'rights',
    'attributes',
    'trail',
  ])
  for (const { id, steps, page: where } of tutorials) {
    expect(steps.length, id).toBeGreaterThanOrEqual(3)
    expect(where, id).toBeTruthy()
  }
  await expect.element(page.getByRole('heading', { name: 'Run an analysis' })).toBeVisible()
  const article = page.getByRole('article')
  expect(article.getByRole('listitem').elements()).toHaveLength(4)
  expect(document.querySelectorAll('article [inert]').length).toBeGreaterThanOrEqual(3)
  await expect
    .element(article.getByRole('link', { name: 'Go there now' }))
    .toHaveAttribute('href', '/analyses/new')
})

test('words typed without accents and in any order are found', () => {
  expect(findTopics('KEYBOARD').map(({ id }) => id)[0]).toBe('keys')
  expect(findTopics('curves read').map(({ id }) => id)[0]).toBe('read')
  expect(findTopics('').length).toBe(topics.length)
})
