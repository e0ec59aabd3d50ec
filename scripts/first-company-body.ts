import type * as v from 'valibot'
import type { operatorCalls } from '../domain/calls/operator.ts'
import { blankCompany } from '../domain/entities/company.ts'
import type { Region } from '../domain/regions.ts'

export type NewCompany = v.InferInput<typeof operatorCalls.createCompany.body>

export interface FirstCompany {
  uuid: string
  company: string
  name: string
  email: string
  username: string
  password: string
  region: Region
  /** The second SuperAdmin, who chooses their own password. */
  second?: { name: string; email: string } | undefined
}

/**
 * Return the body of the operator's call for the provider's company with one SuperAdmin, or two: every account is confirmed by another
 * confirmed person than the one who has made it, so with one alone nobody is ever confirmed (docs/identity.md).
 */
export function describeFirstCompany(given: FirstCompany): NewCompany {
  const { uuid, company, region, second, ...first } = given
  const swarm = `${uuid.slice(0, -12)}000000000001`
  const people = [first, ...(second ? [{ ...second, username: second.email }] : [])]
  return {
    company: {
      uuid,
      name: company,
      ...blankCompany,
      support_contact: first.email,
      data_region: region,
      isProvider: 'Y',
      isPartner: 'Y',
      certificates_enabled: 'Y',
      developer: 'Y',
      cfx96_enabled: 'Y',
      four_eyes: 'N',
    },
    swarms: [{ uuid: swarm, name: 'Support' }],
    users: people.map((person, at) => ({
      ...person,
      // Derive the uuid from the company's, so that a run that goes on makes nobody twice.
      uuid: `${uuid.slice(0, -12)}00000000000${2 + at}`,
      profile: 'SuperAdmin' as const,
      swarms: [swarm],
      phone: '',
      reviewer: 'N' as const,
      active: 'Y' as const,
      default_language: 'en' as const,
      date_format: 'dd/MM/yyyy' as const,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })),
  }
}
