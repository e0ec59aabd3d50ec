import * as v from 'valibot'
import { entity } from '../entity.ts'
import { ContentHash, doer, Line, Name, stamps, Timestamp, Uuid, YesNo } from '../fields.ts'
import type { Capabilities } from '../permissions.ts'
import { regionNames } from '../regions.ts'
import { LegalHold, RemovalPlan, RemovedPart, Retention } from './retention.ts'
import { RunNamePattern } from './run-name.ts'
import { Visit, VisitRequest } from './visit.ts'

/** A place on the earth, in degrees north and east. */
export const Geolocation = v.strictObject({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
})
export type Geolocation = v.InferOutput<typeof Geolocation>

const PermissionWord = v.pipe(v.string(), v.maxLength(60))

const ruleFacts = {
  uuid: Uuid,
  /** In the company's own words, which a refusal cites: "No Operator may validate". */
  name: Name,
  permission: PermissionWord,
}

/** A rule that a company keeps about its own profiles; a change that breaks it is refused (domain/rules/access-rules.ts). */
export const AccessRule = v.variant('kind', [
  /** No profile made from an ordinary one holds the permission. */
  v.strictObject({
    ...ruleFacts,
    kind: v.literal('never'),
    base: v.picklist(['SuperAdmin', 'Administrator', 'Manager', 'Operator']),
  }),
  /** No profile holds both permissions. */
  v.strictObject({ ...ruleFacts, kind: v.literal('apart'), other: PermissionWord }),
  /** No more than this many active people hold the permission. */
  v.strictObject({
    ...ruleFacts,
    kind: v.literal('most'),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  }),
])
export type AccessRule = v.InferOutput<typeof AccessRule>

/** Visits, and requests for one, that a record keeps; older ones are in the trail. */
export const keptVisits = 20

/** Names of the fields of address and contacts, in the order in which forms show them. */
export const companyDetails = [
  'address',
  'zip_code',
  'city',
  'region',
  'country',
  'phone',
  'vat',
  'domain',
  'support_contact',
] as const

/** Values of the fields that nobody has stated of a company. */
export const blankCompany = {
  address: '',
  city: '',
  region: '',
  country: '',
  zip_code: '',
  phone: '',
  vat: '',
  domain: '',
  support_contact: '',
  certificates_enabled: 'N',
  developer: 'N',
  cfx96_enabled: 'N',
} as const

export const Company = v.strictObject({
  ...stamps,
  name: Name,
  address: Line,
  city: Line,
  region: Line,
  country: Line,
  zip_code: Line,
  phone: Line,
  vat: Line,
  domain: Line,
  support_contact: Line,
  /** Place on the map; null when not given. */
  geolocation: v.optional(v.nullable(Geolocation)),
  /** Picture by the hash of its file. */
  logo: v.optional(v.nullable(ContentHash)),
  /** Region that keeps its data; no edit changes it. */
  data_region: v.picklist(regionNames),
  /** The company that provides the service: one in a deployment (decisions R15). */
  isProvider: v.optional(YesNo),
  isPartner: YesNo,
  /** Companies that a partner sees and administers. The directory's copy decides who reaches whom. */
  underlings: v.optional(v.array(Uuid)),
  certificates_enabled: YesNo,
  developer: YesNo,
  cfx96_enabled: YesNo,
  /** Results must be signed by somebody who had no hand in them. */
  four_eyes: YesNo,
  /** The person who asked to switch it off; a second person must ask too before it is. Written by the service only. */
  four_eyes_off: v.optional(v.strictObject({ ...doer, at: Timestamp })),
  /** New versions of recipes are reviewed and signed before runs use them. Absent: saving puts them in force. */
  recipe_review: v.optional(YesNo),
  /** The person who asked to switch that off; a second person must ask too. Written by the service only. */
  recipe_review_off: v.optional(v.strictObject({ ...doer, at: Timestamp })),
  /** A device with an overdue calibration is not launched on; absent or N: the launch is warned only. */
  calibration_required: v.optional(YesNo),
  /** Pattern of the names of new runs; absent or empty: the name of the method. */
  run_names: v.optional(RunNamePattern),
  /** Rules about its profiles; absent: none. */
  access_rules: v.optional(v.pipe(v.array(AccessRule), v.maxLength(50))),
  /** The last visits, the oldest first. Written by the service only. */
  visits: v.optional(v.pipe(v.array(Visit), v.maxLength(keptVisits))),
  /** Visits are granted by an administrator of the company, unless they are an emergency; absent: they begin without. */
  visits_granted: v.optional(YesNo),
  /** Requests for a visit, the oldest first. Written by the service only. */
  visit_requests: v.optional(v.pipe(v.array(VisitRequest), v.maxLength(keptVisits))),
  /** The partner that the company last left of its own. Written by the service only. */
  left_partner: v.optional(v.strictObject({ uuid: Uuid, name: v.string(), at: Timestamp })),
  /** Times for which parts of its data are kept; absent: for good. Written by calls of its own, as what follows (decision 59). */
  retention: v.optional(Retention),
  /** Nothing is removed by its age, and the company is not erased, until it is lifted. */
  legal_hold: v.optional(LegalHold),
  /** The next removal, of which the administrators have been told. Written by the service only. */
  removal_plan: v.optional(RemovalPlan),
  /** The last removal. Written by the service only. */
  last_removal: v.optional(v.strictObject({ at: Timestamp, parts: v.array(RemovedPart) })),
})
export type Company = v.InferOutput<typeof Company>

export const company = entity({
  kind: 'company',
  path: '/companies',
  permission: 'companies.search',
  schema: Company,
  indexes: ['name'],
  scope: 'company',
  local: { table: 'companies', collection: 'organisation' },
  trash: 'companies',
})

export function capabilitiesOf(record: Company): Capabilities {
  return {
    canUseCfx96: record.cfx96_enabled === 'Y',
    certificates: record.certificates_enabled === 'Y',
    developer: record.developer === 'Y',
    partner: record.isPartner === 'Y',
    provider: record.isProvider === 'Y',
  }
}
