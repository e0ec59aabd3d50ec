import type { Recipe } from '../../domain/entities/recipe.ts'
import type { AccountContext } from '../context.ts'
import { findProvider } from '../directory/companies.ts'
import { sendMails } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'

/**
 * Write to the provider's administrators that a company asks for the publication of a recipe (decisions D19): once, however often
 * the request was sent, and at most once an hour to each of them, however often it is withdrawn and made again.
 */
export async function tellProvider(
  { name, uuid }: Recipe,
  note: string,
  { env, store, own, company, account, by }: AccountContext,
): Promise<void> {
  const provider = await findProvider(env.DIRECTORY)
  if (!provider) return
  const asking = await unwrap(own.get('company', company, by.sight))
  const addresses = await unwrap(
    store(provider.uuid).ask({ name: 'administratorAddresses' }, by.sight),
  )
  const text = [
    `${account.name} of ${String(asking['name'])} asks that a recipe be published for all companies.`,
    '',
    `Recipe: ${name}`,
    `Id: ${uuid}`,
    `Company id: ${company}`,
    ...(note ? ['', note] : []),
    '',
    'The request waits under Global recipes.',
  ].join('\n')
  const subject = `Publication requested: ${name}`
  const hour = new Date().toISOString().slice(0, 13)
  const mails = addresses.map((to) => ({
    to,
    subject,
    text,
    key: `publication:${uuid}:${to}:${hour}`,
  }))
  await sendMails(env, provider.uuid, mails)
}
