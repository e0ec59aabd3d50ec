import * as v from 'valibot'
import { studyActions } from '../actions/study.ts'
import { get, post } from '../call.ts'
import {
  Study,
  StudyRun,
  study,
  studyFields,
  studyFormats,
  studyStatuses,
} from '../entities/study.ts'
import { Uuid } from '../fields.ts'
import { createRow, editRow, getRow, searchRow } from './record-rows.ts'
import { printChoice } from './report-body.ts'
import { byId } from './shapes.ts'
import { Signing } from './signing.ts'

/** Runs as a person names them: the service writes their names and the version of their results. */
const runs = v.pipe(
  v.array(v.pick(StudyRun, ['analysis_uuid'])),
  v.minLength(1, 'required'),
  v.maxLength(50),
  v.check((list) => new Set(list.map((run) => run.analysis_uuid)).size === list.length, 'repeated'),
)

const { name, ...settings } = { ...studyFields, runs }

export const studyCalls = {
  search: searchRow(study),
  get: getRow(study),
  /** Everything but name, swarm and runs may be chosen later. */
  create: createRow(study, 'analysis.create', {
    name,
    swarm_uuid: Uuid,
    runs,
    note: v.optional(settings.note),
    samples: v.optional(settings.samples),
    targets: v.optional(settings.targets),
    calibrator: v.optional(settings.calibrator),
    inter_run: v.optional(settings.inter_run),
    method: v.optional(settings.method),
    efficiency: v.optional(settings.efficiency),
    confidence: v.optional(settings.confidence),
  }),
  edit: editRow(study, studyActions.edit.needs, {
    name,
    ...settings,
    /** Given alone, so that the audit trail says what was done. */
    status: v.picklist(studyStatuses),
  }),
  /** An electronic signature under the runs with the hashes of their results, and the settings. */
  sign: post('/studies/sign/:id', {
    needs: studyActions.sign.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: Signing,
    data: Study,
  }),
  /** The figures are calculated again from the signed runs, by the service. */
  export: get('/studies/export/:id', {
    needs: studyActions.export.needs,
    params: byId,
    query: v.strictObject({ format: v.picklist(studyFormats), ...printChoice }),
    reply: 'blob',
    timeout: 120_000,
  }),
}
