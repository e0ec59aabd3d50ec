import type { Recipe } from '../../domain/entities/recipe.ts'
import type { AccountContext } from '../context.ts'
import { reviewWords } from '../mail/review-words.ts'
import { sendMails } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'
import { ownAddress } from '../regional.ts'

/** Mail the people who may approve a version that was sent to review, each in their language, with a link to the recipe. */
export async function tellApprovers(recipe: Recipe, context: AccountContext): Promise<void> {
  const { env, own, company, account, by } = context
  const { uuid, name, updated_at: sent } = recipe
  const waiting = await unwrap(own.ask({ name: 'waitingVersion', uuid }, by.sight))
  if (!waiting) return
  const mails = waiting.approvers.map(({ uuid: person, name: reader, email, language }) => {
    const facts = { recipe: name, version: waiting.version, author: account.name }
    const { title, message } = reviewWords(language, facts)
    return {
      to: email,
      subject: title,
      text: `${reader},\n\n${message}\n\n${ownAddress(context)}/recipes?recipe=${uuid}\n`,
      // Make another one of what is sent again after a withdrawal.
      key: `recipe-review:${uuid}:${sent}:${person}`,
      tray: { about: 'people', reader: person, language } as const,
    }
  })
  await sendMails(env, company, mails)
}
