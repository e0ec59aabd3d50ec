import * as v from 'valibot'
import { refuseFile } from '../../refuse-file.ts'
import { type OrderLine, refuseOrder } from './order-line.ts'

/** States of a `ServiceRequest` in which its test is to be done: neither a draft, nor one on hold, nor one that has ended. */
const openStates = new Set(['active', 'unknown'])
/** Requests that order nothing: drafts, and suggestions and plans, which nobody has authorised. */
const unordered = new Set(['draft', 'proposal', 'plan', 'option'])

const Identifier = v.object({ system: v.optional(v.string()), value: v.optional(v.string()) })
const Concept = v.object({
  text: v.optional(v.string()),
  coding: v.optional(
    v.array(
      v.object({
        system: v.optional(v.string()),
        code: v.optional(v.string()),
        display: v.optional(v.string()),
      }),
    ),
  ),
})
const Reference = v.object({
  reference: v.optional(v.string()),
  identifier: v.optional(Identifier),
})
const Resource = v.looseObject({ resourceType: v.string(), id: v.optional(v.string()) })
const Bundle = v.object({
  entry: v.optional(
    v.array(v.object({ fullUrl: v.optional(v.string()), resource: v.optional(Resource) })),
  ),
})
const Request = v.object({
  id: v.optional(v.string()),
  identifier: v.optional(v.array(Identifier)),
  status: v.optional(v.string()),
  intent: v.optional(v.string()),
  /** The service must not be done: an element that changes the meaning of all others. */
  doNotPerform: v.optional(v.boolean()),
  modifierExtension: v.optional(v.array(v.unknown())),
  // Allow R5, which has the concept one level deeper than R4.
  code: v.optional(v.union([v.object({ concept: Concept }), Concept])),
  specimen: v.optional(v.array(Reference)),
  contained: v.optional(v.array(Resource)),
})
const Specimen = v.object({
  identifier: v.optional(v.array(Identifier)),
  accessionIdentifier: v.optional(Identifier),
})
type Resource = v.InferOutput<typeof Resource>

