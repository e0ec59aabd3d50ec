import * as v from 'valibot'
import { get, post } from '../call.ts'
import {
  attributeFields,
  CompanyLink,
  ContextAttribute,
  contextAttribute,
  ProfileLink,
} from '../entities/context-attribute.ts'
import { Timestamp } from '../fields.ts'
import { createFormRow, createRow, deleteRow, editRow, getRow, searchRow } from './record-rows.ts'
import { byId } from './shapes.ts'

const needs = 'contextAttributes.edit'
const { profiles, companies } = ContextAttribute.entries

/** Kept by the provider for all companies; what holds for an account is in its settings. */
export const contextAttributeCalls = {
  search: searchRow(contextAttribute),
  get: getRow(contextAttribute),
  createForm: createFormRow(contextAttribute, needs),
  create: createRow(contextAttribute, needs, {
    ...attributeFields,
    description: v.optional(attributeFields.description),
    values: v.optional(attributeFields.values),
  }),
  edit: editRow(contextAttribute, needs, attributeFields),
  delete: deleteRow(contextAttribute, needs),
  listProfiles: get('/context_attributes/list_profiles/:id', {
    needs: 'contextAttributes.search',
    params: byId,
    data: v.strictObject({ profiles: v.array(ProfileLink) }),
  }),
  listCompanies: get('/context_attributes/list_companies/:id', {
    needs: 'contextAttributes.search',
    params: byId,
    data: v.strictObject({
      companies: v.array(v.strictObject({ ...CompanyLink.entries, name: v.nullable(v.string()) })),
    }),
  }),
  /** Exactly the profiles it is linked to. */
  manageProfile: post('/context_attributes/manage_profile/:id', {
    needs,
    params: byId,
    body: v.strictObject({ profiles, base: v.optional(Timestamp) }),
    data: ContextAttribute,
  }),
  /** Exactly the companies it is linked to. */
  manageCompany: post('/context_attributes/manage_company/:id', {
    needs,
    params: byId,
    body: v.strictObject({ companies, base: v.optional(Timestamp) }),
    data: ContextAttribute,
  }),
}
