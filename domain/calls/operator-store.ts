import * as v from 'valibot'
import { post } from '../call.ts'
import { ContentHash, Timestamp, Uuid } from '../fields.ts'
import { StoreSize } from '../entities/store-size.ts'
import { Reason } from './shapes.ts'

const Cursor = v.strictObject({
  table: v.pipe(v.string(), v.maxLength(80)),
  key: v.pipe(v.array(v.union([v.pipe(v.string(), v.maxLength(300)), v.number()])), v.maxLength(8)),
  hash: ContentHash,
})

/** A page is written with at most so many characters, or as one row that is longer. */
export const backupPageLength = 1_000_000

/** A file of release metadata by its name (decision 68). */
const ReleaseFile = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(/^(?:\d{1,9}\.(?:root|targets|snapshot)|timestamp)\.json$/, 'forbidden_character'),
  ),
  text: v.pipe(v.string(), v.maxLength(1_000_000)),
})

/**
 * Calls of the deployment's operator about a company's store as a whole: backup, restore, erasing. All of them
 * name the company in the body, so that no address tells which.
 */
export const operatorStoreCalls = {
  /** Every company of the deployment, closed ones too; of those that were erased only the id is left. */
  listCompanies: post('/operator/companies', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({}),
    data: v.array(
      v.strictObject({ uuid: Uuid, name: v.string(), closed_at: v.nullable(v.string()) }),
    ),
  }),
  /** Read the sizes of companies' stores; `null` for one that cannot be read. */
  measureStores: post('/operator/stores', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ company_uuids: v.pipe(v.array(Uuid), v.maxLength(50)) }),
    data: v.array(v.strictObject({ uuid: Uuid, size: v.nullable(StoreSize) })),
    timeout: 60_000,
  }),
  /** Say how much the index of the fleet knows; with `rebuild`, all stores tell it everything again (decision 100). */
  fleetIndex: post('/operator/fleet', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ rebuild: v.optional(v.boolean()) }),
    data: v.strictObject({
      companies: v.number(),
      devices: v.number(),
      /** Moment of the oldest last report of a company. */
      oldest: v.nullable(Timestamp),
      rebuild: v.strictObject({
        begun_at: Timestamp,
        ended_at: v.nullable(Timestamp),
        /** Stores that were asked, and those that did not answer: these tell by themselves later. */
        asked: v.number(),
        failed: v.number(),
      }),
    }),
    timeout: 60_000,
  }),
  /** A page of the backup (domain/trail/backup.ts); the cursor in its last line asks for the next. */
  backup: post('/operator/backup', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ company_uuid: Uuid, after: v.optional(v.nullable(Cursor)) }),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Files of a company by the hash of their content, a thousand at a time. */
  listBlobs: post('/operator/blobs', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ company_uuid: Uuid, after: v.optional(v.nullable(ContentHash)) }),
    data: v.strictObject({
      blobs: v.array(v.strictObject({ hash: ContentHash, size: v.number() })),
      next: v.nullable(ContentHash),
    }),
    timeout: 60_000,
  }),
  readBlob: post('/operator/blob', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ company_uuid: Uuid, hash: ContentHash }),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Release files that count now, for the backup of the provider; none of another company, or where nobody signs releases. */
  listReleases: post('/operator/releases', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ company_uuid: Uuid }),
    data: v.array(ReleaseFile),
    timeout: 60_000,
  }),
  /** Puts release files back, for the provider of a deployment that has none, or the same. */
  restoreReleases: post('/operator/restore/releases', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({
      company_uuid: Uuid,
      files: v.pipe(v.array(ReleaseFile), v.minLength(1), v.maxLength(200)),
    }),
    data: v.strictObject({}),
    timeout: 60_000,
  }),
  /** Puts a file back, for a company whose store is empty. */
  restoreBlob: post('/operator/restore/blob', {
    needs: null,
    caller: 'operator',
    send: 'multipart',
    body: v.strictObject({ company_uuid: Uuid, hash: ContentHash, file: v.file() }),
    data: v.strictObject({}),
    timeout: 60_000,
  }),
  /**
   * The next page of a backup, into an empty store. After the last one, which is answered by `next: null`, all has been
   * compared with the backup's signature and its trail; nobody can use the store yet.
   */
  restore: post('/operator/restore', {
    needs: null,
    caller: 'operator',
    send: 'multipart',
    body: v.strictObject({ company_uuid: Uuid, page: v.file() }),
    data: v.strictObject({ next: v.nullable(Cursor), size: v.number() }),
    timeout: 60_000,
  }),
  /** Opens a store whose backup is whole: the directory's rows are put back, the reason goes into its trail. */
  openRestored: post('/operator/restore/open', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({ company_uuid: Uuid, reason: Reason }),
    data: v.strictObject({
      /** Rows of the directory that were put back, and that were there already. */
      put: v.number(),
      known: v.number(),
      entries: v.number(),
      /** Webhooks of the company, all switched off; deliveries that waited in the backup, which were given up. */
      webhooks: v.number(),
      deliveries: v.number(),
    }),
    timeout: 60_000,
  }),
  /**
   * Puts a store back to a moment of the last 30 days by the platform's own recovery, or to a bookmark: the answer's undoes
   * it. Then `explainRewound` is due.
   */
  rewind: post('/operator/rewind', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({
      company_uuid: Uuid,
      to: v.union([
        v.strictObject({ at: Timestamp }),
        v.strictObject({ bookmark: v.pipe(v.string(), v.maxLength(200)) }),
      ]),
    }),
    data: v.strictObject({ undo: v.string() }),
  }),
  /** Says in the trail why the store was put back to an earlier moment; from then on it is signed again. */
  explainRewound: post('/operator/rewound', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({
      company_uuid: Uuid,
      reason: Reason,
      /**
       * Number of the last entry without a seal that the operator has looked at and vouches for: those that an earlier
       * version wrote after this one, or that were sealed with a secret that was changed.
       */
      unsealed_up_to: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
    data: v.strictObject({ entries: v.number() }),
  }),
  /** Erases a closed company for ever. Its anchors and a signed note of what was erased stay. */
  erase: post('/operator/erase', {
    needs: null,
    caller: 'operator',
    body: v.strictObject({
      company_uuid: Uuid,
      /** The company's name, once more. */
      confirm: v.string(),
      reason: Reason,
    }),
    data: v.strictObject({
      records: v.number(),
      entries: v.number(),
      files: v.number(),
      logins: v.number(),
      mails: v.number(),
      /** The signed note, as it is kept beside the anchors. */
      proof: v.string(),
    }),
    timeout: 300_000,
  }),
}
