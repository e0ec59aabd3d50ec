import type { Json } from './filter.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const api = 'urn:ietf:params:scim:api:messages:2.0'

/** Names of schemas and messages (RFC 7643, RFC 7644). */
export const urns = {
  user: `${core}:User`,
  group: `${core}:Group`,
  schema: `${core}:Schema`,
  resourceType: `${core}:ResourceType`,
  config: `${core}:ServiceProviderConfig`,
  list: `${api}:ListResponse`,
  error: `${api}:Error`,
} as const

/** Most resources in an answer. */
export const mostResults = 200

interface Attribute {
  name: string
  description: string
  type?: 'boolean' | 'complex' | 'reference' | 'string'
  multiValued?: true
  required?: true
  caseExact?: true
  mutability?: 'immutable' | 'readOnly'
  uniqueness?: 'server'
  referenceTypes?: string[]
  subAttributes?: Attribute[]
}

/** Write an attribute with all its characteristics (RFC 7643 section 7). */
function describe({ subAttributes, referenceTypes, ...given }: Attribute): Json {
  return {
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...given,
    ...(referenceTypes && { referenceTypes }),
    ...(subAttributes && { subAttributes: subAttributes.map(describe) }),
  }
}

/** Every address and number is the person's only one, at work. */
const ofWork: Attribute[] = [
  { name: 'type', description: 'Always work.', mutability: 'readOnly' },
  { name: 'primary', description: 'Always true.', type: 'boolean', mutability: 'readOnly' },
]

const userAttributes: Attribute[] = [
  {
    name: 'userName',
    description: 'Name to sign in with. It stays as it was made.',
    required: true,
    mutability: 'immutable',
    uniqueness: 'server',
  },
  {
    name: 'displayName',
    description: 'Name of the person, as it is printed on signatures. The same as name.formatted.',
  },
  {
    name: 'name',
    description: 'The same as displayName.',
    type: 'complex',
    subAttributes: [
      { name: 'formatted', description: 'Name of the person.' },
      {
        name: 'givenName',
        description:
          'First part of a name that was given in two parts, and as a whole by neither displayName nor name.formatted.',
      },
      { name: 'familyName', description: 'Last part of such a name.' },
    ],
  },
  {
    name: 'emails',
    description: 'The address of the person: the primary one, else the first.',
    type: 'complex',
    multiValued: true,
    required: true,
    subAttributes: [{ name: 'value', description: 'The address.', required: true }, ...ofWork],
  },
  {
    name: 'phoneNumbers',
    description: 'The telephone number of the person: the first one.',
    type: 'complex',
    multiValued: true,
    subAttributes: [{ name: 'value', description: 'The number.' }, ...ofWork],
  },
  {
    name: 'active',
    description: 'False ends sessions and keys at once, and lets nobody sign in.',
    type: 'boolean',
  },
  {
    name: 'groups',
    description: 'Groups that the person is in.',
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', description: 'Id of the group.', mutability: 'readOnly' },
      { name: 'display', description: 'Name of the group.', mutability: 'readOnly' },
    ],
  },
]

const groupAttributes: Attribute[] = [
  { name: 'displayName', description: 'Name of the group.', required: true, uniqueness: 'server' },
  {
    name: 'members',
    description: 'People of the group.',
    type: 'complex',
    multiValued: true,
    subAttributes: [
      { name: 'value', description: 'Id of the person.', mutability: 'immutable' },
      {
        name: '$ref',
        description: 'Address of the person.',
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
        caseExact: true,
      },
    ],
  },
]

/** Return the schemas of this service, by name. */
export function listSchemas(base: string): Json[] {
  const made = (id: string, name: string, description: string, attributes: Attribute[]): Json => ({
    schemas: [urns.schema],
    id,
    name,
    description,
    attributes: attributes.map(describe),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  return [
    made(urns.user, 'User', 'A person of the company', userAttributes),
    made(urns.group, 'Group', 'A group of people at the identity provider', groupAttributes),
  ]
}

export function listResourceTypes(base: string): Json[] {
  return [
    ['User', '/Users', urns.user],
    ['Group', '/Groups', urns.group],
  ].map(([name, endpoint, schema]) => ({
    schemas: [urns.resourceType],
    id: name,
    name,
    description: name,
    endpoint,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))
}

export function serviceProviderConfig(base: string): Json {
  return {
    schemas: [urns.config],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token of the company',
        description: 'A token that an administrator makes on the page of the company',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}
