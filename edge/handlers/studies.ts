import type { studyCalls } from '../../domain/calls/studies.ts'
import { study } from '../../domain/entities/study.ts'
import { keepHandout } from '../reports/keep-handout.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { exportStudy } from '../reports/export-study.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { readBeforeSigning } from '../files/signed-files.ts'
import { studyFiles } from '../store/study-changes.ts'
import { readHandlers } from './reads.ts'
import { createHandler } from './writes.ts'

/** A study without settings compares nothing yet: every sample counts, every target doubles. */
const plain = {
  note: '',
  samples: [],
  targets: [],
  calibrator: '',
  inter_run: [],
  method: 'ddcq',
  efficiency: 'standards',
  confidence: 0.95,
  status: 'active',
}

export const studies: Handlers<typeof studyCalls> = {
  ...readHandlers(study),
  create: createHandler(study, () => plain),
  edit: async ({ params, body }, { own, opId, by }) => {
    const { base, reason, ...patch } = body
    const { status } = patch
    const action = status && (status === 'archived' ? 'study.archive' : 'study.unarchive')
    const kind = 'study' as const
    const change = {
      type: 'record.edit',
      kind,
      uuid: params.id,
      patch,
      base,
      reason,
      action,
    } as const
    return await unwrap(own.change(change, opId, by))
  },
  sign: async ({ params, body }, context) => {
    const { own, opId, by, env, company } = context
    const order = await reauthenticate(context, body)
    const record = await unwrap(own.get('study', params.id, by.sight))
    const read = await readBeforeSigning(env, company, studyFiles(record))
    const change = { type: 'study.sign', uuid: params.id, order, read } as const
    return await unwrap(own.change(change, opId, by))
  },
  export: async ({ params, query }, context) => {
    const record = await unwrap(context.own.get('study', params.id, context.by.sight))
    const { format } = query
    const runs = record.runs.map((run) => run.analysis_uuid)
    const of = { format, study_uuid: record.uuid, runs }
    return keepHandout(context, await exportStudy(context, record, query), of, 'refused')
  },
}
