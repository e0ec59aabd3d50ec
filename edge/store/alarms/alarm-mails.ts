import type { Alarm } from '../../../domain/entities/alarm.ts'
import { permissions, refusePermission } from '../../../domain/permissions.ts'
import { sightOf } from '../../../domain/rules/access.ts'
import { afterQuiet } from '../../mail/quiet.ts'
import { queueEvents, type QueuedEvent } from '../../directory/webhook-deliveries.ts'
import { alarmMail } from '../../mail/alarm-words.ts'
import { alarmMails, type Mail } from '../../mail/mail.ts'
import { sendMails } from '../../mail/send.ts'
import { sha256Hex } from '../../crypto/secret.ts'
import { maySee } from '../lists.ts'
import { readCompanyId } from '../meta.ts'
import { readPerson } from '../principal.ts'
import type { Sql } from '../sql.ts'
import { readChoices } from '../user-settings.ts'

/**
 * Mail the alarms of a round to the people who see them and want a mail of such: one mail for each person, by swarm, however
 * many alarms there are.
 */
export async function mailAlarms(env: Env, sql: Sql, raised: readonly Alarm[]): Promise<void> {
  if (raised.length === 0) return
  const people = sql.all<{ uuid: string }>(
    `SELECT uuid FROM records WHERE kind = 'user' AND deleted_at IS NULL AND json_extract(body, '$.active') = 'Y'`,
  )
  const round = sha256Hex(raised.map(({ uuid, count }) => `${uuid} ${count}`).join()).slice(0, 32)
  const mails = people.flatMap(({ uuid }) => mailOf(sql, uuid, raised, round))
  await sendMails(env, readCompanyId(sql) ?? '', mails)
}

/** Queue alarms about devices for the company's webhooks, one delivery for each alarm and each time that it was raised. */
export async function queueAlarmEvents(
  env: Env,
  sql: Sql,
  raised: readonly Alarm[],
): Promise<void> {
  const company = readCompanyId(sql)
  if (company === null) return
  const at = new Date().toISOString()
  const events = raised
    .filter(({ about }) => about.kind === 'device')
    .map(({ uuid, count, cause, name, swarms }): QueuedEvent => ({
      name: 'device_alarm',
      swarms,
      key: `alarm:${uuid}:${count}`,
      facts: { at, device: name, cause },
    }))
  await queueEvents(env.DIRECTORY, company, events)
}

function mailOf(sql: Sql, uuid: string, raised: readonly Alarm[], round: string): Mail[] {
  const choices = readChoices(sql, uuid)
  const wanted = raised.filter(({ cause }) => choices[cause] === 'mail')
  const known = wanted.length > 0 ? readPerson(sql, uuid) : null
  if (!known) return []
  const { user, asker } = known
  const held = permissions.filter((name) => refusePermission(name, asker) === null)
  const sight = sightOf(held, user.swarms)
  const seen = sight.kinds.includes('alarm')
    ? wanted.filter((alarm) => maySee('alarm', alarm, sight))
    : []
  if (seen.length === 0) return []
  const words = alarmMail(user.default_language, groupBySwarm(sql, seen, sight.swarms))
  const notBefore = afterQuiet({ choices, timezone: user.timezone })
  const key = `${alarmMails}${round}:${uuid}`
  const tray = { about: 'alarms', reader: uuid, language: user.default_language } as const
  return [{ to: user.email, ...words, key, notBefore, tray }]
}

/** Group alarms by the first of their swarms that the person is in; those of the whole company are under no name. */
function groupBySwarm(
  sql: Sql,
  alarms: readonly Alarm[],
  swarms: readonly string[],
): { swarm: string; alarms: Alarm[] }[] {
  const groups = Map.groupBy(alarms, (one) => one.swarms.find((swarm) => swarms.includes(swarm)))
  return [...groups].map(([swarm, some]) => ({ swarm: nameOf(sql, swarm), alarms: some }))
}

function nameOf(sql: Sql, swarm: string | undefined): string {
  if (swarm === undefined) return ''
  const row = sql.first<{ name: string }>(
    `SELECT name FROM records WHERE kind = 'swarm' AND uuid = ?`,
    swarm,
  )
  return row?.name ?? ''
}
