import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { toHex } from '../../domain/trail/bytes.ts'
import type { Verdict } from '../../domain/trail/problems.ts'
import { trailFormat } from '../../domain/trail/trail-file.ts'
import { unreadable, verifyRecord } from '../../domain/trail/verify-record.ts'
import type { Expected } from '../../domain/trail/note-check.ts'
import { TrailCheck } from '../../domain/trail/verify-trail.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'

/** Paths as the command gives them. */
export interface Order {
  file: string
  key?: string | undefined
  anchors?: string | undefined
  files?: string | undefined
}

/** A record is read whole; a trail line by line, so that its length does not matter. */
const largestRecord = 512 * 1024 * 1024

/** Check a file. @throws Error when something named cannot be read from the disk. */
export async function checkFile({ file, key, anchors, files }: Order): Promise<Verdict> {
  const expected: Expected = {
    key: key === undefined ? undefined : readFileSync(key, 'utf8').trim(),
    anchors: anchors === undefined ? [] : readAnchors(anchors),
  }
  if (await isTrail(file)) return checkTrail(file, expected)
  if (statSync(file).size > largestRecord) return unreadable()
  try {
    return await verifyRecord(readFileSync(file), trailTools, expected, readFiles(files))
  } catch (error) {
    // Fail a file that breaks the check, such as JSON nested beyond the stack.
    if (error instanceof RangeError) return unreadable()
    throw error
  }
}

async function isTrail(file: string): Promise<boolean> {
  const head = `{"format":"${trailFormat}"`
  for await (const piece of createReadStream(file, { end: head.length - 1 })) {
    return (piece as Buffer).toString('latin1') === head
  }
  return false
}

async function checkTrail(file: string, expected: Expected): Promise<Verdict> {
  const check = new TrailCheck(trailTools, expected)
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, piece as Buffer])
    let from = 0
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      check.take(bytes.subarray(from, at))
      from = at + 1
    }
    rest = bytes.subarray(from)
  }
  return check.end(rest)
}

function readAnchors(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const notes = names.filter((name) => name.endsWith('.note'))
  // Refuse a folder without checkpoints: a wrong folder would look like one whose checkpoints agree.
  if (notes.length === 0) throw new Error(`There is no checkpoint (.note) in ${folder}`)
  return notes.map((name) => readFileSync(join(folder, name), 'utf8'))
}

/**
 * Index files by the hash in their name, so that changed content is detected; those without by the hash of their
 * content.
 */
function readFiles(folder: string | undefined): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  if (folder === undefined) return files
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = readFileSync(join(folder, entry.name))
    const [named] = /[0-9a-f]{64}/.exec(basename(entry.name)) ?? []
    files.set(named ?? toHex(trailTools.sha256(bytes)), bytes)
  }
  return files
}
