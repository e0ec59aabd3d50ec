import type { Actions } from './action.ts'

/** Roles of a company among others (spec §4 "Partners"): none, a partner, under a partner, or the provider of the service. */
export const companyStates = ['plain', 'partner', 'underling', 'provider'] as const
export type CompanyState = (typeof companyStates)[number]

/** STATE-061, STATE-062. A partner is nobody's underling, so that reach never goes over two steps. */
export const companyActions = {
  promote: { from: ['plain'], to: 'partner', needs: 'partners.promote' },
  declass: { from: ['partner'], to: 'plain', needs: 'partners.demote' },
  set_underlings: { from: ['partner'], needs: 'partners.linkUnderlings' },
  link: { from: ['plain'], to: 'underling', needs: 'partners.linkUnderlings' },
  unlink: { from: ['underling'], to: 'plain', needs: 'partners.linkUnderlings' },
  delete: { from: ['plain', 'underling', 'partner'], needs: 'companies.delete' },
} as const satisfies Actions<CompanyState>

export type PartnerAction = keyof typeof companyActions

/** Return the state of a company as the directory knows it. */
export function stateOfCompany(known: {
  provider: number
  partner: number
  partner_uuid: string | null
}): CompanyState {
  if (known.provider === 1) return 'provider'
  if (known.partner === 1) return 'partner'
  return known.partner_uuid === null ? 'plain' : 'underling'
}
