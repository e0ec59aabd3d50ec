import * as v from 'valibot'
import { recallActions, recallNoticeActions } from '../actions/recall.ts'
import { get, post, search } from '../call.ts'
import { AnalysisStatus } from '../entities/analysis.ts'
import { CertificateStatus } from '../entities/certificate.ts'
import { Handout } from '../entities/handout.ts'
import {
  holdStatuses,
  mostToldAtOnce,
  FileCounts,
  Recall,
  recall,
  recallAnswerKinds,
  RecallHold,
  RecallNotice,
  recallNotice,
  RecallProof,
  RecallSubject,
  StateCounts,
  StudyCounts,
  SubjectKind,
  TouchedState,
} from '../entities/recall.ts'
import { Report, ReportFilters, ReportFormat } from '../entities/report.ts'
import { fileTodos, studyTodos } from '../rules/recall.ts'
import { ContentHash, Timestamp, Uuid } from '../fields.ts'
import { getRow, searchRow } from './record-rows.ts'
import { byId, PageQuery, Reason } from './shapes.ts'

/** A thing that runs of the company name, with the number of analyses. */
export const FoundSubject = v.strictObject({
  subject: RecallSubject,
  name: v.string(),
  analyses: v.number(),
  last_at: Timestamp,
})
export type FoundSubject = v.InferOutput<typeof FoundSubject>

/** A study that names touched analyses, as the people of its swarm may see it. */
export const TouchedStudy = v.strictObject({
  study_uuid: Uuid,
  name: v.string(),
  swarm_uuid: Uuid,
  version: v.number(),
  user_name: v.string(),
  /** Empty while it is not signed. */
  signed_by: v.string(),
  signed_at: v.nullable(Timestamp),
  /** Its runs that are touched, and the number of all its runs. */
  touched: v.array(v.strictObject({ analysis_uuid: Uuid, name: v.string() })),
  runs: v.number(),
  todo: v.picklist(studyTodos),
})
export type TouchedStudy = v.InferOutput<typeof TouchedStudy>

/** A file of results or curves of touched analyses that somebody took out of the app. */
export const TouchedFile = v.strictObject({
  handout_uuid: Uuid,
  name: v.string(),
  format: Handout.entries.format,
  content_hash: ContentHash,
  user_name: v.string(),
  at: Timestamp,
  study_uuid: v.nullable(Uuid),
  analyses: v.array(v.strictObject({ analysis_uuid: Uuid, name: v.string() })),
  todo: v.picklist(fileTodos),
})
export type TouchedFile = v.InferOutput<typeof TouchedFile>

/** A touched analysis, as the people of its swarm may see it. */
export const TouchedRow = v.strictObject({
  analysis_uuid: Uuid,
  name: v.string(),
  swarm_uuid: Uuid,
  swarm_name: v.string(),
  status: AnalysisStatus,
  state: TouchedState,
  user_name: v.string(),
  created_at: Timestamp,
  started_at: v.nullable(Timestamp),
  ended_at: v.nullable(Timestamp),
  samples: v.number(),
  version: v.number(),
  superseded: v.boolean(),
  signed_by: v.string(),
  signed_at: v.nullable(Timestamp),
  reports: v.number(),
  certificate: v.nullable(CertificateStatus),
  /** By the recall that is asked about; null where it holds nothing or none is named. */
  hold: v.nullable(v.picklist(holdStatuses)),
})
export type TouchedRow = v.InferOutput<typeof TouchedRow>

/** Count of one laboratory: a swarm of the company. */
const LaboratoryCounts = v.strictObject({
  swarm_uuid: Uuid,
  swarm_name: v.string(),
  counts: StateCounts,
  /** False for a swarm that the account is not in: its analyses are counted and not named. */
  seen: v.boolean(),
})

/** Everything that a thing touched: counts of the whole company, rows of the account's swarms. */
export const Touched = v.strictObject({
  data: v.array(TouchedRow),
  pages: v.number(),
  /** Rows that fit the filter. */
  total: v.number(),
  name: v.string(),
  counts: StateCounts,
  laboratories: v.array(LaboratoryCounts),
  /** Files that were handed out of analyses in the account's swarms, and counts of those of the whole company. */
  files: v.array(TouchedFile),
  file_counts: FileCounts,
  /** Studies in the account's swarms, and counts of those of the whole company. */
  studies: v.array(TouchedStudy),
  study_counts: StudyCounts,
  samples: v.number(),
  reports: v.number(),
  certificates: v.number(),
  /** Analyses that this recall holds, and those that a hold would add. */
  held: v.number(),
  fresh: v.number(),
  proof: RecallProof,
  list_hash: ContentHash,
})
export type Touched = v.InferOutput<typeof Touched>

/** An open recall with everything that a plan with it is warned of: the recalled thing, and what was made or measured by it. */
export const RecallReach = v.strictObject({
  ...v.pick(Recall, ['uuid', 'number', 'name', 'reason', 'subject']).entries,
  /** Name of the provider that announced it; null for a recall of the company's own. */
  sender: v.nullable(v.string()),
  things: v.array(RecallSubject),
})
export type RecallReach = v.InferOutput<typeof RecallReach>

