import * as v from 'valibot'
import { calibrationKinds } from '../catalog/calibration.ts'
import { entity } from '../entity.ts'
import { author, ContentHash, Line, Name, stamps, Text, Timestamp, Uuid } from '../fields.ts'
import { isSeenReason } from '../rules/plain-text.ts'

/** Things that a recall may be about (decision 36). */
const subjectKinds = ['lot', 'device', 'recipe', 'calibration', 'dye_calibration'] as const
export const SubjectKind = v.picklist(subjectKinds)
export type SubjectKind = v.InferOutput<typeof SubjectKind>

/** The recalled thing, as the runs name it. */
export const RecallSubject = v.variant('kind', [
  v.strictObject({
    kind: v.literal('lot'),
    bkit_uuid: Uuid,
    lot: v.pipe(Line, v.maxLength(63), v.regex(/\S/, 'required')),
  }),
  v.strictObject({ kind: v.literal('device'), device_uuid: Uuid }),
  v.strictObject({
    kind: v.literal('recipe'),
    recipe_uuid: Uuid,
    version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  /**
   * Runs that a device began with this calibration in force: from its moment until the next one's. Signed ones are of a kind; without
   * it the day of a temperature calibration that the configuration of the device told.
   */
  v.strictObject({
    kind: v.literal('calibration'),
    device_uuid: Uuid,
    from: Timestamp,
    until: v.nullable(Timestamp),
    of: v.optional(v.picklist(calibrationKinds)),
  }),
  /** Runs that are judged with the matrix of this calibration of dyes. */
  v.strictObject({ kind: v.literal('dye_calibration'), calibration_uuid: Uuid }),
])
export type RecallSubject = v.InferOutput<typeof RecallSubject>

/**
 * States of what a recall touches, in the order of the work. `reported`: signed, and a report was made of it;
 * `certified`: a certificate of it was issued; `deleted`: the trail alone still knows it.
 */
export const touchedStates = [
  'planned',
  'running',
  'ended_early',
  'to_review',
  'signed',
  'reported',
  'certified',
  'deleted',
] as const
export const TouchedState = v.picklist(touchedStates)
export type TouchedState = v.InferOutput<typeof TouchedState>

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Number of analyses in each state. */
export const StateCounts = v.strictObject({
  planned: Count,
  running: Count,
  ended_early: Count,
  to_review: Count,
  signed: Count,
  reported: Count,
  certified: Count,
  deleted: Count,
})
export type StateCounts = v.InferOutput<typeof StateCounts>

/** Ways in which the trail and the records of one thing disagree. */
const differences = ['not_in_records', 'not_in_trail', 'state_differs', 'entry_altered'] as const

/** Result of counting twice: by the audit trail and by the records. */
export const RecallProof = v.strictObject({
  trail: Count,
  records: Count,
  /** Number of the newest entry that was read. */
  entries: Count,
  /** Analyses of which trail and records say different things, or whose entries do not hold. */
  faults: v.array(
    v.strictObject({
      analysis_uuid: Uuid,
      reason: v.picklist(differences),
    }),
  ),
})
export type RecallProof = v.InferOutput<typeof RecallProof>

/**
 * Studies that name a touched analysis, counted by the records and by the audit trail. A study is calculated from the results of its
 * runs, so that a bad run makes its figures bad too.
 */
export const StudyCounts = v.strictObject({
  signed: Count,
  /** Not signed yet. */
  open: Count,
  trail: Count,
  /** Studies of which trail and records say different things, or whose entries do not hold. */
  faults: v.array(
    v.strictObject({
      study_uuid: Uuid,
      reason: v.picklist(differences),
    }),
  ),
})
export type StudyCounts = v.InferOutput<typeof StudyCounts>

/** Files of touched analyses that were handed out, counted by the records and by the audit trail. */
export const FileCounts = v.strictObject({ records: Count, trail: Count })
export type FileCounts = v.InferOutput<typeof FileCounts>

const recallDeeds = ['open', 'hold', 'lift', 'amend', 'notify', 'announce', 'close'] as const

/** Something that was done about a recall, with the hash of the list that it was done to. */
export const RecallDeed = v.strictObject({
  deed: v.picklist(recallDeeds),
  at: Timestamp,
  ...author,
  /** Number of analyses, reports or people that it concerned. */
  count: Count,
  reason: v.string(),
  list_hash: ContentHash,
})
export type RecallDeed = v.InferOutput<typeof RecallDeed>

/** Answers of a company to a recall of the provider: seen and under way, nothing was run with it, or analyses are held. */
export const recallAnswerKinds = ['acknowledged', 'nothing_found', 'held'] as const

/** Answer of a company, in numbers alone: no result leaves it. */
const RecallAnswer = v.strictObject({
  kind: v.picklist(recallAnswerKinds),
  /** Analyses that the company holds; 0 for another answer. */
  count: Count,
  at: Timestamp,
})
export type RecallAnswer = v.InferOutput<typeof RecallAnswer>

/** A company that the provider has told of a recall. */
const ToldCompany = v.strictObject({
  company_uuid: Uuid,
  company_name: v.string(),
  /** Null until the notice has arrived in the company's store. */
  told_at: v.nullable(Timestamp),
  answer: v.nullable(RecallAnswer),
  /** Set when the company turned out to be erased before the notice arrived: the service stops sending it. */
  erased_at: v.optional(Timestamp),
})
export type ToldCompany = v.InferOutput<typeof ToldCompany>

/** Most companies that are notified of a recall by one request, and in all. */
export const mostToldAtOnce = 100
const mostTold = 5000

const recallStatuses = ['open', 'closed'] as const
export type RecallStatus = (typeof recallStatuses)[number]

/** A recall of a lot, a device, a version of a recipe or a calibration of either kind, with all that was done about it. */
export const Recall = v.strictObject({
  ...stamps,
  /** Counts from 1 in the company. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The subject as people know it. */
  name: Name,
  subject: RecallSubject,
  status: v.picklist(recallStatuses),
  reason: v.pipe(Text, v.minLength(3), v.maxLength(500), v.check(isSeenReason, 'reason')),
  ...author,
  /** Counts when it was opened. */
  counts: StateCounts,
  proof: RecallProof,
  /** Studies of the touched analyses when it was opened; absent from recalls that were opened before studies were counted. */
  studies: v.optional(StudyCounts),
  /** Files of the touched analyses that were handed out before it was opened; absent as `studies` is. */
  files: v.optional(FileCounts),
  deeds: v.array(RecallDeed),
  /** People who were notified, each once. */
  notified: v.array(Uuid),
  /** Companies to which it was announced, with their answers. Of recalls of the provider. */
  told: v.optional(v.pipe(v.array(ToldCompany), v.minLength(1), v.maxLength(mostTold))),
})
export type Recall = v.InferOutput<typeof Recall>

export const recall = entity({
  kind: 'recall',
  path: '/recalls',
  permission: 'results.search',
  schema: Recall,
  indexes: ['status'],
  filters: ['status', 'user_uuid'],
  scope: 'company',
  local: null,
  trash: null,
})

const noticeStatuses = ['open', 'answered'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]

/** Notice of a recall of the provider, in the store of a company to which it was announced; its id is the recall's. */
export const RecallNotice = v.strictObject({
  ...stamps,
  ...v.pick(Recall, ['number', 'name', 'subject', 'reason']).entries,
  /** Name of the provider. */
  sender: v.string(),
  status: v.picklist(noticeStatuses),
  answer: v.nullable(RecallAnswer),
  /** Person who answered; empty before. */
  user_name: v.string(),
  /** 1: the answer has not arrived at the provider yet. */
  waiting: v.picklist([0, 1]),
})
export type RecallNotice = v.InferOutput<typeof RecallNotice>

export const recallNotice = entity({
  kind: 'recall_notice',
  path: '/recalls/notices',
  permission: 'results.search',
  schema: RecallNotice,
  indexes: ['status'],
  filters: ['status'],
  scope: 'company',
  local: null,
  trash: null,
})

export const holdStatuses = ['held', 'lifted'] as const
export type HoldStatus = (typeof holdStatuses)[number]

/** The hold of one analysis by a recall. It is a record beside the analysis, because a signed one never changes. */
export const RecallHold = v.strictObject({
  ...stamps,
  recall_uuid: Uuid,
  recall_number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  analysis_uuid: Uuid,
  status: v.picklist(holdStatuses),
  /** Reason of the recall. */
  reason: v.string(),
  user_name: v.string(),
  lifted_at: v.nullable(Timestamp),
  lifted_by: v.string(),
  lift_reason: v.string(),
})
export type RecallHold = v.InferOutput<typeof RecallHold>

export const recallHold = entity({
  kind: 'recall_hold',
  path: '/recalls/holds',
  permission: 'results.search',
  schema: RecallHold,
  indexes: ['analysis_uuid', 'recall_uuid'],
  filters: ['analysis_uuid', 'recall_uuid', 'status'],
  scope: 'company',
  local: null,
  trash: null,
})
