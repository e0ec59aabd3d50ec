import { describe, expect, it } from 'vitest'
import type { ContextAttribute } from '../../domain/entities/context-attribute.ts'
import { valueFor } from '../../domain/entities/context-attribute.ts'
import { permissions } from '../../domain/permissions.ts'
import { companyStates, stateOfCompany } from '../../domain/actions/company.ts'
import { type Standing, standingOf } from '../../domain/actions/person.ts'
import { refuse, type Situation } from '../../domain/actions/refuse.ts'
import { type ActionName, actions, type StateOf } from '../../domain/actions/table.ts'

/** List the states from which an action is possible for a person with every permission. */
function possible<Kind extends 'company' | 'person' | 'reviewer'>(
  kind: Kind,
  states: readonly StateOf<Kind>[],
): Record<string, string[]> {
  return Object.fromEntries(
    Object.keys(actions[kind]).map((action) => [
      action,
      states.filter(
        (state) =>
          refuse(
            kind,
            action as ActionName<Kind>,
            { state, permissions } as unknown as Situation<Kind>,
          ) === null,
      ),
    ]),
  )
}

describe('states of companies', () => {
  it('[STATE-061] [STATE-062] every pair of state and action is decided', () => {
    expect(possible('company', companyStates)).toEqual({
      promote: ['plain'],
      declass: ['partner'],
      set_underlings: ['partner'],
      link: ['plain'],
      unlink: ['underling'],
      delete: ['plain', 'partner', 'underling'],
    })
  })

  it('is read from what the directory knows', () => {
    const known = { provider: 0, partner: 0, partner_uuid: null }
    expect(stateOfCompany(known)).toBe('plain')
    expect(stateOfCompany({ ...known, partner_uuid: 'p' })).toBe('underling')
    expect(stateOfCompany({ ...known, partner: 1 })).toBe('partner')
    expect(stateOfCompany({ ...known, provider: 1, partner: 1 })).toBe('provider')
  })

  it('names the missing permission before the state', () => {
    expect(refuse('company', 'promote', { state: 'provider', permissions: [] })).toEqual({
      reason: 'permission_missing',
      permission: 'partners.promote',
    })
  })
})

describe('flags of people', () => {
  const states: readonly Standing[] = ['member', 'reviewer', 'partner']

  it('[STATE-063] [STATE-064] are set where they are not, and unset where they are', () => {
    expect(possible('reviewer', states)).toEqual({
      set_reviewer: ['member'],
      unset_reviewer: ['reviewer'],
    })
    expect(possible('person', states)).toEqual({
      promote_to_partner: ['member'],
      declass_from_partner: ['partner'],
    })
  })

  it('are looked at one by one', () => {
    const both = { reviewer: 'Y', partner: 'Y' } as const
    expect(standingOf(both, 'set_reviewer')).toBe('reviewer')
    expect(standingOf(both, 'promote_to_partner')).toBe('partner')
    expect(standingOf({ reviewer: 'Y' }, 'promote_to_partner')).toBe('member')
  })
})

describe('the value of a context attribute', () => {
  const attribute = {
    default: 'off',
    profiles: [
      { profile: 'Manager', value: 'some' },
      { profile: 'p1', value: 'mine' },
    ],
    companies: [{ company_uuid: 'c1', value: null }],
  } as unknown as ContextAttribute
  const account = { company_uuid: 'c2', profile_uuid: 'p2', base: 'Operator' }

  it.each([
    [{}, null],
    [{ company_uuid: 'c1' }, 'off'],
    [{ base: 'Manager' }, 'some'],
    [{ base: 'Manager', company_uuid: 'c1' }, 'some'],
    [{ base: 'Manager', profile_uuid: 'p1' }, 'mine'],
  ])('[ENT-052] of %j is %s', (change, value) => {
    expect(valueFor(attribute, { ...account, ...change })).toBe(value)
  })
})