const Question = v.strictObject({
  subject: RecallSubject,
  /** The recall whose holds are shown. */
  recall_uuid: v.optional(Uuid),
  states: v.optional(v.pipe(v.array(TouchedState), v.maxLength(8))),
  swarm_uuid: v.optional(v.pipe(v.array(Uuid), v.maxLength(200))),
})

/** A person whom a recall concerns, and why. */
export const RecallPerson = v.strictObject({
  uuid: Uuid,
  name: v.string(),
  language: v.string(),
  roles: v.array(
    v.picklist(['planned', 'signed', 'reported', 'certified', 'compared', 'exported']),
  ),
  /** Touched analyses that they had to do with. */
  analyses: v.number(),
  notified: v.boolean(),
})
export type RecallPerson = v.InferOutput<typeof RecallPerson>

/** A report of a touched and signed analysis, and the draft that amends it. */
const AmendableReport = v.strictObject({
  report_uuid: Uuid,
  number: v.number(),
  /** Id of the newest version of the analysis, which the draft is of. */
  analysis_uuid: Uuid,
  analysis_name: v.string(),
  sample_uuid: v.nullable(Uuid),
  template: Report.entries.template,
  format: ReportFormat,
  filters: ReportFilters,
  created_at: Timestamp,
  user_name: v.string(),
  approved: v.boolean(),
  draft_uuid: v.nullable(Uuid),
})
export type AmendableReport = v.InferOutput<typeof AmendableReport>

const BecauseOf = v.strictObject({ reason: Reason })

export const recallCalls = {
  search: searchRow(recall),
  get: getRow(recall),
  /** Things that runs of the company name, the last used first; at most 50. */
  subjects: search('/recalls/subjects', {
    needs: 'results.search',
    body: v.strictObject({
      kind: SubjectKind,
      search: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    data: v.array(FoundSubject),
  }),
  touched: search('/recalls/touched', {
    needs: 'results.search',
    query: v.pick(PageQuery, ['page', 'limit']),
    body: Question,
    data: Touched,
    timeout: 60_000,
  }),
  /** The same rows as a file, UTF-8; no cell is a formula. */
  csv: search('/recalls/csv', {
    needs: 'results.search',
    body: Question,
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Returns what the open recalls reach, those of the provider too for which the company holds nothing: a plan is compared with it. */
  reach: get('/recalls/reach', {
    needs: 'results.search',
    data: v.array(RecallReach),
    timeout: 60_000,
  }),
  /** Holds on analyses, for the pages of these; at most 100 at once. */
  holds: search('/recalls/holds/of', {
    needs: 'analysis.search',
    body: v.strictObject({ uuids: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)) }),
    data: v.array(RecallHold),
  }),
  create: post('/recalls/create', {
    needs: recallActions.hold.needs,
    reach: 'own',
    person: true,
    body: v.strictObject({ uuid: v.optional(Uuid), subject: RecallSubject, reason: Reason }),
    data: Recall,
    timeout: 60_000,
  }),
  /** Holds everything that is touched in that moment and was not held by it before. */
  hold: post('/recalls/hold/:id', {
    needs: recallActions.hold.needs,
    reach: 'own',
    person: true,
    params: byId,
    data: Recall,
    timeout: 60_000,
  }),
  /** Lets these go again, or all that it holds. */
  lift: post('/recalls/lift/:id', {
    needs: recallActions.lift.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({
      analyses: v.optional(v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(500))),
      reason: Reason,
    }),
    data: Recall,
    timeout: 60_000,
  }),
  /** People whom it concerns: shown before anything is sent. */
  people: get('/recalls/people/:id', {
    needs: recallActions.notify.needs,
    params: byId,
    data: v.array(RecallPerson),
    timeout: 60_000,
  }),
  /** Tells these people, in the app and by mail, in their language; each person once for each recall. */
  notify: post('/recalls/notify/:id', {
    needs: recallActions.notify.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ users: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(500)) }),
    data: Recall,
    timeout: 60_000,
  }),
  /** Reports of signed analyses in the account's laboratories that may have to be amended. */
  amendable: get('/recalls/amendable/:id', {
    needs: recallActions.amend.needs,
    params: byId,
    data: v.array(AmendableReport),
    timeout: 60_000,
  }),
  /** Drafts reports that say what they replace and why; they are approved like others, when nothing holds the analysis. */
  amend: post('/recalls/amend/:id', {
    needs: recallActions.amend.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ reports: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(5)) }),
    data: Recall,
    timeout: 60_000,
  }),
  /**
   * Notify companies of a recall of a lot or a recipe version, by the provider. They see it on their page of recalls and
   * answer in numbers. Sending it again reaches the companies that could not be reached before.
   */
  announce: post('/recalls/announce/:id', {
    needs: recallActions.announce.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({
      companies: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(mostToldAtOnce)),
    }),
    data: Recall,
    timeout: 60_000,
  }),
  /** Recalls that the provider announced to the company. */
  notices: searchRow(recallNotice),
  /**
   * Answer a recall of the provider. The service counts: `nothing_found` is refused where analyses are touched, `held` where none
   * is held. Sent again where the answer still waits to arrive.
   */
  answer: post('/recalls/answer/:id', {
    needs: recallNoticeActions.answer.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ answer: v.picklist(recallAnswerKinds) }),
    data: RecallNotice,
    timeout: 60_000,
  }),
  close: post('/recalls/close/:id', {
    needs: recallActions.close.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: BecauseOf,
    data: Recall,
  }),
}
