import * as v from 'valibot'
import { refuseFile } from '../../refuse-file.ts'
import { type OrderLine, refuseOrder } from './order-line.ts'

/** States of a `ServiceRequest` in which its test is still to be done. */
const open = new Set(['active', 'draft', 'on-hold', 'unknown'])

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
  display: v.optional(v.string()),
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
  // R5 has the concept one level deeper than R4.
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
  if (root.resourceType !== 'Bundle') return readRequest(root, '', new Map())
  const bundle = v.safeParse(Bundle, root)
  if (!bundle.success) throw refuseFile('orders_damaged')
  const entries = bundle.output.entry ?? []
  const known = new Map<string, Resource>()
  for (const { fullUrl, resource } of entries) {
    if (!resource) continue
    if (fullUrl) known.set(fullUrl, resource)
    if (resource.id) known.set(`${resource.resourceType}/${resource.id}`, resource)
  }
  const orders = entries.flatMap(({ fullUrl, resource }) =>
    resource?.resourceType === 'ServiceRequest' ? readRequest(resource, fullUrl ?? '', known) : [],
  )
  return orders.length > 0 ? orders : [refuseKind('Bundle')]
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

/** Read a request: one line for each of its specimens. */
function readRequest(
  resource: Resource,
  fullUrl: string,
  known: ReadonlyMap<string, Resource>,
): OrderLine[] {
  const read = v.safeParse(Request, resource)
  if (resource.resourceType !== 'ServiceRequest' || !read.success) {
    return [refuseKind(resource.resourceType)]
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
  const specimens = (request.specimen ?? [{}]).map((reference) =>
    numberOf(reference, request.contained ?? [], known),
  )
  return specimens.map((specimen) => {
    const line = { ...refuseOrder('fhir', { reason: 'csv_order_cancelled', params: {} }), ...order }
    const isOpen = open.has(request.status ?? 'active') && request.intent !== 'proposal'
    return { ...line, specimen, refused: isOpen ? null : line.refused }
  })
}

/** Return the number of a specimen: of the reference itself, or of the resource that it names. */
function numberOf(
  { reference, identifier, display }: v.InferOutput<typeof Reference>,
  contained: readonly Resource[],
  known: ReadonlyMap<string, Resource>,
): string {
  const own = reference?.startsWith('#')
    ? contained.find(({ id }) => `#${id}` === reference)
    : (known.get(reference ?? '') ?? known.get(reference?.split('/').slice(-2).join('/') ?? ''))
  const specimen = v.safeParse(Specimen, own)
  const told = specimen.success
    ? (specimen.output.accessionIdentifier?.value ??
      specimen.output.identifier?.find(({ value }) => value)?.value)
    : undefined
  return told ?? identifier?.value ?? display ?? ''
}
