import { attachmentBytes } from '../../domain/calls/attachments.ts'
import { can } from '../../domain/permissions.ts'
import { openBca } from '../../workers/files/bca/open.ts'
import { fileLimits } from '../../workers/files/limits.ts'
import { openArchive } from '../../workers/files/open-archive.ts'
import type { AccountContext } from '../context.ts'
import { keepFile } from '../keep-file.ts'
import type { NewFile } from '../store/material-changes.ts'

/**
 * Keeps images and other files of an archive of ours, to become those of the analysis that it becomes. They are looked at as
 * if they were uploaded one by one, and only taken for who may attach files; in the archive itself they stay anyway.
 * @throws Fault `invalid` as in edge/uploads.ts, before anything of the analysis is written.
 */
export async function keepArchiveFiles(
  bytes: Uint8Array,
  context: AccountContext,
): Promise<NewFile[]> {
  const { by, company, opId } = context
  if (!can(by.permissions, 'attachments.edit')) return []
  const opened = openBca(bytes, openArchive(bytes, fileLimits), ['attachment'])
  const kept: NewFile[] = []
  for (const [index, { name, content }] of opened.all('attachment').entries()) {
    const file = new File([content.slice()], name.replace(/^attachments\/\d+-/, ''))
    const order = { kinds: ['document', 'image', 'pdf', 'archive'], company } as const
    const own = { ...context, opId: `${opId}:file:${index}` }
    kept.push(await keepFile(file, { ...order, limit: attachmentBytes }, own))
  }
  return kept
}
