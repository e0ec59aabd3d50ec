import { inTime } from './in-time.ts'

/**
 * Anchors: signed checkpoints of the audit trails kept outside the stores, so that a store that was put back to an
 * earlier moment is found out. They are never overwritten; in a data centre the bucket's lock on `anchors/` keeps
 * them from being removed too.
 */

export interface Anchor {
  size: number
  note: string
}

function prefixOf(company: string): string {
  return `anchors/${company}/`
}

/** Name an anchor by its size, padded so that names sort as sizes do. */
function nameOf(company: string, size: number): string {
  return `${prefixOf(company)}${String(size).padStart(15, '0')}.note`
}

/** Keep an anchor, or return the one that is there already. */
export async function keepAnchor(env: Env, company: string, anchor: Anchor): Promise<Anchor> {
  const name = nameOf(company, anchor.size)
  if (await putOnce(env, name, anchor.note)) return anchor
  const standing = await readNote(env, name)
  if (standing === null) throw new Error('the anchor was neither kept nor found')
  return { size: anchor.size, note: standing }
}

/** List anchors of longer trails than `size`, the shortest first; one page of them shows that there are any. */
export async function anchorsBeyond(env: Env, company: string, size: number): Promise<Anchor[]> {
  const place = { prefix: prefixOf(company), startAfter: nameOf(company, size), limit: 20 }
  const { objects } = await inTime('files', env.BLOBS.list(place))
  const anchors: Anchor[] = []
  for (const { key } of objects) {
    const note = await readNote(env, key)
    if (note !== null) anchors.push({ size: sizeIn(key), note })
  }
  return anchors
}

/** List the sizes of all anchors with the MD5 of each note, which the bucket knows without reading it. */
export async function listAnchors(
  env: Env,
  company: string,
): Promise<{ size: number; md5: string }[]> {
  const anchors: { size: number; md5: string }[] = []
  let cursor: string | undefined
  do {
    const place = { prefix: prefixOf(company), ...(cursor === undefined ? {} : { cursor }) }
    const page: R2Objects = await inTime('files', env.BLOBS.list(place))
    for (const { key, etag } of page.objects) anchors.push({ size: sizeIn(key), md5: etag })
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
  return anchors
}

/** Read the note of an anchor that the bucket has listed. @throws Error when it is not there. */
export async function readAnchor(env: Env, company: string, size: number): Promise<string> {
  const note = await readNote(env, nameOf(company, size))
  if (note === null) throw new Error('an anchor that is listed cannot be read')
  return note
}

/** Keep a note that is never replaced. @returns false where there is one of this name. */
async function putOnce(env: Env, name: string, note: string): Promise<boolean> {
  const put = env.BLOBS.put(name, note, {
    onlyIf: { etagDoesNotMatch: '*' },
    httpMetadata: { contentType: 'text/plain; charset=utf-8' },
  })
  return (await inTime('files', put)) !== null
}

async function readNote(env: Env, name: string): Promise<string | null> {
  const kept = await inTime('files', env.BLOBS.get(name))
  return kept ? inTime('files', kept.text()) : null
}

function sizeIn(key: string): number {
  return Number(/(\d+)\.note$/.exec(key)?.[1] ?? 0)
}

/**
 * Keep the note that says from which entry on a company's trail has seals. A note that is already there is returned and never
 * replaced, like an anchor.
 */
export async function keepSealNote(env: Env, company: string, note: string): Promise<string> {
  const isKept = await putOnce(env, sealNoteOf(company), note)
  return isKept ? note : ((await readSealNote(env, company)) ?? note)
}

/** Read that note; null when no version that makes seals has opened the company's store. */
export async function readSealNote(env: Env, company: string): Promise<string | null> {
  return readNote(env, sealNoteOf(company))
}

function sealNoteOf(company: string): string {
  return `anchors/sealed/${company}.note`
}

/**
 * Keep the signed note of an erased company beside the anchors, or return the one that is there already: of two erasings at once one is
 * kept. An empty one is that of a store that has gone.
 */
export async function keepErasure(env: Env, company: string, proof: string): Promise<string> {
  const name = `anchors/erased/${company}.note`
  if (proof !== '' && (await putOnce(env, name, proof))) return proof
  return (await readNote(env, name)) ?? proof
}
