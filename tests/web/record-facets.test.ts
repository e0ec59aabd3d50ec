import { expect, test } from 'vitest'
import {
  countChoices,
  type Facet,
  pickRows,
  readChosen,
  sayChosen,
  toggleChoice,
} from '../../web/record/facets.ts'

interface Row {
  id: number
  state: string
  tags: string[]
}
const rows: Row[] = [
  { id: 1, state: 'on', tags: ['new'] },
  { id: 2, state: 'on', tags: [] },
  { id: 3, state: 'off', tags: ['new', 'odd'] },
]
const choice = (value: string) => ({ value, label: value })
const facets: Facet<Row>[] = [
  {
    id: 'state',
    label: 'State',
    valueOf: ({ state }) => state,
    choices: ['on', 'off'].map(choice),
  },
  { id: 'tag', label: 'Tag', valueOf: ({ tags }) => tags, choices: ['new', 'odd'].map(choice) },
]
const chosenBy = (text: string) => readChosen(new URLSearchParams(text), facets)
const idsBy = (text: string) => pickRows(rows, facets, chosenBy(text)).map(({ id }) => id)

test('values of one facet are joined with or, facets with and', () => {
  expect(idsBy('')).toEqual([1, 2, 3])
  expect(idsBy('state=on,off')).toEqual([1, 2, 3])
  expect(idsBy('tag=new')).toEqual([1, 3])
  expect(idsBy('state=off&tag=new,odd')).toEqual([3])
  expect(idsBy('state=on&tag=odd')).toEqual([])
})

test('a value of an address that no facet offers filters nothing', () => {
  expect(chosenBy('state=gone&other=1')).toEqual({})
  expect(chosenBy('state=gone,on')).toEqual({ state: ['on'] })
})

test('a chip counts what a press on it would show beside the other facets', () => {
  const [state, tag] = facets as [Facet<Row>, Facet<Row>]
  const chosen = chosenBy('state=on&tag=new')
  expect(Object.fromEntries(countChoices(rows, facets, chosen, state))).toEqual({ on: 1, off: 1 })
  expect(Object.fromEntries(countChoices(rows, facets, chosen, tag))).toEqual({ new: 1 })
})

test('a press on a chip adds its value to the address, a second one takes it out', () => {
  expect(toggleChoice({}, 'state', 'on')).toBe('on')
  expect(toggleChoice({ state: ['on'] }, 'state', 'off')).toBe('on,off')
  expect(toggleChoice({ state: ['on'] }, 'state', 'on')).toBeNull()
})

test('chosen values are joined with or and and', () => {
  expect(sayChosen(facets, {})).toBe('')
  expect(sayChosen(facets, chosenBy('state=on,off&tag=odd'))).toBe(
    'State = on or off and Tag = odd',
  )
})
