import type * as v from 'valibot'
import type { operatorCalls } from '../domain/calls/operator.ts'
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
}

/** Return the body of the operator's call for the provider's company with one SuperAdmin. */
export function describeFirstCompany({ uuid, company, region, ...user }: FirstCompany): NewCompany {
  const swarm = `${uuid.slice(0, -12)}000000000001`
  return {
    company: {
      uuid,
      name: company,
      address: '',
      city: '',
      region: '',
      country: '',
      zip_code: '',
      phone: '',
      vat: '',
      domain: '',
      support_contact: user.email,
      data_region: region,
      isProvider: 'Y',
      isPartner: 'Y',
      certificates_enabled: 'Y',
      developer: 'Y',
      cfx96_enabled: 'Y',
      four_eyes: 'N',
    },
    swarms: [{ uuid: swarm, name: 'Support' }],
    users: [
      {
        ...user,
        // Of the company's uuid, so that a run that goes on makes nobody twice.
        uuid: `${uuid.slice(0, -12)}000000000002`,
        profile: 'SuperAdmin',
        swarms: [swarm],
        phone: '',
        reviewer: 'N',
        active: 'Y',
        default_language: 'en',
        date_format: 'dd/MM/yyyy',
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ],
  }
}
