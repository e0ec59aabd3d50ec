import { expect, test } from 'vitest'
import {
  findPeople,
  mentionedIn,
  putName,
  readTyped,
} from '../../web/screens/analyses/detail/comments/mentions.ts'

const ann = { uuid: '1', name: 'Ann' }
const annLee = { uuid: '2', name: 'Ann Lee' }
const zoe = { uuid: '3', name: 'Zoë-Marie Öztürk' }
const otherAnn = { uuid: '4', name: 'Ann' }

test('a name is being typed from an @ at the beginning of a word to the caret', () => {
  expect(readTyped('see @An', 7)).toEqual({ from: 4, typed: 'An' })
  expect(readTyped('@', 1)).toEqual({ from: 0, typed: '' })
  expect(readTyped('see @Ann Le', 11)).toEqual({ from: 4, typed: 'Ann Le' })
  expect(readTyped('see @An', 3)).toBeNull()
  expect(readTyped('ann@lab.example', 15)).toBeNull()
  expect(readTyped('@Ann\nnext', 9)).toBeNull()
})

test('people are offered by the beginning of any part of their name, whatever its case', () => {
  expect(findPeople([ann, annLee, zoe], 'l')).toEqual([annLee])
  expect(findPeople([ann, annLee, zoe], 'ÖZ')).toEqual([zoe])
  expect(findPeople([ann, annLee, zoe], 'marie')).toEqual([zoe])
  expect(findPeople([ann, annLee], 'Ann Lee please')).toEqual([])
  const crowd = Array.from({ length: 20 }, (_, at) => ({ uuid: String(at), name: `P ${at}` }))
  expect(findPeople(crowd, 'p')).toHaveLength(8)
})

test('a name that is picked takes the place of what was typed of it', () => {
  expect(putName('see @An, soon', { from: 4, typed: 'An' }, 'Ann Lee')).toEqual({
    text: 'see @Ann Lee , soon',
    caret: 13,
  })
  expect(putName('@a b', { from: 0, typed: 'a' }, 'Ann')).toEqual({ text: '@Ann b', caret: 4 })
})

test('who is named gets a message: the longer of two names, and of two people the one that was picked', () => {
  expect(mentionedIn('@Ann Lee look', [ann, annLee])).toEqual([annLee])
  expect(mentionedIn('@Ann and @Ann Lee', [ann, annLee])).toEqual([annLee, ann])
  expect(mentionedIn('Ann, look', [ann])).toEqual([])
  expect(mentionedIn('@Ann look', [ann, otherAnn], new Set(['4']))).toEqual([otherAnn])
})
