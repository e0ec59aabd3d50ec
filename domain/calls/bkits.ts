import * as v from 'valibot'
import { lotActions } from '../actions/lot.ts'
import { get, post, search } from '../call.ts'
import { Attachment } from '../entities/attachment.ts'
import { Bkit, bkit } from '../entities/bkit.ts'
import { BkitLot, bkitLot, lotFacts } from '../entities/bkit-lot.ts'
import { LabelOrder, ManyLabels } from '../entities/lot-labels.ts'
import { Line, Name, Uuid, Timestamp } from '../fields.ts'
import { isName } from '../rules/plain-text.ts'
import {
  createFormRow,
  createRow,
  deleteRow,
  editRow,
  formRow,
  SearchBody,
  searchRow,
} from './record-rows.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'

const {
  uuid: _uuid,
  created_at: _created,
  updated_at: _updated,
  recipe_uuids,
  lots: _lots,
  datasheet_uuid: _datasheet,
  extraction_uuid: _extraction,
  ...fields
} = Bkit.entries

/** A code that is given now: without characters that are not seen, by which a scanned label would be another's. */
const NewCode = v.pipe(Line, v.maxLength(63), v.check(isName, 'control_character'))
const given = {
  ...fields,
  assy_number: NewCode,
  ref: NewCode,
  part_number: NewCode,
  lot: v.pipe(NewCode, v.regex(/\S/, 'required')),
}

/** A recipe as far as a kit needs to name it. */
export const KitRecipe = v.strictObject({
  uuid: Uuid,
  name: Name,
  kind: v.picklist(['recipe', 'global_recipe']),
})
export type KitRecipe = v.InferOutput<typeof KitRecipe>

/** Lots to be added, all or none. They begin in quarantine. */
const NewLots = v.strictObject({
  lots: v.pipe(
    v.array(
      v.strictObject({
        ...v.pick(BkitLot, ['lot_number', 'boxes', 'bkit_uuid']).entries,
        ...lotFacts,
      }),
    ),
    v.minLength(1),
    v.maxLength(500),
  ),
})

/** Attach the file or take the place of the one before. A PDF, known by its content; read by attachments/download. */
function fileRow<const Path extends string>(path: Path) {
  return post(path, {
    needs: 'bkits.edit',
    params: byId,
    send: 'multipart',
    body: v.strictObject({ file: v.file() }),
    data: Attachment,
    timeout: 60_000,
  })
}

export const bkitCalls = {
  search: searchRow(bkit),
  /** Recipes that a kit belongs to, of those that the caller may see. An unknown kit is an "Invalid bKit". */
  recipe: get('/bkits/recipe/:id', {
    needs: 'bkits.search',
    params: byId,
    data: Page(KitRecipe),
  }),
  createForm: createFormRow(bkit, 'bkits.create'),
  create: createRow(bkit, 'bkits.create', given),
  editForm: formRow(bkit, 'edit', 'bkits.edit'),
  edit: editRow(bkit, 'bkits.edit', given),
  linkForm: formRow(bkit, 'link', 'bkits.linkRecipes'),
  link: post('/bkits/link/:id', {
    needs: 'bkits.linkRecipes',
    params: byId,
    body: v.strictObject({ recipe_uuids, base: v.optional(Timestamp), reason: v.optional(Reason) }),
    data: Bkit,
  }),
  delete: deleteRow(bkit, 'bkits.delete'),
  datasheet: fileRow('/bkits/datasheet/:id'),
  extraction: fileRow('/bkits/extraction/:id'),
  lots: search('/bkits/lots', {
    needs: 'production.lots',
    query: PageQuery,
    body: SearchBody(bkitLot),
    data: Page(BkitLot),
  }),
  /** A line per box for a label printer, UTF-8 with its mark; no cell is a formula (decisions D75). */
  printerCsv: search('/bkits/lots/printer_csv', {
    needs: 'production.lots',
    body: v.strictObject({ lots: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(200)) }),
    reply: 'blob',
  }),
  /**
   * Makes labels of a lot, PDF or ZPL, and writes down who made which; a label that was made before needs a reason
   * (decision 33).
   */
  labels: post('/bkits/lots/labels/:id', {
    needs: lotActions.label.needs,
    params: byId,
    body: v.strictObject({ ...LabelOrder.entries, reason: v.optional(Reason) }),
    reply: 'blob',
    timeout: 120_000,
  }),
  /** Makes labels of several lots in one file: all of them or none. Each lot has the order in its own trail. */
  manyLabels: post('/bkits/lots/labels', {
    needs: lotActions.label.needs,
    body: v.strictObject({ ...ManyLabels.entries, reason: v.optional(Reason) }),
    reply: 'blob',
    timeout: 120_000,
  }),
  /** Judges the lots as `inject` does and writes none: every line that is refused is named, not the first alone. */
  checkLots: search('/bkits/lots/check', {
    needs: 'production.lots',
    body: NewLots,
    data: v.strictObject({ lots: v.number() }),
  }),
  /** All of the lots or none: every line that is refused is named. */
  inject: post('/bkits/lots/inject', {
    needs: 'production.lots',
    body: NewLots,
    data: v.strictObject({ created: v.number() }),
    timeout: 60_000,
  }),
}
