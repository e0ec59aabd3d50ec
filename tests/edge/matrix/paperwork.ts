import type { Making } from '../method-bodies.ts'
import type { certificateCalls } from '../../../domain/calls/certificates.ts'
import { emailCalls } from '../../../domain/calls/emails.ts'
import { type developerCalls, notificationCalls } from '../../../domain/calls/notifications.ts'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import type { reportCalls } from '../../../domain/calls/reports.ts'
import type { resultCalls, sampleCalls } from '../../../domain/calls/results.ts'
import { sessionCalls } from '../../../domain/calls/session.ts'
import type { trashCalls } from '../../../domain/calls/trash.ts'
import type { Report } from '../../../domain/entities/report.ts'
import { must, password } from '../lab.ts'
import { makeCertificate, makeCompleted, makeValidated, signing } from '../made-analyses.ts'
import type { Examples, World } from './example.ts'

const because = { reason: 'an example' }

async function certificate({ call, home, word }: World) {
  const { uuid } = await makeCertificate(call, home.swarm, { name: word() })
  return { params: { id: uuid } }
}

export const certificateExamples: Examples<typeof certificateCalls> = {
  search: async (world) => {
    await certificate(world)
    return { body: { filters: { status: ['Pending'] } } }
  },
  reviewerSearch: certificate,
  createForm: () => ({}),
  create: async ({ call, home, word }) => {
    const { uuid } = await makeValidated(call, home.swarm, { name: word() })
    return { body: { analysis_uuid: uuid, note: word() } }
  },
  editForm: certificate,
  edit: async (world) => ({ ...(await certificate(world)), body: { note: world.word() } }),
  requestForm: certificate,
  request: async (world) => ({ ...(await certificate(world)), body: { note: world.word() } }),
  delete: async (world) => ({ ...(await certificate(world)), body: because }),
  counts: () => ({}),
  status: certificate,
  csvForm: certificate,
  csv: certificate,
  download: certificate,
  print: certificate,
  report: certificate,
}

async function ownId({ call }: World): Promise<string> {
  return (await must(call(sessionCalls.me))).data.uuid
}

async function words(world: World) {
  const { word } = world
  const recipients = { profiles: [], companies: [], users: [await ownId(world)] }
  const translations = [{ language: 'de' as const, title: word(), subtitle: '', message: word() }]
  return {
    title: word(),
    short_message: word(),
    message: word(),
    language: 'en' as const,
    translations,
    recipients,
  }
}

async function made(world: World, row: Making, body: object) {
  const { uuid } = (await must(world.call(row, { body }))).data
  return { params: { id: uuid } }
}

const notification = async (world: World) =>
  made(world, notificationCalls.create, await words(world))

