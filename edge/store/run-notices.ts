import type { Analysis } from '../../domain/entities/analysis.ts'
import type { User } from '../../domain/entities/user.ts'
import {
  type ChosenKind,
  hearsOfSwarm,
  type MessageChoices,
} from '../../domain/rules/message-choices.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { queueEvents } from '../directory/webhook-deliveries.ts'
import { hintReceived } from '../live/tell-people.ts'
import { logFailure } from '../log.ts'
import { type Mail, runMails } from '../mail/mail.ts'
import { afterQuiet } from '../mail/quiet.ts'
import { type EndedRun, runWords } from '../mail/run-words.ts'
import { sendMails } from '../mail/send.ts'
import { systemActor } from './commands.ts'
import { applyOperation, readRecord } from './operations.ts'
import { planDelivery } from './outgoing-changes.ts'
import { listMembers, seesRun } from './sees-run.ts'
import type { Sql } from './sql.ts'
import { readChoices } from './user-settings.ts'

/** A person who hears of the end of a run. */
interface Hearer {
  user: User
  choices: MessageChoices
  /** Kind of their choices by which they hear of it. */
  kind: ChosenKind
  controlFailed: boolean
}

/**
 * Keep the notifications that a run has ended, one for each language and wording, for the people who see the run and want to hear
 * of it: of a failed control in their swarms, of their own runs, or of all runs of their swarms. Must run inside a transaction.
 * @returns the people whom they reach.
 */
export function keepRunNotices(sql: Sql, record: Analysis, at: string): string[] {
  const hearers = listHearers(sql, record)
  const groups = Map.groupBy(
    hearers,
    ({ user, controlFailed }) => `${user.default_language} ${controlFailed}`,
  )
  for (const [group, people] of groups) {
    const uuid = derivedUuid(record.uuid, `ended ${group}`)
    const [first] = people
    const language = first?.user.default_language ?? 'en'
    const words = runWords(language, factsOf(sql, record, first?.controlFailed === true))
    const users = people.map(({ user }) => user.uuid)
    const about = { kind: 'analysis', uuid: record.uuid } as const
    const delivery = { ...words, uuid, notification_uuid: uuid, sender: 'bApp', users, about }
    const opId = `${record.uuid}:told:${uuid}`
    applyOperation(sql, { ...planDelivery(delivery, at), opId, actor: systemActor, at })
  }
  return hearers.map(({ user }) => user.uuid)
}

/**
 * Show the notifications on open pages, mail them to those who want that, and queue them for webhooks: each whatever becomes of the
 * others. Never throws: the run has ended.
 */
export async function sendRunNotices(
  env: Env,
  sql: Sql,
  record: Analysis,
  people: readonly string[],
): Promise<void> {
  const ways = [
    () => hintReceived(env, record.company_uuid, people),
    async () => sendMails(env, record.company_uuid, writeRunMails(sql, record)),
    () => queueRunEvents(env, sql, record),
  ]
  await Promise.all(
    ways.map((tell) =>
      tell().catch((error: unknown) => logFailure('end of a run not told', error)),
    ),
  )
}

/** Queue the end of the run, and a failed control, for the company's webhooks. */
async function queueRunEvents(env: Env, sql: Sql, record: Analysis): Promise<void> {
  const { outcome, device } = factsOf(sql, record, false)
  const at = record.ended_at ?? new Date().toISOString()
  const facts = { at, run: record.uuid, outcome, ...(device ? { device } : {}) }
  const names = hasFailedControl(record)
    ? (['control_failed', 'run_ended'] as const)
    : (['run_ended'] as const)
  const swarms = [record.swarm_uuid]
  const events = names.map((name) => ({ name, swarms, key: `${name}:${record.uuid}:${at}`, facts }))
  await queueEvents(env.DIRECTORY, record.company_uuid, events)
}

function hasFailedControl(record: Analysis): boolean {
  return record.results.at(-1)?.summary.controls_ok === false
}

/** Write the mails about the same to those who want one, after their quiet hours. */
function writeRunMails(sql: Sql, record: Analysis): Mail[] {
  return listHearers(sql, record)
    .filter(({ choices, kind }) => choices[kind] === 'mail')
    .map(({ user, choices, controlFailed }) => {
      const { title, message } = runWords(
        user.default_language,
        factsOf(sql, record, controlFailed),
      )
      return {
        to: user.email,
        subject: `bApp: ${title}`,
        text: `${message}\n`,
        key: `${runMails}${record.uuid}:${record.ended_at ?? ''}:${user.uuid}`,
        notBefore: afterQuiet({ choices, timezone: user.timezone }),
        tray: { about: 'runs', reader: user.uuid, language: user.default_language },
      }
    })
}

function factsOf(sql: Sql, record: Analysis, controlFailed: boolean): EndedRun {
  const device = record.device_uuid === null ? null : readRecord(sql, 'device', record.device_uuid)
  const { status } = record
  const outcome = status === 'INCOMPLETE' || status === 'ABORT' ? status : 'COMPLETE'
  return { name: record.name, device: device?.name ?? '', outcome, controlFailed }
}

function listHearers(sql: Sql, record: Analysis): Hearer[] {
  const hasFailed = hasFailedControl(record)
  const own = [record.user_uuid, ...(record.hands ?? [])]
  return listMembers(sql, record).flatMap((user): Hearer[] => {
    const choices = readChoices(sql, user.uuid)
    const isOwn = own.includes(user.uuid)
    // Notify people of their own runs in every swarm.
    const isHeard = isOwn || hearsOfSwarm(choices, record.swarm_uuid)
    const kinds: ChosenKind[] = [
      ...(hasFailed && isHeard ? (['control_failed'] as const) : []),
      ...(isOwn ? (['run_ended'] as const) : []),
      ...(isHeard ? (['swarm_run_ended'] as const) : []),
    ]
    // Send one message for each run: that of a failed control rather than that of its end.
    const kind = kinds.find((one) => choices[one] !== 'off')
    if (!kind || !seesRun(sql, user, record)) return []
    return [{ user, choices, kind, controlFailed: kind === 'control_failed' }]
  })
}
