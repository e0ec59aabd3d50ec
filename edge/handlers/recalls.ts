import type {
  recallCalls,
  Touched,
  TouchedFile,
  TouchedRow,
  TouchedStudy,
} from '../../domain/calls/recalls.ts'
import { analysisActions } from '../../domain/actions/analysis.ts'
import { listPageSize } from '../../domain/catalog/limits.ts'
import { Fault } from '../../domain/fault.ts'
import {
  type Recall,
  recall,
  type RecallAnswer,
  type RecallNotice,
  recallNotice,
} from '../../domain/entities/recall.ts'
import { listWaiting } from '../../domain/rules/recall.ts'
import type { AccountContext } from '../context.ts'
import { findCompanies, findCompany } from '../directory/companies.ts'
import { fileName } from '../files/file-name.ts'
import { logFailure } from '../log.ts'
import type { Handlers } from '../mount.ts'
import { sendMails } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'
import { amendReports } from '../reports/amend-reports.ts'
import { rowsCsv } from '../files/rows-csv.ts'
import { getHandler, searchHandler } from './reads.ts'
import { newUuid } from './writes.ts'
import { mustHold } from '../store/right.ts'
import { recallNotice as writeNotice } from '../store/recalls/notice-words.ts'
import { tellCompanies, toldInTurn } from '../store/recalls/tell-companies.ts'
import { bySystem } from '../store/publications.ts'
import type { RecallChange } from '../store/recall-changes.ts'

/** More rows than a store of analyses can hold: a file has all of them. */
const allRows = 1_000_000

async function change({ own, opId, by }: AccountContext, order: RecallChange) {
  return await unwrap(own.change(order, opId, by))
}

export const recalls: Handlers<typeof recallCalls> = {
  search: searchHandler(recall),
  get: getHandler(recall),
  subjects: async ({ body }, { own, by }) =>
    unwrap(own.ask({ name: 'recallSubjects', ...body }, by.sight)),
  touched: async ({ query, body }, { own, by }) => {
    const page = { limit: Number(query.limit ?? listPageSize), page: Number(query.page ?? 1) }
    return unwrap(own.ask({ name: 'touched', ...body, ...page }, by.sight))
  },
  csv: async ({ body }, { own, by }) => {
    const question = { name: 'touched', ...body, limit: allRows, page: 1 } as const
    const touched = await unwrap(own.ask(question, by.sight))
    return {
      bytes: rowsCsv([columns, ...touched.data.map((row) => cellsOf(row, touched))]),
      type: 'text/csv; charset=utf-8',
      name: fileName(touched.name, '-recall.csv'),
    }
  },
  reach: async (_request, { own, by }) => unwrap(own.ask({ name: 'recallReaches' }, by.sight)),
  holds: async ({ body }, { own, by }) =>
    unwrap(own.ask({ name: 'holdsOn', analyses: body.uuids }, by.sight)),
  create: async ({ body }, context) => {
    const { uuid = newUuid(context), subject, reason } = body
    return change(context, { type: 'recall.open', uuid, subject, reason })
  },
  hold: async ({ params }, context) => change(context, { type: 'recall.hold', uuid: params.id }),
  lift: async ({ params, body }, context) =>
    change(context, { type: 'recall.lift', uuid: params.id, analyses: undefined, ...body }),
  people: async ({ params }, context) =>
    (await findPeople(context, params.id)).map(({ email: _email, ...person }) => person),
  notify: async ({ params, body }, context) => {
    const order = { type: 'recall.notify', uuid: params.id, users: body.users } as const
    const mail = () => mailNotices(context, params.id, body.users)
    const record = await change(context, order).catch(async (error: unknown) => {
      // Queue the mails that were not queued then, and none twice, where all were notified before.
      if (error instanceof Fault && error.first.reason === 'nothing_left') await mail()
      throw error
    })
    await mail()
    return record
  },
  amendable: async ({ params }, { own, by }) =>
    unwrap(own.ask({ name: 'amendable', recall: params.id }, by.sight)),
  amend: async ({ params, body }, context) => {
    mustHold(analysisActions.report.needs, context.by)
    const record = await unwrap(context.own.get('recall', params.id, context.by.sight))
    const reports = [...new Set(body.reports)]
    await amendReports(context, record, reports)
    return change(context, { type: 'recall.amend', uuid: params.id })
  },
  announce: ({ params, body }, context) => announce(params.id, body.companies, context),
  notices: searchHandler(recallNotice),
  answer: ({ params, body }, context) => answer(params.id, body.answer, context),
  close: async ({ params, body }, context) =>
    change(context, { type: 'recall.close', uuid: params.id, reason: body.reason }),
}

/**
 * Notify companies of a recall of the provider: the first of them before the answer, the others by the alarm of the store, which also
 * tells again those that were not reached.
 */
