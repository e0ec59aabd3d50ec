import * as v from 'valibot'
import { labLotActions, lotActions } from '../actions/lot.ts'
import { get, post } from '../call.ts'
import { Attachment } from '../entities/attachment.ts'
import { BkitLot, LotEvidence } from '../entities/bkit-lot.ts'
import { LabelledLot, LabLot, labLot } from '../entities/lab-lot.ts'
import { Line, Timestamp, Uuid } from '../fields.ts'
import { searchRow } from './record-rows.ts'
import { byId, Reason } from './shapes.ts'
import { Signing } from './signing.ts'

/** A signed word on a lot. Its comment is the reason; the hash is of the lot with this evidence (domain/trail/signed.ts). */
const LotWord = v.strictObject({
  words: LotEvidence.entries.words,
  /** A file that was attached to the lot by `lots/evidence` before. */
  file_uuid: v.nullable(Uuid),
  signature: Signing,
})

function signedRow<const Path extends string>(path: Path) {
  return post(path, {
    reach: 'own',
    person: true,
    needs: lotActions.release.needs,
    params: byId,
    body: LotWord,
    data: BkitLot,
  })
}

/** The life of a produced lot (decision 32): each state by a call of its own. */
export const lotCalls = {
  edit: post('/bkits/lots/edit/:id', {
    needs: lotActions.edit.needs,
    params: byId,
    body: v.strictObject({
      ...v.partial(v.pick(BkitLot, ['expiry_date', 'storage'])).entries,
      base: v.optional(Timestamp),
      reason: Reason,
    }),
    data: BkitLot,
  }),
  hold: post('/bkits/lots/hold/:id', {
    needs: lotActions.hold.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: BkitLot,
  }),
  /** Keeps a PDF with the lot. It counts once a release or a withdrawal names it, and is not removed. */
  evidence: post('/bkits/lots/evidence/:id', {
    needs: lotActions.attach.needs,
    params: byId,
    send: 'multipart',
    body: v.strictObject({ file: v.file() }),
    data: Attachment,
    timeout: 60_000,
  }),
  release: signedRow('/bkits/lots/release/:id'),
  withdraw: signedRow('/bkits/lots/withdraw/:id'),
}

const ownFields = v.pick(LabLot, ['received_at', 'opened_at', 'boxes']).entries

/** A laboratory's own records of the lots that it runs. A lot is named by its kit and number: there is one record of each. */
export const labLotCalls = {
  search: searchRow(labLot),
  /** Makes the record, or sets these fields of it. */
  keep: post('/bkits/own_lots/keep', {
    reach: 'own',
    needs: labLotActions.keep.needs,
    body: v.strictObject({
      bkit_uuid: Uuid,
      lot: LabelledLot,
      ...v.partial(v.strictObject(ownFields)).entries,
    }),
    data: LabLot,
  }),
  /** Stops the lot in this company, whatever the provider says of it. */
  hold: post('/bkits/own_lots/hold', {
    reach: 'own',
    needs: labLotActions.hold.needs,
    body: v.strictObject({ bkit_uuid: Uuid, lot: LabelledLot, reason: Reason }),
    data: LabLot,
  }),
  /** Ends the company's own hold; a hold of the provider stays. */
  release: post('/bkits/own_lots/release/:id', {
    reach: 'own',
    person: true,
    needs: labLotActions.release.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: LabLot,
  }),
  /** Runs and loaded wells of each lot of a kit in the whole company, counted from the runs that were launched. */
  use: get('/bkits/own_lots/use/:id', {
    needs: 'bkits.search',
    params: byId,
    data: v.array(v.strictObject({ lot: Line, runs: v.number(), wells: v.number() })),
  }),
}
