import type { SyncRecord } from '../../domain/calls/sync.ts'

/**
 * The calls of replication, answered from memory: what is tested is this browser's side, and a service that is
 * gone, slow or has lost an answer must come about at an exact moment.
 */
export class MemoryEdge {
  records: SyncRecord[] = []
  calls: string[] = []
  /** Answer a missing record with 200 and a bare text, as an older edge does. */
  saysNo = false
  /** Nothing comes back. */
  gone = false
  /** Pages of old records wait for this. */
  oldPages: Promise<void> = Promise.resolve()

  readonly fetch: typeof fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : String(input), location.href)
    const path = address.pathname.replace('/v3', '')
    this.calls.push(path)
    if (this.gone) throw new TypeError('no answer')
    const { body } = init ?? {}
    const sent = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {}
    const found = this.#answer(path, address.searchParams, sent)
    await new Promise((resolve) => setTimeout(resolve, 1))
    const before = address.searchParams.get('before')
    if (before !== null && Number(before) <= this.records.length) await this.oldPages
    if (found !== null) return Response.json({ ok: true, data: found })
    if (this.saysNo) return Response.json({ ok: false, errors: 'There is no such analysis' })
    const errors = [{ code: 'not_found', message: 'No such record' }]
    return Response.json({ ok: false, errors }, { status: 404 })
  }

  put(record: Omit<SyncRecord, 'seq'>): SyncRecord {
    const seq = Math.max(0, ...this.records.map((one) => one.seq)) + 1
    const next = { ...record, seq }
    this.records = [...this.records.filter(({ uuid }) => uuid !== record.uuid), next]
    return next
  }

  #named(text: string) {
    const data = this.records.flatMap(({ body }) =>
      String(body?.['name']).includes(text) ? [body] : [],
    )
    return { data, pages: 1, total: data.length }
  }

  #answer(path: string, query: URLSearchParams, sent: Record<string, unknown>): unknown {
    if (path === '/sync/pull') return this.#page(query)
    if (path === '/analysis/search') return this.#named(String(sent['search']))
    const [, , verb, uuid = ''] = path.split('/')
    const known = this.records.find((one) => one.uuid === uuid)
    if (verb === 'get') return known?.body ?? null
    if (verb === 'create') {
      const at = new Date().toISOString()
      const { recipe_uuid, protocol_uuid, ...input } = sent
      const method = { recipe_uuid, protocol_uuid }
      const made = {
        created_at: at,
        updated_at: at,
        method,
        samples: [],
        exclusions: [],
        results: [],
      }
      const body = { ...input, ...made }
      return this.put({ kind: 'analysis', uuid: String(sent['uuid']), body }).body
    }
    if (verb !== 'merge' || !known?.body) return null
    const changes = sent['changes'] as { field: string; to: unknown }[]
    const edited = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
    const { seq, body } = this.put({ ...known, body: { ...known.body, ...edited } })
    return { record: body, seq, overwritten: [] }
  }

  #page(query: URLSearchParams) {
    const kinds = query.get('kinds')?.split(',') ?? []
    const [after, limit] = [Number(query.get('after')), Number(query.get('limit'))]
    const before = query.get('before')
    const sign = before === null ? 1 : -1
    const rows = this.records
      .filter(({ kind, seq }) => kinds.includes(kind) && seq > after)
      .filter(({ seq }) => before === null || seq < Number(before))
      .filter(({ uuid }) => uuid === (query.get('uuid') ?? uuid))
      .filter(({ body }) => query.get('open') !== 'Y' || body?.['status'] === 'INIT')
      .sort((one, other) => sign * (one.seq - other.seq))
    const records = rows.slice(0, limit)
    const checkpoint = records.at(-1)?.seq ?? Number(before ?? after)
    const newest = before === null ? {} : { newest: records[0]?.seq ?? 0 }
    return { records, checkpoint, ...newest, more: rows.length > limit, scope: 'scope' }
  }
}
