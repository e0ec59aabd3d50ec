import { expect, test } from 'vitest'
import { permissions } from '../../domain/permissions.ts'
import type { Device } from '../../domain/entities/device.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import { findTargets, listTargets } from '../../web/shell/jump-targets.ts'

const analysis = (uuid: string, name: string) =>
  ({ uuid, name, recipe_name: 'SARS 2', created_at: '2026-11-20T08:00:00.000Z' }) as AnalysisRow
const analyses = Array.from({ length: 20 }, (_, at) => analysis(`a${at}`, `Plate ${at}`))
const devices = [{ uuid: 'd1', name: 'bCUBE Nord', hostname: 'bcube-7' } as Device]
const targets = listTargets(defaultProfiles.Operator, analyses, devices)

test('without a word the pages of the menu are offered, those that the account may open', () => {
  const names = findTargets(targets, '').map(({ path }) => path)
  expect(names).toContain('/analyses/new')
  expect(names).toContain('/help')
  expect(names).not.toContain('/users')
})

test('an analysis, a device, a topic and an action are found by their names, six of a kind', () => {
  expect(findTargets(targets, 'plate').filter(({ kind }) => kind === 'analysis')).toHaveLength(6)
  expect(findTargets(targets, 'plate 17').map(({ id }) => id)).toEqual(['a17'])
  expect(findTargets(targets, 'BCUBE-7').map(({ path }) => path)).toEqual(['/devices?device=d1'])
  expect(findTargets(targets, 'sign out').map(({ path }) => path)).toEqual([null])
  expect(findTargets(targets, 'curves').some(({ path }) => path === '/help?topic=read')).toBe(true)
  expect(findTargets(targets, 'nothing like it')).toEqual([])
})

test('a name that begins with the typed text comes before one that contains it', () => {
  const both = listTargets([], [analysis('b', 'Old plate'), analysis('a', 'Plate of today')], [])
  expect(findTargets(both, 'plate').map(({ id }) => id)).toEqual(['a', 'b'])
})

test('actions of the page on show come first, and are done instead of gone to', () => {
  let done = 0
  const act = {
    id: 'csv',
    name: 'Save CSV',
    note: 'Users',
    icon: 'download' as const,
    run: () => void (done += 1),
  }
  const all = listTargets([], [], [], [act])
  const [first] = findTargets(all, '')
  expect(first).toMatchObject({ name: 'Save CSV', kind: 'action', path: null })
  first?.run?.()
  expect(done).toBe(1)
  // Find signing out by its name only, since it is no act of a page.
  expect(findTargets(all, '').filter(({ kind }) => kind === 'action')).toHaveLength(1)
})

test('a record of any other kind is found by its name, and what makes a new one by permission', () => {
  const records = [
    { kind: 'user', uuid: 'u1', name: 'Amina Haddad', note: 'admin@aurora.example' },
    { kind: 'recipe', uuid: 'r1', name: 'katG melt' },
    { kind: 'no_page', uuid: 'x1', name: 'katG of no page' },
  ]
  const all = listTargets(['recipes.create'], [], [], [], records)
  expect(findTargets(all, 'amina').map(({ path }) => path)).toEqual(['/users?user=u1'])
  expect(findTargets(all, 'aurora').map(({ kind }) => kind)).toEqual(['person'])
  expect(findTargets(all, 'katg').map(({ path }) => path)).toEqual(['/recipe/r1'])
  const making = all.filter(({ kind, path }) => kind === 'action' && path !== null)
  expect(making.map(({ path }) => path)).toEqual(['/recipe'])
})

test('A28-74: a record in the palette has the picture of its list in the rail', () => {
  const records = [
    { kind: 'swarm', uuid: 's1', name: 'Bench' },
    { kind: 'protocol', uuid: 'p1', name: 'Bench' },
    { kind: 'report', uuid: 'r1', name: 'Bench' },
  ]
  const all = listTargets([...permissions], [], [], [], records)
  const iconOf = (id: string) => all.find((one) => one.id === id)?.icon
  for (const [uuid, path] of [
    ['s1', '/swarms'],
    ['p1', '/protocols'],
    ['r1', '/reports'],
  ] as const)
    expect(iconOf(uuid), path).toBe(iconOf(path))
})

test('a certificate, a report and a message are found by their names, each with its kind and its place', () => {
  let opened = 0
  const records = [
    { kind: 'certificate', uuid: 'c1', name: 'Milk Monday', note: 'Marco' },
    { kind: 'report', uuid: 'p1', name: 'Milk Monday' },
    { kind: 'notification', uuid: 'n1', name: 'Milk powder recalled' },
    { kind: 'message', uuid: 'm1', name: 'Milk kit is late', run: () => void (opened += 1) },
  ]
  const of = (permissions: string[]) =>
    findTargets(listTargets(permissions, [], [], [], records), 'milk')
  expect(of(['certificates.edit']).map(({ kind, path }) => [kind, path])).toEqual([
    ['certificate', '/certificates/c1'],
    ['report', '/reports?report=p1'],
    ['message', '/notifications/n1'],
    ['message', null],
  ])
  // Show a certificate beside the list to a person who may only read certificates.
  expect(of([])[0]?.path).toBe('/certificates?certificate=c1')
  of([]).at(-1)?.run?.()
  expect(opened).toBe(1)
  // Expect only pages and what the page on show offers without a word, no messages.
  const all = findTargets(listTargets([], [], [], [], records), '')
  expect(all.some(({ kind }) => kind === 'message')).toBe(false)
})
