import type { contextAttributeCalls } from '../../domain/calls/context-attributes.ts'
import { contextAttribute } from '../../domain/entities/context-attribute.ts'
import type { AccountContext } from '../context.ts'
import { findCompanies } from '../directory/companies.ts'
import type { Handlers } from '../mount.ts'
import { forgetFlags } from '../product-flags.ts'
import { createFormHandler, getHandler, searchHandler, wordsOf } from './reads.ts'
import { createHandler, deleteHandler, editHandler } from './writes.ts'

const find = getHandler(contextAttribute)
const write = editHandler(contextAttribute)
const create = createHandler(contextAttribute, () => ({
  description: '',
  values: [],
  profiles: [],
  companies: [],
}))
const remove = deleteHandler(contextAttribute)

/** Do a change after which flags of the product are read again: they act at the next call. */
function changing<Input, Data>(work: (input: Input, context: AccountContext) => Promise<Data>) {
  return async (input: Input, context: AccountContext): Promise<Data> => {
    const made = await work(input, context)
    forgetFlags()
    return made
  }
}

export const contextAttributes: Handlers<typeof contextAttributeCalls> = {
  search: searchHandler(contextAttribute),
  get: find,
  createForm: createFormHandler(() => ({ type: wordsOf(['flag', 'text']) ?? [] })),
  create: changing(create),
  edit: changing(write),
  delete: changing(remove),
  listProfiles: async (input, context) => ({ profiles: (await find(input, context)).profiles }),
  listCompanies: async (input, context) => {
    const { companies } = await find(input, context)
    const known = await findCompanies(
      context.env.DIRECTORY,
      companies.map(({ company_uuid }) => company_uuid),
    )
    return {
      companies: companies.map((link) => ({
        ...link,
        name: known.get(link.company_uuid)?.name ?? null,
      })),
    }
  },
  manageProfile: changing(write),
  manageCompany: changing(write),
}
