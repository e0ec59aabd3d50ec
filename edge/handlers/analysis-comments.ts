import { waitUntil } from 'cloudflare:workers'
import type { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { logFailure } from '../log.ts'
import { sendMails } from '../mail/send.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { openRecord } from '../store/open-record.ts'
import { changeAnalysis } from './analysis-record.ts'

/** Handlers of the comments on wells (decision 83). */
export const analysisComments: Pick<
  Handlers<typeof analysisCalls>,
  'comment' | 'removeComment' | 'mentionable'
> = {
  comment: async ({ params: { id: uuid }, body: { comments } }, context) => {
    await changeAnalysis(context, { type: 'analysis.comment', uuid, comments })
    const mentions = comments.filter((one) => one.mentions.length > 0)
    if (mentions.length > 0) waitUntil(mailMentions(context, uuid, mentions))
    return { ...(await readStanding(context, uuid)), overwritten: [] }
  },
  removeComment: async (
    { params: { id: uuid }, body: { comment_uuid: comment, reason } },
    context,
  ) => changeAnalysis(context, { type: 'analysis.removeComment', uuid, comment, reason }),
  mentionable: ({ params: { id: uuid } }, { own, by }) =>
    unwrap(own.ask({ name: 'mentionable', uuid, by }, by.sight)),
}

/** Read the record with its own `seq`, so that the page can keep the newer one of two. */
async function readStanding(
  { own, by }: AccountContext,
  uuid: string,
): Promise<{ record: Analysis; seq: number }> {
  const { records } = await own.pull(
    { kinds: ['analysis'], after: 0, limit: 1, home: 'company', uuid },
    by.sight,
  )
  const found = records.find((one) => one.uuid === uuid)
  if (!found?.body) throw new Fault('not_found', 'No such analysis')
  return { record: openRecord('analysis', found.body), seq: found.seq }
}

/** Mail people who want that. Never throws: the comment is kept, and its message is in their inbox. */
async function mailMentions(
  { own, by, env }: AccountContext,
  uuid: string,
  comments: readonly { uuid: string }[],
): Promise<void> {
  try {
    const uuids = comments.map((one) => one.uuid)
    const mails = await unwrap(own.ask({ name: 'mentionMails', uuid, comments: uuids }, by.sight))
    await sendMails(env, by.right.company, mails)
  } catch (error) {
    logFailure('mention not mailed', error)
  }
}
