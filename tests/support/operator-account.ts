import type { Account } from '../../domain/calls/session.ts'

/** An operator as the service describes one that has signed in. */
export const operatorAccount: Account = {
  uuid: '00000000-0000-4000-8000-00000000000a',
  username: 'olga',
  name: 'Olga',
  email: 'olga@lab.example',
  profile: 'Operator',
  permissions: ['analysis.search'],
  swarms: [],
  reviewer: 'N',
  partner: 'N',
  default_language: 'en',
  preferences: { timezone: 'Europe/Rome', date_format: 'dd/MM/yyyy' },
  company_uuid: '00000000-0000-4000-8000-00000000000b',
  company_details: {
    name: 'Lab',
    data_region: 'eu',
    devices: [],
    isPartner: 'N',
    certificates_enabled: 'N',
    developer: 'N',
    four_eyes: 'N',
  },
  session: { idle_until: '2100-01-01T00:00:00.000Z', ends_at: '2100-01-01T00:00:00.000Z' },
  scope: 'scope',
}
