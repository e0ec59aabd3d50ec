import type { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Handlers } from '../mount.ts'
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
  migrate: async ({ params, body }, context) =>
    changeAnalysis(context, {
      type: 'analysis.migrate',
      uuid: params.id,
      swarm_uuid: body.swarm_uuid,
      reason: body.reason ?? '',
    }),
  correct: async ({ params, body }, context) =>
    changeAnalysis(context, {
      type: 'analysis.correct',
      uuid: newUuid(context),
      corrects: params.id,
      reason: body.reason,
    }),
}

function noteOf({ notebook, updated_at }: Analysis) {
  return { notebook, base: notebookBase(notebook), updated_at }
}
