import type { ArchiveMember } from '../open-archive.ts'

/** Members that may be tables; resource forks of macOS are none. */
export function isTable({ name }: ArchiveMember): boolean {
  return /\.(csv|tsv|txt|xml|xlsx)$/i.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name)
}

/** Workbooks in an archive: a set of CFX sheets has one for each kind of table. */
export function isNested({ name }: ArchiveMember): boolean {
  return /\.xlsx$/i.test(name)
}
