import type { operatorCalls } from '../../domain/calls/operator.ts'
import type * as v from 'valibot'

type CreateCompany = v.InferOutput<typeof operatorCalls.createCompany.body>

export const lab = '0d1f6a34-6b1e-4c58-9a53-5a6f0b3c1e01'
export const provider = '0d1f6a34-6b1e-4c58-9a53-5a6f0b3c1e02'
export const labSwarm = '4b6a0c7e-93d2-4f0e-8a41-1f0c5d2e7a01'
export const foodSwarm = '4b6a0c7e-93d2-4f0e-8a41-1f0c5d2e7a02'
const providerSwarm = '4b6a0c7e-93d2-4f0e-8a41-1f0c5d2e7a03'

/** One password for all: these accounts live on the machine that was just set up, and nowhere else. */
export const demoPassword = 'Demo-2026!'

const settings = {
  phone: '',
  reviewer: 'N',
  active: 'Y',
  default_language: 'en',
  timezone: 'Europe/Rome',
  date_format: 'dd/MM/yyyy',
} as const

const place = { region: '', phone: '', vat: '', domain: '', data_region: 'eu' } as const

/** The two companies of the demonstration: a laboratory, and the provider of the service. */
export const companies: readonly CreateCompany[] = [
  {
    company: {
      ...place,
      uuid: lab,
      name: 'Aurora Diagnostics',
      address: 'Via dei Licheni 4',
      city: 'Udine',
      country: 'IT',
      zip_code: '33100',
      geolocation: { latitude: 46.0637, longitude: 13.2446 },
      support_contact: 'support@helix.example',
      isPartner: 'N',
      certificates_enabled: 'Y',
      // Let its administrator read the outbox, since mail goes nowhere from this machine.
      developer: 'Y',
      cfx96_enabled: 'Y',
      four_eyes: 'N',
    },
    swarms: [
      { uuid: labSwarm, name: 'Molecular biology' },
      { uuid: foodSwarm, name: 'Food safety' },
    ],
    users: [
      {
        ...settings,
        uuid: '7c2e91d0-5f8a-4d37-b7c4-20a9e6f10001',
        username: 'operator',
        name: 'Olga Marin',
        email: 'operator@aurora.example',
        profile: 'Operator',
        swarms: [labSwarm, foodSwarm],
        password: demoPassword,
      },
      {
        ...settings,
        uuid: '7c2e91d0-5f8a-4d37-b7c4-20a9e6f10002',
        username: 'manager',
        name: 'Marco Bellini',
        email: 'manager@aurora.example',
        profile: 'Manager',
        reviewer: 'Y',
        swarms: [labSwarm, foodSwarm],
        password: demoPassword,
      },
      {
        ...settings,
        uuid: '7c2e91d0-5f8a-4d37-b7c4-20a9e6f10003',
        username: 'admin',
        name: 'Amina Haddad',
        email: 'admin@aurora.example',
        profile: 'Administrator',
        swarms: [labSwarm, foodSwarm],
        password: demoPassword,
      },
    ],
  },
  {
    company: {
      ...place,
      uuid: provider,
      name: 'Helix Services',
      address: 'Kanalstraße 11',
      city: 'Graz',
      country: 'AT',
      zip_code: '8010',
      geolocation: { latitude: 47.0707, longitude: 15.4395 },
      support_contact: 'support@helix.example',
      isProvider: 'Y',
      isPartner: 'Y',
      certificates_enabled: 'Y',
      developer: 'Y',
      cfx96_enabled: 'Y',
      four_eyes: 'Y',
    },
    swarms: [{ uuid: providerSwarm, name: 'Support' }],
    users: [
      {
        ...settings,
        uuid: '7c2e91d0-5f8a-4d37-b7c4-20a9e6f10004',
        username: 'superadmin',
        name: 'Sam Keller',
        email: 'superadmin@helix.example',
        profile: 'SuperAdmin',
        swarms: [providerSwarm],
        password: demoPassword,
      },
      {
        ...settings,
        uuid: '7c2e91d0-5f8a-4d37-b7c4-20a9e6f10005',
        username: 'production',
        name: 'Nora Brandt',
        email: 'production@helix.example',
        profile: 'SuperAdmin',
        swarms: [providerSwarm],
        password: demoPassword,
      },
    ],
  },
]
