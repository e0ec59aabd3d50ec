import { expect, it } from 'vitest'
import { type ActionWord, actionPermissions, resourceKinds } from '../../domain/actions.ts'
import { permissions } from '../../domain/permissions.ts'

const words: readonly [string, ActionWord][] = [
  ['[PERM-040]', 'clone'],
  ['[PERM-041]', 'create'],
  ['[PERM-042]', 'edit'],
  ['[PERM-043]', 'info'],
  ['[PERM-044]', 'update'],
  ['[PERM-045]', 'result'],
  ['[PERM-046]', 'merge'],
  ['[PERM-047]', 'delete'],
  ['[PERM-049]', 'config'],
  ['[PERM-050]', 'migrate'],
  ['[PERM-051]', 'details'],
  ['[PERM-052]', 'getLink'],
  ['[PERM-053]', 'shutdown'],
  ['[PERM-054]', 'duplicate'],
  ['[PERM-055]', 'run'],
  ['[PERM-056]', 'rawData'],
  ['[PERM-057]', 'request'],
  ['[PERM-058]', 'recalculate'],
  ['[PERM-059]', 'recalculateGlobal'],
  ['[PERM-060]', 'autoTest'],
  ['[PERM-061]', 'rename'],
  ['[PERM-062]', 'updateDescription'],
  ['[PERM-063]', 'unsetUser'],
  ['[PERM-064]', 'startRSH'],
  ['[PERM-065]', 'promote'],
  ['[PERM-066]', 'demote'],
  ['[PERM-067]', 'notebook'],
  ['[PERM-068]', 'send'],
  ['[PERM-069]', 'send_coa_request'],
  ['[PERM-070]', 'resetIlluminationCalibration'],
  ['[PERM-071]', 'foldersclear'],
]

it.each(words)(
  '%s the vocabulary holds %s, with a permission for each kind that knows it',
  (_, word) => {
    const held = actionPermissions[word]
    expect(held.length).toBeGreaterThan(0)
    for (const permission of held) expect(permissions).toContain(permission)
  },
)

it('[PERM-048] link names what is linked: users, bCubes, swarms, versions, underlings', () => {
  const links = Object.keys(actionPermissions).filter((word) => word.startsWith('link'))
  expect(links).toEqual(['linkUsers', 'linkBCubes', 'linkSwarms', 'linkVersions', 'linkUnderlings'])
})

it('[PERM-072] a method comes from a recipe, a global recipe or a protocol', () => {
  expect(Object.keys(resourceKinds)).toEqual(['RECIPE', 'GLOBAL_RECIPE', 'PROTOCOL'])
})