async function announce(
  uuid: string,
  wanted: readonly string[],
  context: AccountContext,
): Promise<Recall> {
  const { env, own, opId, by, company } = context
  const known = await findCompanies(env.DIRECTORY, wanted)
  const companies = [...new Set(wanted)].map((one) => {
    const found = one === company ? undefined : known.get(one)
    if (!found) throw new Fault('not_found', 'No such company', { field: 'companies' })
    return { uuid: found.uuid, name: found.name }
  })
  const record = await unwrap(own.change({ type: 'recall.announce', uuid, companies }, opId, by))
  const waiting = listWaiting(record).filter((one) => wanted.includes(one.company_uuid))
  if (waiting.length === 0) return record
  const sender = (await findCompany(env.DIRECTORY, company))?.name ?? ''
  return tellCompanies(env, own, { record, sender }, waiting.slice(0, toldInTurn))
}

/** Keep the answer of the company, and bring it to the provider; one that does not arrive stays marked as waiting. */
async function answer(
  uuid: string,
  kind: RecallAnswer['kind'],
  context: AccountContext,
): Promise<RecallNotice> {
  const { own, opId, by, company } = context
  const notice = await unwrap(
    own.change({ type: 'recall_notice.answer', uuid, answer: kind }, opId, by),
  )
  if (!notice.answer) return notice
  const { at } = notice.answer
  try {
    const provider = await context.provider()
    const told = { type: 'recall.answered', uuid, company, answer: notice.answer } as const
    await unwrap(provider.change(told, `${uuid}:${company}:${at}`, bySystem))
  } catch (error) {
    logFailure('recall answer not delivered', error)
    return notice
  }
  return await unwrap(
    own.change({ type: 'recall_notice.told', uuid, at }, `${uuid}:${at}:told`, bySystem),
  )
}

async function findPeople({ own, by }: AccountContext, recall: string) {
  return unwrap(own.ask({ name: 'recallPeople', recall }, by.sight))
}

/** Mail the notice to people whom the recall has notified; the key of each mail makes it one. */
async function mailNotices(
  context: AccountContext,
  id: string,
  users: readonly string[],
): Promise<void> {
  const people = await findPeople(context, id)
  const told = people.filter(({ uuid, notified }) => notified && users.includes(uuid))
  if (told.length === 0) return
  const record = await unwrap(context.own.get('recall', id, context.by.sight))
  const mails = told.map(({ uuid, name, email, language }) => {
    const { title, message } = writeNotice(record, language)
    return {
      to: email,
      subject: title,
      text: `${name},\n\n${message}\n`,
      key: `recall:${id}:${uuid}`,
    }
  })
  await sendMails(context.env, context.company, mails)
}

const columns = [
  'Analysis',
  'Analysis UUID',
  'Laboratory',
  'State',
  'Status',
  'Planned by',
  'Created at (UTC)',
  'Started at (UTC)',
  'Ended at (UTC)',
  'Samples',
  'Version',
  'Corrected by a later version',
  'Signed by',
  'Signed at (UTC)',
  'Reports',
  'Certificate',
  'Hold',
  'Studies that use it',
  'Files handed out',
  'To do',
]

function cellsOf(row: TouchedRow, { studies, files }: Pick<Touched, 'studies' | 'files'>) {
  const using = studies.filter((one) => isOf(one.touched, row))
  const handed = files.filter((one) => isOf(one.analyses, row))
  return [
    row.name,
    row.analysis_uuid,
    row.swarm_name,
    row.state,
    row.status,
    row.user_name,
    row.created_at,
    row.started_at,
    row.ended_at,
    row.samples,
    row.version,
    row.superseded ? 'yes' : 'no',
    row.signed_by,
    row.signed_at,
    row.reports,
    row.certificate,
    row.hold,
    using.map(sayStudy).join('; '),
    handed.map((file) => `${file.name} (${file.user_name}, ${file.at})`).join('; '),
    [...using.map(sayStudyTodo), ...handed.map(sayFileTodo)].join('; '),
  ]
}

function isOf(list: readonly { analysis_uuid: string }[], row: TouchedRow): boolean {
  return list.some(({ analysis_uuid }) => analysis_uuid === row.analysis_uuid)
}

function sayStudy({ name, version, signed_by, signed_at }: TouchedStudy): string {
  const state = signed_at === null ? 'not signed' : `signed by ${signed_by}, ${signed_at}`
  return `${name} version ${version} (${state})`
}

const studyTodos = {
  copy: 'copy it without the run, sign the copy and tell the people who have its files',
  change: 'leave the run out',
  repeat: 'run its samples again: no run of it is left',
} as const satisfies Record<TouchedStudy['todo'], string>

function sayStudyTodo({ name, todo }: TouchedStudy): string {
  return `Study ${name}: ${studyTodos[todo]}`
}

const fileTodos = {
  answer: 'send the answer of the corrected run',
  replace: 'tell the people who have it not to use it',
} as const satisfies Record<TouchedFile['todo'], string>

function sayFileTodo({ name, todo }: TouchedFile): string {
  return `File ${name}: ${fileTodos[todo]}`
}
