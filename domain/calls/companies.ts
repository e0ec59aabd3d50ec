import * as v from 'valibot'
import { companyActions } from '../actions/company.ts'
import { get, post, search } from '../call.ts'
import { Company, company } from '../entities/company.ts'
import { StoreSize } from '../entities/store-size.ts'
import {
  ContentHash,
  Name,
  NewEmail,
  PersonName,
  Timestamp,
  Username,
  Uuid,
  YesNo,
} from '../fields.ts'
import { reachNeeds } from '../rules/reach.ts'
import { createFormRow, editRow, Form, formRow, sortedSearchRow } from './record-rows.ts'
import { RunNamePattern } from '../entities/run-name.ts'
import { byId, Page, PageQuery, Reason, SilentCompanies, SortedPage } from './shapes.ts'

const { entries } = Company

/** Address and contacts of the company. */
const details = {
  address: entries.address,
  city: entries.city,
  region: entries.region,
  country: entries.country,
  zip_code: entries.zip_code,
  phone: entries.phone,
  vat: entries.vat,
  domain: entries.domain,
  support_contact: entries.support_contact,
  geolocation: entries.geolocation,
}

/** Capabilities that the provider grants to a company. */
const capabilities = {
  certificates_enabled: entries.certificates_enabled,
  developer: entries.developer,
  cfx96_enabled: entries.cfx96_enabled,
}

const detailsBody = v.strictObject({
  ...v.partial(v.strictObject(details)).entries,
  base: v.optional(Timestamp),
  reason: v.optional(Reason),
})

/** Figures of a company as the index of the fleet knows them: counts only, and nothing of a person or a run. */
export const CompanyFigures = v.strictObject({
  uuid: Uuid,
  name: v.string(),
  /** Time of the last report of its store, as of which the figures are; null for one that has sent none. */
  heard_at: v.nullable(Timestamp),
  /** It has sent none and nothing is wrong: it is new, or the first round over all stores is under way. */
  awaited: v.optional(v.literal(true)),
  devices: v.number(),
  /** Size of its store; null where it was not reported. */
  store: v.nullable(StoreSize),
})
export type CompanyFigures = v.InferOutput<typeof CompanyFigures>

/** A company is kept in its own store. `:id` is the own company, or one that the account reaches (decisions R15). */
export const companyCalls = {
  /** The own company; for a partner with its underlings; for the provider every one of the region. */
  search: {
    ...sortedSearchRow(company),
    data: v.strictObject({ ...SortedPage(Company).entries, silent: SilentCompanies }),
  },
  /** Count the devices of each company of the region and say how full its store is, by the index of the fleet (decision 100). */
  figures: search('/companies/figures', {
    needs: reachNeeds,
    query: PageQuery,
    data: Page(CompanyFigures),
  }),
  createForm: createFormRow(company, 'companies.create'),
  create: post('/companies/create', {
    needs: 'companies.create',
    body: v.strictObject({
      uuid: v.optional(Uuid),
      name: Name,
      ...v.partial(v.strictObject({ ...details, ...capabilities })).entries,
      four_eyes: v.optional(entries.four_eyes),
      /** Name of its first swarm. */
      swarm: v.optional(Name),
      /** Its first administrator, who is sent a link to set a password. */
      administrator: v.optional(
        v.strictObject({ username: Username, name: PersonName, email: NewEmail }),
      ),
    }),
    data: Company,
    timeout: 60_000,
  }),
  editForm: formRow(company, 'edit', 'companies.edit'),
  /** Name and rules of the company; what it may use is changed by the provider only. */
  edit: editRow(company, 'companies.edit', {
    name: Name,
    ...details,
    ...capabilities,
    four_eyes: entries.four_eyes,
    recipe_review: YesNo,
    calibration_required: YesNo,
    run_names: RunNamePattern,
  }),
  editDetailsFormOf: formRow(company, 'editDetails', 'companies.details'),
  editDetailsOf: post('/companies/editDetails/:id', {
    needs: 'companies.details',
    params: byId,
    body: detailsBody,
    data: Company,
  }),
  editDetailsForm: get('/companies/editDetails', {
    needs: 'companies.details',
    data: Form(Company),
  }),
  editDetails: post('/companies/editDetails', {
    needs: 'companies.details',
    body: detailsBody,
    data: Company,
  }),
  /** Read the size of the company's store and its share of the limit. */
  storeSize: get('/companies/store_size', { needs: 'companies.details', data: StoreSize }),
  logo: get('/companies/logo', { needs: null, reply: 'blob' }),
  uploadLogo: post('/companies/upload_logo', {
    needs: 'companies.uploadLogo',
    send: 'multipart',
    body: v.strictObject({ file: v.file() }),
    data: Company,
    timeout: 60_000,
  }),
  /**
   * Close a company: nobody signs in there any more, its devices are refused. It may be opened again, and erased after
   * `closingDays` (domain/calls/closings.ts).
   */
  delete: post('/companies/delete/:id', {
    needs: companyActions.delete.needs,
    params: byId,
    body: v.optional(
      v.strictObject({
        /** The company's name, once more, while it still has people or devices. */
        confirm: v.optional(Name),
        reason: v.optional(Reason),
        /** SHA-256 of the export that was taken before, for the record of the closing. */
        export_hash: v.optional(ContentHash),
      }),
    ),
    data: v.strictObject({}),
  }),
}
