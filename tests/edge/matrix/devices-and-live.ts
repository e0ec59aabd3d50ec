import { env } from 'cloudflare:test'
import { nkeys } from 'nats.ws'
import type { aboutCalls } from '../../../domain/calls/about.ts'
import { deviceLinkCalls } from '../../../domain/calls/device-link.ts'
import type { liveCalls } from '../../../domain/calls/live.ts'
import type { operatorCalls } from '../../../domain/calls/operator.ts'
import type { syncCalls } from '../../../domain/calls/sync.ts'
import { companies } from '../../../scripts/demo/companies.ts'
import { methods } from '../../../scripts/demo/methods.ts'
import { boxDevice } from '../boxed-device.ts'
import { must, operatorHeaders, password, send } from '../lab.ts'
import {
  deviceBody,
  endBody,
  makeDevice,
  makeLaunched,
  makeRunning,
  readingsBody,
} from './devices-at-work.ts'
import { makeImaged } from '../material-bodies.ts'
import type { Examples, Sent, World } from './example.ts'

export const aboutExamples: Examples<typeof aboutCalls> = {
  health: () => ({ sender: send }),
  ready: () => ({ sender: send }),
  locales: () => ({ sender: send }),
  regions: () => ({ sender: send }),
}

const key = () => ({ public_key: nkeys.createUser().getPublicKey() })

export const liveExamples: Examples<typeof liveCalls> = {
  accountToken: () => ({ body: key() }),
  deviceToken: async (world) => ({ sender: (await makeDevice(world)).sender, body: key() }),
}

export const syncExamples: Examples<typeof syncCalls> = {
  pull: () => ({ query: { kinds: 'analysis,user,recipe', after: '0', limit: '50' } }),
  pulls: () => ({ query: { asks: 'analysis:0;user,recipe:0;bkit@provider:0', limit: '50' } }),
}

/** A device that is offered a version of its own with an image. */
const versioned =
  (parts: Pick<Sent, 'query'> = {}) =>
  async (world: World): Promise<Sent> => {
    const { version } = await makeImaged(world.call, world.word())
    return { sender: (await makeDevice(world)).sender, params: { version }, ...parts }
  }

export const deviceLinkExamples: Examples<typeof deviceLinkCalls> = {
  hello: async (world) => ({
    sender: (await makeDevice(world)).sender,
    body: { bkernel_version: '2.9.5', busy: 'N', status: '{"serial":"x","srv_status":0}' },
  }),
  claimAnswer: async (world) => {
    const { sender, hello } = await boxDevice(world.home.company)
    return { sender, body: { challenge: (await hello()) ?? '', signature: 'A'.repeat(86) } }
  },
  commands: async (world) => ({ sender: (await makeLaunched(world)).sender }),
  dueUpdate: async (world) => ({ sender: (await makeDevice(world)).sender }),
  release: versioned(),
  metadata: async (world) => {
    await env.BLOBS.put('releases/1.root.json', '{}')
    return { sender: (await makeDevice(world)).sender, params: { name: '1.root.json' } }
  },
  image: versioned({ query: { from: '0' } }),
  answer: async (world) => {
    const { sender, command } = await makeLaunched(world)
    return { sender, body: { command_uuid: command, state: 'accepted' } }
  },
  started: async (world) => {
    const { sender, analysis } = await makeLaunched(world)
    return { sender, params: { id: analysis }, body: { at: new Date().toISOString() } }
  },
  readings: async (world) => {
    const { sender, analysis } = await makeRunning(world)
    return { sender, params: { id: analysis }, body: readingsBody(analysis, 2) }
  },
  finished: async (world) => {
    const { sender, analysis } = await makeRunning(world)
    const params = { id: analysis }
    await must(sender(deviceLinkCalls.readings, { params, body: readingsBody(analysis, 2) }))
    return { sender, params, body: endBody('completed', 2) }
  },
}

export const operatorExamples: Examples<typeof operatorCalls> = {
  createCompany: ({ word, plainWord }) => {
    const template = companies[0]
    const plain = plainWord()
    return {
      sender: send,
      headers: operatorHeaders,
      body: {
        company: { ...template?.company, uuid: crypto.randomUUID(), name: word() },
        swarms: [{ uuid: crypto.randomUUID(), name: word() }],
        users: [
          {
            ...template?.users[0],
            uuid: crypto.randomUUID(),
            username: plain,
            email: `${plain}@lab.example`,
            swarms: [],
            password,
          },
        ],
      },
    }
  },
  proveDomain: {
    answers: { status: 409, reason: 'domain_taken', why: 'the company has chosen no such domain' },
    prepare: ({ home }) => ({
      sender: send,
      headers: operatorHeaders,
      body: { company_uuid: home.company, domain: 'nowhere.example' },
    }),
  },
  createDevice: (world) => ({ sender: send, headers: operatorHeaders, body: deviceBody(world) }),
  putRecords: ({ home, word }) => ({
    sender: send,
    headers: operatorHeaders,
    body: {
      company_uuid: home.company,
      records: [
        {
          kind: 'recipe',
          uuid: crypto.randomUUID(),
          body: { ...methods[0]?.recipe, name: word() },
        },
      ],
    },
  }),
}
