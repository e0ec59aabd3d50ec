import type { Recipe } from '../../domain/entities/recipe.ts'
import type { AccountContext } from '../context.ts'
import { findProvider } from '../directory/companies.ts'
import { sendMail } from '../mail/send.ts'
import { unwrap } from '../outcome.ts'

/** Writes to the provider's administrators that a company asks for the publication of a recipe (decisions D19). */
export async function tellProvider(
  { name, uuid }: Recipe,
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
  ].join('\n')
  for (const to of addresses) {
    await sendMail(env, provider.uuid, { to, subject: `Publication requested: ${name}`, text })
  }
}
