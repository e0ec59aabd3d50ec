import { waitUntil } from 'cloudflare:workers'
import type { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { AccountContext } from '../context.ts'
import { logFailure } from '../log.ts'
import { withdrawOfRun } from '../mail/send.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { notebookBase } from '../store/version-changes.ts'
import { changeAnalysis, findAnalysis } from './analysis-record.ts'
import { choicesOf } from './reads.ts'
import { newUuid } from './writes.ts'

type Rows =
  | 'getNotebook'
  | 'setNotebook'
  | 'duplicateForm'
  | 'duplicate'
  | 'migrateForm'
  | 'migrate'
  | 'correct'

/** Notes on an analysis, and other analyses made of it. */
export const analysisVersions: Pick<Handlers<typeof analysisCalls>, Rows> = {
  getNotebook: async ({ params }, context) => noteOf(await findAnalysis(context, params.id)),
  setNotebook: async ({ params, body }, context) =>
    noteOf(await changeAnalysis(context, { type: 'analysis.note', uuid: params.id, ...body })),
  duplicateForm: async ({ params }, context) => ({
    record: await findAnalysis(context, params.id),
    options: {},
  }),
  duplicate: async ({ params, body }, context) =>
    changeAnalysis(context, {
      type: 'analysis.duplicate',
      uuid: newUuid(context),
      from: params.id,
      name: body?.name,
    }),
  migrateForm: async ({ params }, context) => {
    const record = await findAnalysis(context, params.id)
    const swarms = await choicesOf('swarm', context)
    const { swarms: own } = context.by.sight
    const others = swarms.filter(({ value }) => own.includes(value) && value !== record.swarm_uuid)
    return { record, options: { swarm_uuid: others } }
  },
  migrate: async ({ params, body }, context) => {
    const record = await changeAnalysis(context, {
      type: 'analysis.migrate',
      uuid: params.id,
      swarm_uuid: body.swarm_uuid,
      reason: body.reason ?? '',
    })
    waitUntil(withdrawMails(context, params.id))
    return record
  },
  correct: async ({ params, body }, context) =>
    changeAnalysis(context, {
      type: 'analysis.correct',
      uuid: newUuid(context),
      corrects: params.id,
      reason: body.reason,
    }),
}

/** Take back waiting mails about a run that has left the swarm of their readers. Never throws: it has moved. */
async function withdrawMails({ env, own, by, company }: AccountContext, uuid: string) {
  try {
    const readers = await unwrap(own.ask({ name: 'readersOfRun', uuid }, by.sight))
    await withdrawOfRun(env, company, { uuid, readers })
  } catch (error) {
    logFailure('waiting mails not taken back', error)
  }
}

function noteOf({ notebook, updated_at }: Analysis) {
  return { notebook, base: notebookBase(notebook), updated_at }
}
