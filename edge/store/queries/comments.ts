import { Fault } from '../../../domain/fault.ts'
import { type Mail, mentionMails } from '../../mail/mail.ts'
import { mentionWords } from '../../mail/mention-words.ts'
import { afterQuiet } from '../../mail/quiet.ts'
import { type By, readSeen } from '../by.ts'
import { findMentioned } from '../comment-changes.ts'
import { readRecord } from '../operations.ts'
import { listMembers, seesRun } from '../sees-run.ts'
import type { Sql } from '../sql.ts'
import { readChoices } from '../user-settings.ts'

/** Questions about the comments of an analysis. */
export const commentQueries = {
  /** List the people whom a comment may mention, by name; without the person who asks. */
  mentionable: (sql: Sql, { uuid, by }: { uuid: string; by: By }) => {
    const record = readSeen(sql, 'analysis', uuid, by.sight)
    return listMembers(sql, record)
      .filter((user) => user.uuid !== by.actor.uuid && seesRun(sql, user, record))
      .map(({ uuid: user, name }) => ({ uuid: user, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name))
  },

  /** List the people who see a run as members of its swarm. */
  readersOfRun: (sql: Sql, { uuid }: { uuid: string }): string[] => {
    const record = readRecord(sql, 'analysis', uuid)
    if (!record) return []
    const members = listMembers(sql, record).filter((user) => seesRun(sql, user, record))
    return members.map((user) => user.uuid)
  },

  /** Write the mails to people whom these comments mention and who want mails, after their quiet hours. */
  mentionMails: (
    sql: Sql,
    { uuid, comments }: { uuid: string; comments: readonly string[] },
  ): Mail[] => {
    const record = readRecord(sql, 'analysis', uuid)
    if (!record) throw new Fault('not_found', 'No such analysis')
    const written = (record.comments ?? []).filter((one) => comments.includes(one.uuid))
    return written.flatMap(({ uuid: comment, well, mentions, user_uuid, user_name }) =>
      mentions.flatMap((one): Mail[] => {
        if (one === user_uuid) return []
        const choices = readChoices(sql, one)
        const user = choices.mentioned === 'mail' ? findMentioned(sql, record, one) : null
        if (!user) return []
        const { title, message } = mentionWords(user.default_language, {
          run: record.name,
          well,
          author: user_name,
        })
        return [
          {
            to: user.email,
            subject: `bApp: ${title}`,
            text: `${message}\n`,
            key: `${mentionMails}${uuid}:${comment}:${one}`,
            notBefore: afterQuiet({ choices, timezone: user.timezone }),
            tray: { about: 'people', reader: one, language: user.default_language },
          },
        ]
      }),
    )
  },
}
