import * as v from 'valibot'
import { entity } from '../entity.ts'
import { Line, Name, stamps, Text, Uuid } from '../fields.ts'
import { type ProductFlag, productFlags, type ProductFlags } from '../permissions.ts'

const Value = v.pipe(Line, v.minLength(1))

/** A profile by its uuid, or by the name of one of the four that every company has. */
export const ProfileLink = v.strictObject({
  profile: v.union([v.picklist(['SuperAdmin', 'Administrator', 'Manager', 'Operator']), Uuid]),
  /** Null for the attribute's default. */
  value: v.nullable(Value),
})
export type ProfileLink = v.InferOutput<typeof ProfileLink>

export const CompanyLink = v.strictObject({ company_uuid: Uuid, value: v.nullable(Value) })
export type CompanyLink = v.InferOutput<typeof CompanyLink>

/** Fields of a new attribute. */
export const attributeFields = {
  name: Name,
  description: v.pipe(Text, v.maxLength(1000)),
  /** `flag`: one of the possible values; `text`: any short text. */
  type: v.picklist(['flag', 'text']),
  /** Values of a flag; empty for a text. */
  values: v.pipe(v.array(Value), v.maxLength(50)),
  default: Value,
}

/**
 * Something that the provider says of accounts, such as a trial that is on. It holds for accounts of the linked
 * profiles and of the linked companies, with the link's value or the default.
 */
export const ContextAttribute = v.strictObject({
  ...stamps,
  ...attributeFields,
  profiles: v.pipe(v.array(ProfileLink), v.maxLength(200)),
  companies: v.pipe(v.array(CompanyLink), v.maxLength(2000)),
})
export type ContextAttribute = v.InferOutput<typeof ContextAttribute>

export const contextAttribute = entity({
  kind: 'context_attribute',
  path: '/context_attributes',
  permission: 'contextAttributes.search',
  schema: ContextAttribute,
  indexes: ['name'],
  filters: ['type'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})

/** Account whose values are requested. */
export interface AttributeAccount {
  company_uuid: string
  profile_uuid: string
  /** The ordinary profile it is made from. */
  base: string
}

/** Return an account's value: the profile's before the company's; null when neither is linked. */
export function valueFor(attribute: ContextAttribute, account: AttributeAccount): string | null {
  const links = [
    attribute.profiles.find(({ profile }) => profile === account.profile_uuid),
    attribute.profiles.find(({ profile }) => profile === account.base),
    attribute.companies.find(({ company_uuid }) => company_uuid === account.company_uuid),
  ]
  const link = links.find((one) => one !== undefined)
  return link ? (link.value ?? attribute.default) : null
}

/** Return the flag of the product that an attribute switches; null for one that only tells. */
export function flagOf({ name }: Pick<ContextAttribute, 'name'>): ProductFlag | null {
  return Object.hasOwn(productFlags, name) ? (name as ProductFlag) : null
}

/** Read a flag of the product for an account: what the provider says of it, otherwise the usual value. */
function readFlag(
  flag: ProductFlag,
  attributes: readonly ContextAttribute[],
  account: AttributeAccount,
): 'on' | 'off' {
  const attribute = attributes.find(({ name }) => name === flag)
  const said = attribute && valueFor(attribute, account)
  return said === 'on' || said === 'off' ? said : productFlags[flag].usual
}

/** Read every flag of the product for an account. */
export function readFlags(
  attributes: readonly ContextAttribute[],
  account: AttributeAccount,
): ProductFlags {
  return {
    certificates: readFlag('certificates', attributes, account),
    trial: readFlag('trial', attributes, account),
  }
}
