import * as v from 'valibot'
import { labLotActions, lotActions } from '../actions/lot.ts'
import { get, post } from '../call.ts'
import { Attachment } from '../entities/attachment.ts'
import { BkitLot, LotEvidence, lotFacts } from '../entities/bkit-lot.ts'
import { BoxNumber, LabelledLot, LabLot, labLot } from '../entities/lab-lot.ts'
import { Day, Line, Timestamp, Uuid } from '../fields.ts'
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
      ...lotFacts,
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

const ownFields = v.pick(LabLot, ['received_at', 'opened_at', 'boxes', 'runs_most']).entries

const used = { runs: v.number(), wells: v.number() }
const box = { bkit_uuid: Uuid, lot: LabelledLot, box: BoxNumber }

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
  /** Writes down when a box of the lot came, or was opened. */
  unit: post('/bkits/own_lots/unit', {
    reach: 'own',
    needs: labLotActions.unit.needs,
    body: v.strictObject({
      ...box,
      received_at: v.optional(v.nullable(Day)),
      opened_at: v.optional(v.nullable(Day)),
    }),
    data: LabLot,
  }),
  /** No run is launched with the box any more, and its tests are left no longer. */
  retire: post('/bkits/own_lots/retire', {
    reach: 'own',
    needs: labLotActions.retire.needs,
    body: v.strictObject({ ...box, reason: Reason }),
    data: LabLot,
  }),
  /** Takes a box back that was retired by mistake. */
  reinstate: post('/bkits/own_lots/reinstate/:id', {
    reach: 'own',
    person: true,
    needs: labLotActions.reinstate.needs,
    params: byId,
    body: v.strictObject({ box: BoxNumber, reason: Reason }),
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
  /**
   * Runs and loaded wells of each lot of a kit and of its boxes in the whole company, counted from the runs that were
   * launched or are being launched.
   */
  use: get('/bkits/own_lots/use/:id', {
    needs: 'bkits.search',
    params: byId,
    data: v.array(
      v.strictObject({
        lot: Line,
        ...used,
        boxes: v.array(v.strictObject({ box: v.number(), ...used })),
      }),
    ),
  }),
}