export const notificationExamples: Examples<typeof notificationCalls> = {
  search: async (world) => {
    await notification(world)
    return { body: { filters: { status: 'Waiting' } } }
  },
  get: async (world) => ({ ...(await notification(world)), query: { extended: '1' } }),
  create: async (world) => ({ body: await words(world) }),
  edit: async (world) => ({ ...(await notification(world)), body: { title: world.word() } }),
  delete: notification,
  duplicate: notification,
  recipientsPreview: notification,
  test: async (world) => ({ ...(await notification(world)), body: { language: 'de' } }),
  receipts: async (world) => {
    const sent = await notification(world)
    await must(world.call(notificationCalls.send, sent))
    return sent
  },
  send: notification,
  plan: async (world) => ({
    ...(await notification(world)),
    body: { at: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  withdraw: async (world) => {
    const planned = await notification(world)
    const body = { at: new Date(Date.now() + 3_600_000).toISOString() }
    await must(world.call(notificationCalls.plan, { ...planned, body }))
    return { ...planned, body: {} }
  },
  remind: async (world) => {
    const sent = await notification(world)
    await must(world.call(notificationCalls.send, sent))
    return sent
  },
  sign: async (world) => {
    const body = { ...(await words(world)), must_sign: true }
    const sent = await made(world, notificationCalls.create, body)
    await must(world.call(notificationCalls.send, sent))
    const { data } = await must(world.call(notificationCalls.mine))
    const one = data.to_sign?.at(-1)
    const record_hash = one?.sign?.record_hash ?? ''
    return {
      params: { id: one?.uuid ?? '' },
      body: { password, meaning: 'read', comment: '', record_hash },
    }
  },
  mine: async (world) => {
    await must(world.call(notificationCalls.send, await notification(world)))
    return { query: { limit: '5' } }
  },
  read: async (world) => {
    await must(world.call(notificationCalls.send, await notification(world)))
    const { data } = await must(world.call(notificationCalls.mine))
    return { params: { id: data.data[0]?.uuid ?? '' } }
  },
}

export const developerExamples: Examples<typeof developerCalls> = { outbox: () => ({}) }

async function email(world: World) {
  const { word } = world
  const recipients = { profiles: [], companies: [], users: [await ownId(world)] }
  return made(world, emailCalls.create, { subject: word(), message: word(), recipients })
}

export const emailExamples: Examples<typeof emailCalls> = {
  search: async (world) => {
    await email(world)
    return { body: { filters: { status: 'Waiting' } } }
  },
  create: ({ word }) => ({ body: { subject: word(), message: word() } }),
  edit: async (world) => ({ ...(await email(world)), body: { subject: world.word() } }),
  editRecipients: async (world) => ({
    ...(await email(world)),
    body: { recipients: { profiles: [], companies: [world.home.company], users: [] } },
  }),
  recipients: email,
  test: email,
  send: email,
  deliveries: async (world) => {
    const sent = await email(world)
    await must(world.call(emailCalls.send, sent))
    return { ...sent, query: { limit: '5' } }
  },
  retry: async (world) => {
    const sent = await email(world)
    await must(world.call(emailCalls.send, sent))
    return sent
  },
  delete: email,
}

async function completed({ call, home, word }: World) {
  return makeCompleted(call, home.swarm, { name: word() })
}

async function report(world: World): Promise<Report> {
  const parts = { params: { id: (await completed(world)).uuid }, body: {} }
  return (await must(world.call(analysisCalls.report, parts))).data
}
const ofReport = async (world: World) => ({ params: { id: (await report(world)).uuid } })

export const reportExamples: Examples<typeof reportCalls> = {
  templates: () => ({ query: { type: 'analysis' } }),
  templateTypes: () => ({}),
  createAnalysis: async (world) => ({
    params: { id: (await completed(world)).uuid },
    query: { template_name: 'analysis_summary', format: 'xlsx' },
    body: { filters: { calls: ['detected'] } },
  }),
  createSample: async (world) => ({
    params: { id: (await completed(world)).samples[0]?.uuid ?? '' },
    query: { template_name: 'sample_results' },
    body: {},
  }),
  create: async (world) => {
    const [one, other] = [await completed(world), await completed(world)]
    return { query: { format: 'csv', resources: `${one.uuid},${other.uuid}` } }
  },
  search: async (world) => ({
    body: { filters: { analysis_uuid: (await report(world)).analysis_uuid } },
  }),
  get: ofReport,
  download: ofReport,
  approve: async (world) => {
    const record = await report(world)
    return { params: { id: record.uuid }, body: signing(record) }
  },
}

export const resultExamples: Examples<typeof resultCalls> = {
  search: async (world) => {
    const { uuid } = await completed(world)
    return { query: { limit: '20' }, body: { filters: { analysis_uuid: [uuid] } } }
  },
}

export const sampleExamples: Examples<typeof sampleCalls> = {
  search: async (world) => {
    const { uuid } = await completed(world)
    return {
      query: { limit: '20', extended: '1' },
      body: { filters: { analysis_uuid: [uuid] } },
    }
  },
  aggregate: async (world) => {
    await completed(world)
    const body = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', by: 'month' }
    return { body }
  },
}

export const trashExamples: Examples<typeof trashCalls> = {
  search: async (world) => {
    const { uuid } = await completed(world)
    await must(world.call(analysisCalls.delete, { params: { id: uuid }, body: because }))
    return { body: { resource: 'analyses', since: '2026-01-01T00:00:00Z' } }
  },
}
