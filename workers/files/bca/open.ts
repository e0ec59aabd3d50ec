import * as v from 'valibot'
import type { Archive, ArchiveMember } from '../open-archive.ts'
import type { ReadingMemory } from '../reading-memory.ts'
import { refuseFile } from '../refuse-file.ts'
import { bcaLimits, Manifest, manifestName, type Part } from './manifest.ts'
import { checkSeal } from './seal.ts'
import { sha256Hex } from './sha-256.ts'

/** An archive whose every byte is as it was written. */
export interface OpenedArchive {
  manifest: Manifest
  /** The one part of a role. @throws Fault `bca_manifest` where there is none or several. */
  read(role: Part['role']): Uint8Array
  hashOf(role: Part['role']): string
  /** Null where no part of the role has that content. */
  readByHash(role: Part['role'], hash: string): Uint8Array | null
}

/**
 * Check seal, list and parts of an archive; nothing in it is believed before. Only the parts of the wanted roles are held.
 * @throws Fault `bca_version`, `bca_changed`, `bca_manifest`, `bca_part`, `file_too_large`, or a `zip_*` one.
 */
export function openBca(
  bytes: Uint8Array,
  archive: Archive,
  memory: ReadingMemory,
  wanted: readonly Part['role'][] = ofAnalysis,
): OpenedArchive {
  checkSize(bytes, archive)
  const version = checkSeal(bytes)
  const manifest = readManifest(archive, memory)
  if (manifest.version !== version) throw refuseFile('bca_changed')
  const members = new Map(archive.members.map((member) => [member.name, member]))
  checkNames(manifest.parts, archive.members)
  const needed = new Map<string, Uint8Array>()
  for (const part of manifest.parts) {
    const content = archive.readNested(members.get(part.name)!)
    if (content.length !== part.size || sha256Hex(content) !== part.sha256) {
      throw refuseFile('bca_part', { member: part.name })
    }
    if (!wanted.includes(part.role)) continue
    memory.take(content.length, { member: part.name })
    needed.set(part.name, content)
  }
  const only = (role: Part['role']): Part => {
    const [first, ...others] = manifest.parts.filter((part) => part.role === role)
    if (!first || others.length > 0) throw refuseFile('bca_manifest', { path: role })
    return first
  }
  return {
    manifest,
    read: (role) => needed.get(only(role).name) ?? new Uint8Array(),
    hashOf: (role) => only(role).sha256,
    readByHash: (role, hash) => {
      const found = manifest.parts.find((part) => part.role === role && part.sha256 === hash)
      return (found && needed.get(found.name)) ?? null
    },
  }
}

/** Roles from which an analysis can be restored. */
const ofAnalysis: readonly Part['role'][] = ['analysis', 'curves', 'results']

function checkSize(bytes: Uint8Array, { members }: Archive): void {
  const { fileBytes, ratio } = bcaLimits
  if (bytes.length > fileBytes) {
    throw refuseFile('file_too_large', {}, { found: bytes.length, limit: fileBytes })
  }
  if (members.length > bcaLimits.members) {
    const params = { found: members.length, limit: bcaLimits.members }
    throw refuseFile('zip_too_many_members', {}, params)
  }
  let total = 0
  for (const { name, size, packed } of members) {
    total += size
    if (total > bcaLimits.totalBytes) {
      const params = { found: total, limit: bcaLimits.totalBytes }
      throw refuseFile('zip_too_large', { member: name }, params)
    }
    if (size > 2 ** 20 && size > packed * ratio) {
      throw refuseFile('zip_ratio', { member: name }, { found: size, packed, limit: ratio })
    }
  }
}

function readManifest(archive: Archive, memory: ReadingMemory): Manifest {
  const member = archive.members.find(({ name }) => name === manifestName)
  if (!member) throw refuseFile('bca_manifest', { member: manifestName })
  let value: unknown
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const text = decoder.decode(archive.read(member))
    memory.takeJson(text, { member: manifestName })
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) {
      throw refuseFile('bca_manifest', { member: manifestName })
    }
    throw error
  }
  const parsed = v.safeParse(Manifest, value)
  if (parsed.success) return parsed.output
  const path = v.getDotPath(parsed.issues[0])
  throw refuseFile('bca_manifest', { member: manifestName, ...(path && { path }) })
}

/** Check that each listed part is there once, and nothing else. */
function checkNames(parts: readonly Part[], members: readonly ArchiveMember[]): void {
  const listed = new Set(parts.map(({ name }) => name))
  const found = new Set(members.map(({ name }) => name))
  const stray = [...found].find((name) => name !== manifestName && !listed.has(name))
  const missing = [...listed].find((name) => !found.has(name))
  const name = stray ?? missing
  if (name !== undefined) throw refuseFile('bca_part', { member: name })
  if (listed.size !== parts.length || found.size !== members.length || listed.has(manifestName)) {
    throw refuseFile('bca_manifest', { member: manifestName })
  }
}
