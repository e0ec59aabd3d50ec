import { bkernelCalls } from '../../../domain/calls/bkernels.ts'
import { derivedUuid } from '../../crypto/derived-uuid.ts'
import { rolloutWords } from '../../mail/rollout-words.ts'
import { sendMails } from '../../mail/send.ts'
import { listHolders } from '../list-holders.ts'
import { readCompanyId } from '../meta.ts'
import { ofSomeKind, type PlannedOfSomeKind, readRecord } from '../operations.ts'
import { planDelivery } from '../outgoing-changes.ts'
import type { Sql } from '../sql.ts'
import type { Stop } from './judge-rollouts.ts'

/** Plan the messages to the people who run rollouts, one for each of their languages. */
export function planNotices(
  sql: Sql,
  { uuid, step, stopped }: Stop,
  at: string,
): PlannedOfSomeKind[] {
  const people = Map.groupBy(listHolders(sql, bkernelCalls.rollout.needs), (one) => {
    return one.default_language
  })
  const name = readRecord(sql, 'bkernel', uuid)?.name ?? ''
  return [...people].map(([language, some]) => {
    const words = rolloutWords(language, { name, step, stopped })
    const id = derivedUuid(uuid, `stopped ${stopped.at} ${language}`)
    const users = some.map((one) => one.uuid)
    return ofSomeKind(
      planDelivery({ uuid: id, notification_uuid: uuid, ...words, sender: 'bApp', users }, at),
    )
  })
}

/** Mail a stopped rollout to the same people, each once. */
export async function mailStop(env: Env, sql: Sql, { uuid, step, stopped }: Stop): Promise<void> {
  const name = readRecord(sql, 'bkernel', uuid)?.name ?? ''
  const people = listHolders(sql, bkernelCalls.rollout.needs)
  const mails = people.map(({ uuid: person, email, default_language: language }) => {
    const { title, message } = rolloutWords(language, { name, step, stopped })
    return {
      to: email,
      subject: title,
      text: `${message}\n`,
      key: `rollout:${uuid}:${stopped.at}:${person}`,
    }
  })
  await sendMails(env, readCompanyId(sql) ?? '', mails)
}