/** Return true for a text that begins like a JSON object with a FHIR resource in it. */
export function isFhir(text: string): boolean {
  return /^\s*\{/.test(text) && text.includes('"resourceType"')
}

/**
 * Read the orders of a FHIR bundle or of one `ServiceRequest` (R4 and R5). Each entry that orders nothing but is no part of
 * an order, and each request that has ended, is kept as a row with the reason. No `Patient` is read.
 * @throws Fault `invalid` with `orders_damaged` for a text that is no JSON or no resource.
 */
export function readFhirOrders(text: string): OrderLine[] {
  const root = parseResource(text)
  if (root.resourceType !== 'Bundle') return nameSpecimens(readRequest(root, '', new Map()))
  const bundle = v.safeParse(Bundle, root)
  if (!bundle.success) throw refuseFile('orders_damaged')
  const entries = bundle.output.entry ?? []
  const known: Known = new Map()
  for (const { fullUrl = '', resource } of entries) {
    if (!resource) continue
    const id = resource.id && `${resource.resourceType}/${resource.id}`
    for (const key of [fullUrl, id]) {
      if (key) known.set(key, [...(known.get(key) ?? []), { fullUrl, resource }])
    }
  }
  const orders = entries.flatMap(({ fullUrl, resource }) =>
    resource?.resourceType === 'ServiceRequest' ? readRequest(resource, fullUrl ?? '', known) : [],
  )
  return orders.length > 0 ? nameSpecimens(orders) : [refuseKind('Bundle')]
}

function parseResource(text: string): Resource {
  try {
    return v.parse(Resource, JSON.parse(text))
  } catch {
    throw refuseFile('orders_damaged')
  }
}

function refuseKind(kind: string): OrderLine {
  return refuseOrder('fhir', { reason: 'csv_order_none', params: { kind: kind.slice(0, 40) } })
}

/** Resources of a bundle by their address, and by type and id, which those of several servers may share. */
type Known = Map<string, { fullUrl: string; resource: Resource }[]>

/** A number, and who gave it. */
interface Numbered {
  number: string
  authority: string
}

/** Numbers of a specimen: that of its accession, which several specimens may share, and its own. */
interface SpecimenNumbers {
  accession: Numbered
  own: Numbered
}

const unnumbered: Numbered = { number: '', authority: '' }

/** Read a request: one line for each of its specimens, whose numbers are beside it. */
function readRequest(
  resource: Resource,
  fullUrl: string,
  known: Known,
): [OrderLine, SpecimenNumbers][] {
  const none: SpecimenNumbers = { accession: unnumbered, own: unnumbered }
  const read = v.safeParse(Request, resource)
  if (resource.resourceType !== 'ServiceRequest' || !read.success) {
    return [[refuseKind(resource.resourceType), none]]
  }
  const request = read.output
  const concept = request.code && 'concept' in request.code ? request.code.concept : request.code
  const [coding] = concept?.coding ?? []
  const order = {
    number: request.identifier?.find(({ value }) => value)?.value ?? request.id ?? '',
    code: coding?.code ?? '',
    system: coding?.system ?? '',
    test: concept?.text ?? coding?.display ?? '',
    reference: request.id ? `ServiceRequest/${request.id}` : fullUrl,
  }
  const line = { ...refuseOrder('fhir', null, order), refused: refusalOf(request) }
  return (request.specimen ?? [{}]).map((reference) => [
    line,
    numbersOf(reference, { contained: request.contained ?? [], fullUrl, known }),
  ])
}

/** Find out why no test is to be done for a request; null where one is. */
function refusalOf(request: v.InferOutput<typeof Request>): OrderLine['refused'] {
  const { status = 'active', intent = 'order', doNotPerform, modifierExtension = [] } = request
  if (modifierExtension.length > 0) return { reason: 'csv_order_unclear', params: {} }
  const kind = status === 'draft' ? status : intent
  if (unordered.has(kind)) return { reason: 'csv_order_none', params: { kind } }
  if (!openStates.has(status) || doNotPerform) {
    return { reason: 'csv_order_cancelled', params: {} }
  }
  return null
}

/** Request that refers to a specimen, and what is known beside it. */
interface Referrer {
  contained: readonly Resource[]
  fullUrl: string
  known: Known
}

/** Read the numbers of a specimen: of the resource that a reference names, or of the reference itself. */
function numbersOf(
  { reference, identifier }: v.InferOutput<typeof Reference>,
  from: Referrer,
): SpecimenNumbers {
  const specimen = v.safeParse(Specimen, reference && findNamed(reference, from))
  const read = specimen.success ? specimen.output : {}
  return {
    accession: numberIn(read.accessionIdentifier),
    own: numberIn(read.identifier?.find(({ value }) => value) ?? identifier),
  }
}

function numberIn(identifier: v.InferOutput<typeof Identifier> = {}): Numbered {
  return { number: identifier.value ?? '', authority: identifier.system ?? '' }
}

/**
 * Find the resource that a reference names, as FHIR resolves it in a bundle: by its address, which for a relative one begins as that of the
 * request, else by type and id. Undefined where several that differ have them: one of them is another specimen.
 */
function findNamed(reference: string, { contained, fullUrl, known }: Referrer): unknown {
  if (reference.startsWith('#')) return only(contained.filter(({ id }) => `#${id}` === reference))
  const path = reference.replace(/\/_history\/[^/]*$/, '')
  const isWhole = /^[a-z][a-z\d+.-]*:/i.test(path)
  const start = /^(https?:.*\/)[a-z]+\/[^/]+$/i.exec(fullUrl)?.[1]
  const there = known.get(isWhole ? path : `${start ?? ''}${path}`)
  const alike = known.get(path.split('/').slice(-2).join('/')) ?? []
  // Pass over one that is at another address than the one that is named.
  const elsewhere = isWhole ? alike.filter((one) => !one.fullUrl.startsWith('http')) : alike
  return only((there ?? elsewhere).map(({ resource }) => resource))
}

/** Return the only one of some resources, which may be there several times. */
function only(resources: readonly Resource[]): Resource | undefined {
  const different = new Set(resources.map((one) => JSON.stringify(one)))
  return different.size === 1 ? resources[0] : undefined
}

/**
 * Give each order the number of its specimen: that of the accession, which is on the label, or its own where specimens with
 * different numbers share one accession. Otherwise they would become one sample.
 */
function nameSpecimens(orders: readonly [OrderLine, SpecimenNumbers][]): OrderLine[] {
  const keyOf = ({ number, authority }: Numbered) => JSON.stringify([number, authority])
  const sharers = new Map<string, Set<string>>()
  for (const [, { accession, own }] of orders) {
    const known = sharers.get(keyOf(accession)) ?? new Set()
    sharers.set(keyOf(accession), known.add(keyOf(own)))
  }
  return orders.map(([line, { accession, own }]) => {
    const isShared = accession.number === '' || (sharers.get(keyOf(accession))?.size ?? 0) > 1
    const { number: specimen, authority } = isShared ? own : accession
    return { ...line, specimen, authority }
  })
}
