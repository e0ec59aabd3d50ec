import type { CallInput } from '../../domain/call.ts'
import { attachmentBytes } from '../../domain/calls/attachments.ts'
import type { bkitCalls, KitRecipe } from '../../domain/calls/bkits.ts'
import type { Attachment } from '../../domain/entities/attachment.ts'
import { type Bkit, bkit } from '../../domain/entities/bkit.ts'
import { bkitLot } from '../../domain/entities/bkit-lot.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext, Store } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { findProvider } from '../directory/companies.ts'
import { keepFile } from '../keep-file.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { tellStops } from '../methods/lot-stops.ts'
import { writeLotLabels } from '../reports/lot-labels.ts'
import { allowLot } from '../store/lot-changes.ts'
import { makeLabelsOfLots, makeLotLabels } from '../reports/labels/answer-labels.ts'
import type { NewFile } from '../store/material-changes.ts'
import { choicesOf, createFormHandler, formHandler, type Options, searchHandler } from './reads.ts'
import { createHandler, deleteHandler, editHandler } from './writes.ts'

const initial = { recipe_uuids: [], datasheet_uuid: null, extraction_uuid: null }

/** Most labels of one file. */
const labelLimit = 20_000

/** List recipes that a kit may be linked to: those for all companies, and the provider's own. */
async function recipes(context: AccountContext): Promise<Options> {
  const [published, own] = await Promise.all([
    choicesOf('global_recipe', context),
    choicesOf('recipe', context),
  ])
  return { recipe_uuids: [...(published ?? []), ...(own ?? [])] }
}

export const bkits: Handlers<typeof bkitCalls> = {
  search: searchHandler(bkit),
  recipe: async ({ params }, context) => {
    const kit = await findKit(params.id, context)
    const found = await Promise.all(kit.recipe_uuids.map((uuid) => findRecipe(uuid, context)))
    const data = found.filter((recipe) => recipe !== null)
    return { data, pages: 1, total: data.length }
  },
  createForm: createFormHandler(() => ({})),
  create: createHandler(bkit, () => initial),
  editForm: formHandler(bkit, () => ({})),
  edit: editHandler(bkit),
  linkForm: formHandler(bkit, recipes),
  link: linkRecipes,
  delete: deleteHandler(bkit),
  datasheet: (input, context) => putFile('datasheet', input, context),
  extraction: (input, context) => putFile('extraction', input, context),
  lots: searchHandler(bkitLot),
  printerCsv: async ({ body }, context) => {
    const store = await context.provider()
    const uuids = [...new Set(body.lots)]
    const labels = await unwrap(store.ask({ name: 'lotLabels', uuids }, context.by.sight))
    for (const { lot } of labels) allowLot('label', lot, context.by)
    const lines = labels.reduce((sum, { lot }) => sum + lot.boxes, 0)
    if (lines > labelLimit) {
      throw new Fault('refused', 'Choose fewer lots', {
        field: 'lots',
        reason: 'too_large',
        params: { found: lines, limit: labelLimit },
      })
    }
    return { bytes: writeLotLabels(labels), type: 'text/csv; charset=utf-8', name: 'labels.csv' }
  },
  labels: makeLotLabels,
  manyLabels: makeLabelsOfLots,
  checkLots: async ({ body }, context) => {
    const store = await context.provider()
    await unwrap(store.ask({ name: 'checkLots', lots: body.lots }, context.by.sight))
    return { lots: body.lots.length }
  },
  inject: async ({ body }, context) => {
    const { provider, account, opId, by } = context
    // Derive the ids from the operation, so that it makes these lots and no others, and finds them made when it is sent again.
    const lots = body.lots.map((lot, line) => ({
      ...lot,
      uuid: derivedUuid(account.uuid, `${opId}:${line}`),
    }))
    const store = await provider()
    await unwrap(store.change({ type: 'bkit_lot.inject', lots }, opId, by))
    tellStops(context)
    return { created: lots.length }
  },
}

/** @throws Fault `not_found` "Invalid bKit". */
export async function findKit(uuid: string, { provider, by }: AccountContext): Promise<Bkit> {
  const store = await provider()
  const found = await store.get('bkit', uuid, by.sight)
  if (found.ok) return found.value
  throw new Fault('not_found', 'Invalid bKit', { reason: 'bkit_unknown' })
}

/** Find a recipe for all companies or one of the company's own; null for one that this reader does not see. */
async function findRecipe(uuid: string, context: AccountContext): Promise<KitRecipe | null> {
  const { own, by, provider } = context
  const places = [
    ['global_recipe', await provider()],
    ['recipe', own],
  ] as const
  for (const [kind, store] of places) {
    const found = by.sight.kinds.includes(kind) ? await store.get(kind, uuid, by.sight) : null
    if (found?.ok) return { uuid, name: found.value['name'] as string, kind }
  }
  return null
}

async function linkRecipes(
  { params, body }: CallInput<typeof bkitCalls.link>,
  context: AccountContext,
): Promise<Bkit> {
  const found = await Promise.all(body.recipe_uuids.map((uuid) => findRecipe(uuid, context)))
  const missing = found.indexOf(null)
  if (missing >= 0) {
    throw new Fault('invalid', 'No such recipe', {
      field: `recipe_uuids.${missing}`,
      reason: 'recipe_unknown',
    })
  }
  const change = {
    type: 'record.edit',
    kind: 'bkit',
    uuid: params.id,
    patch: { recipe_uuids: [...new Set(body.recipe_uuids)] },
    base: body.base,
    reason: body.reason,
    action: 'bkit.link',
  } as const
  const store = await context.provider()
  return await unwrap(store.change(change, context.opId, context.by))
}

/** Keep the PDF with the provider, whose kit it is of, in the place of the one before. */
async function putFile(
  role: 'datasheet' | 'extraction',
  { params, body }: CallInput<typeof bkitCalls.datasheet>,
  context: AccountContext,
): Promise<Attachment> {
  await findKit(params.id, context)
  const { file, store } = await keepPdf(body.file, context)
  const change = { type: 'bkit.file', uuid: params.id, role, file } as const
  return await unwrap(store.change(change, context.opId, context.by))
}

/** Keep a PDF, known by its content, with the provider. */
export async function keepPdf(
  sent: File,
  context: AccountContext,
): Promise<{ file: NewFile; store: Store }> {
  const provider = await findProvider(context.env.DIRECTORY)
  if (!provider) throw new Fault('not_found', 'This region has no provider yet')
  const place = { kinds: ['pdf'], limit: attachmentBytes, company: provider.uuid } as const
  return { file: await keepFile(sent, place, context), store: context.store(provider.uuid) }
}
