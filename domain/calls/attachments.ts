import * as v from 'valibot'
import { get, post } from '../call.ts'
import { attachableKinds, Attachment, attachment } from '../entities/attachment.ts'
import { Uuid, uuidList } from '../fields.ts'
import { deleteAction, searchRow } from './record-rows.ts'

/** Most bytes of one file, and of all files of one download. */
export const attachmentBytes = 20 * 2 ** 20

export const attachmentCalls = {
  /** Searches attachments of records that the caller sees. */
  search: searchRow(attachment),
  /** Ours: the specification names no call that attaches a file. The type is what the content says. */
  upload: post('/attachments/upload', {
    needs: 'attachments.edit',
    send: 'multipart',
    body: v.strictObject({
      /** Files of kits come by `bkits/datasheet` and `bkits/extraction`, those of lots by `bkits/lots/evidence`. */
      resource_kind: v.pipe(
        v.picklist(attachableKinds),
        v.notValue('bkit'),
        v.notValue('bkit_lot'),
      ),
      resource_uuid: Uuid,
      file: v.file(),
    }),
    data: Attachment,
    timeout: 60_000,
  }),
  /** One file as it is, several in a zip. `uuids`: up to 20. */
  download: get('/attachments/download', {
    needs: 'attachments.search',
    query: v.strictObject({ uuids: uuidList(20, 'uuids') }),
    reply: 'blob',
    timeout: 60_000,
  }),
  delete: deleteAction(attachment, 'attachments.edit'),
}
