import type { RemovalPlan } from '../../../domain/entities/retention.ts'
import { retentionCalls } from '../../../domain/calls/retention.ts'
import { derivedUuid } from '../../crypto/derived-uuid.ts'
import { removalWords } from '../../mail/removal-words.ts'
import { sendMails } from '../../mail/send.ts'
import { listHolders } from '../list-holders.ts'
import { readCompanyId } from '../meta.ts'
import type { PlannedOperation } from '../operations.ts'
import { planDelivery } from '../outgoing-changes.ts'
import type { Sql } from '../sql.ts'

/** Plan the messages of an announced removal, one for each language of the people who hear of it. */
export function planNotices(
  sql: Sql,
  company: string,
  plan: RemovalPlan,
): PlannedOperation<'delivery'>[] {
  const people = Map.groupBy(
    listHolders(sql, retentionCalls.set.needs),
    (one) => one.default_language,
  )
  return [...people].map(([language, some]) => {
    const uuid = derivedUuid(company, `removal ${plan.due_at} ${language}`)
    const words = removalWords(language, plan)
    const users = some.map((one) => one.uuid)
    return planDelivery(
      { uuid, notification_uuid: company, ...words, sender: 'bApp', users },
      plan.announced_at,
    )
  })
}

/** Mail an announced removal to the same people, each once. */
export async function mailPlan(env: Env, sql: Sql, plan: RemovalPlan): Promise<void> {
  const mails = listHolders(sql, retentionCalls.set.needs).map(
    ({ uuid, email, default_language: language }) => {
      const { title, message } = removalWords(language, plan)
      return { to: email, subject: title, text: message, key: `removal:${plan.due_at}:${uuid}` }
    },
  )
  await sendMails(env, readCompanyId(sql) ?? '', mails)
}
