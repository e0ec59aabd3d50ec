import type { ArchiveMember } from '../open-archive.ts'

/** Return true for members that may be tables, but not for resource forks of macOS. */
export function isTable({ name }: ArchiveMember): boolean {
  return /\.(csv|tsv|txt|xml|xlsx?)$/i.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name)
}

/** Return true for workbooks in an archive, by their names: a set of CFX sheets has one for each kind of table. */
export function isNested({ name }: ArchiveMember): boolean {
  return /\.xlsx?$/i.test(name)
}
