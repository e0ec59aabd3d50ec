import type { contextAttributeCalls } from '../../domain/calls/context-attributes.ts'
import { contextAttribute } from '../../domain/entities/context-attribute.ts'
import { findCompany } from '../directory/companies.ts'
import type { Handlers } from '../mount.ts'
import { createFormHandler, getHandler, searchHandler, wordsOf } from './reads.ts'
import { createHandler, deleteHandler, editHandler } from './writes.ts'

const find = getHandler(contextAttribute)
const write = editHandler(contextAttribute)

export const contextAttributes: Handlers<typeof contextAttributeCalls> = {
  search: searchHandler(contextAttribute),
  get: find,
  createForm: createFormHandler(() => ({ type: wordsOf(['flag', 'text']) ?? [] })),
  create: createHandler(contextAttribute, () => ({
    description: '',
    values: [],
    profiles: [],
    companies: [],
  })),
  edit: write,
  delete: deleteHandler(contextAttribute),
  listProfiles: async (input, context) => ({ profiles: (await find(input, context)).profiles }),
  listCompanies: async (input, context) => {
    const { companies } = await find(input, context)
    return {
      companies: await Promise.all(
        companies.map(async (link) => ({
          ...link,
          name: (await findCompany(context.env.DIRECTORY, link.company_uuid))?.name ?? null,
        })),
      ),
    }
  },
  manageProfile: write,
  manageCompany: write,
}
