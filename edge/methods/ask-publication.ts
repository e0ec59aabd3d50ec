import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { findProvider } from '../directory/companies.ts'
import { requestWords } from '../mail/request-words.ts'
import { sendMails } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'
import { ownAddress } from '../regional.ts'

interface Asked {
  uuid: string
  base?: string | undefined
  /** Words to the provider, or the reason of a withdrawal. */
  reason?: string | undefined
}

/**
 * Ask the provider to publish a recipe (STATE-054, decisions D19). The request is kept here with its copy of the recipe before
 * anything is sent; what does not arrive at once is sent again by the store.
 */
export async function requestPublication(
  { uuid, base, reason: note = '' }: Asked,
  context: AccountContext,
): Promise<Recipe> {
  const { own, account, opId, by } = context
  const request = derivedUuid(account.uuid, `publication:${uuid}:${opId}`)
  const change = { type: 'recipe.request', uuid, request, note, base } as const
  const after = await unwrap(own.change(change, opId, by))
  await own.carryPublications()
  // Queue the mail also when the request is sent again: the first try may have been cut off before it. Its key keeps it one
  // mail.
  await tellProvider(after, note, context)
  return after
}

/**
 * Withdraw a request. Answer with the decision where the provider has made one first: it stays.
 * @throws Fault `refused` with the decision.
 */
export async function withdrawPublication(
  { uuid, base, reason }: Asked,
  { own, opId, by }: AccountContext,
): Promise<Recipe> {
  const change = { type: 'recipe.withdraw', uuid, base, reason } as const
  await unwrap(own.change(change, opId, by))
  await own.carryPublications()
  const after = await unwrap(own.get('recipe', uuid, by.sight))
  const state = after.publication?.state
  if (state !== 'published' && state !== 'refused') return after
  throw new Fault('refused', 'The provider has decided already', {
    field: 'publication_requested',
    reason: 'publication_decided',
    params: { state },
  })
}

/**
 * Write to the provider's administrators, each in their language, that a company asks for the publication of a recipe
 * (decisions D19): once, however often the request was sent, and at most once an hour to each of them, however often it is
 * withdrawn and made again.
 */
async function tellProvider(
  { name, uuid }: Recipe,
  note: string,
  context: AccountContext,
): Promise<void> {
  const { env, store, own, company, account, by } = context
  const provider = await findProvider(env.DIRECTORY)
  if (!provider) return
  const asking = await unwrap(own.get('company', company, by.sight))
  const administrators = await unwrap(
    store(provider.uuid).ask({ name: 'administratorAddresses' }, by.sight),
  )
  const facts = { recipe: name, company: asking.name, asker: account.name, note }
  const hour = new Date().toISOString().slice(0, 13)
  const mails = administrators.map(({ email, language }) => {
    const { title, message } = requestWords(language, facts)
    return {
      to: email,
      subject: title,
      text: `${message}\n\n${ownAddress(context)}/recipes/global\n`,
      key: `publication:${uuid}:${email}:${hour}`,
    }
  })
  await sendMails(env, provider.uuid, mails)
}
