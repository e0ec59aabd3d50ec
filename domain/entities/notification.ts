import * as v from 'valibot'
import { entity } from '../entity.ts'
import { author, keeper, Line, Name, stamps, Text, Timestamp, Uuid, Well } from '../fields.ts'
import { Signature } from './analysis.ts'
import { languageCodes } from '../catalog/languages.ts'

/** States of an e-mail. */
export const OutgoingStatus = v.picklist(['Waiting', 'Sent'])
export type OutgoingStatus = v.InferOutput<typeof OutgoingStatus>

/** `Planned`: it is sent at a time; `Refused`: at that time it could not be sent, and nobody got it. */
export const notificationStatuses = ['Waiting', 'Planned', 'Refused', 'Sent'] as const
export const NotificationStatus = v.picklist(notificationStatuses)
export type NotificationStatus = v.InferOutput<typeof NotificationStatus>

/** Reasons that a notification was not sent at its time. */
const refusedReasons = ['inactive', 'permission', 'no_recipients'] as const

const Uuids = v.pipe(v.array(Uuid), v.maxLength(500))

/**
 * For whom: everybody with one of these profiles or in one of these companies, and these people. Where both profiles
 * and companies are named, those of the companies that have one of the profiles.
 */
export const Recipients = v.strictObject({ profiles: Uuids, companies: Uuids, users: Uuids })
export type Recipients = v.InferOutput<typeof Recipients>

/** The words of a notification in one more language. */
export const Translation = v.strictObject({
  language: v.picklist(languageCodes),
  title: Name,
  subtitle: Line,
  message: Text,
})
export type Translation = v.InferOutput<typeof Translation>

/** One for each language at most. */
export const Translations = v.pipe(
  v.array(Translation),
  v.maxLength(languageCodes.length),
  v.check((all) => new Set(all.map(({ language }) => language)).size === all.length, 'repeated'),
)

/** Words to people in the app. Plain text: nothing in it is ever read as markup or as a template. */
export const Notification = v.strictObject({
  ...stamps,
  title: Name,
  subtitle: Line,
  subject: Line,
  short_message: Line,
  message: Text,
  /** Language of these words; absent where the writer did not say it. */
  language: v.optional(v.picklist(languageCodes)),
  /** Each person gets the words of their language where there are any, else those above. */
  translations: v.optional(Translations),
  recipients: Recipients,
  status: NotificationStatus,
  ...author,
  ...keeper,
  sent_at: v.nullable(Timestamp),
  /** Number of people it reached; null until it is sent. */
  reached: v.nullable(v.number()),
  /** Time at which it is sent, by whom, and the time zone in which they chose the time; absent unless it is planned. */
  planned: v.optional(v.strictObject({ at: Timestamp, ...author, zone: v.string() })),
  /**
   * Companies that have not received it since it was sent. Each is tried again, unless `refused` says why not; absent once all have it.
   */
  waiting: v.optional(v.array(Uuid)),
  /** Reason that it was not sent at the planned time, or to those that are waiting; absent otherwise. */
  refused: v.optional(v.strictObject({ at: Timestamp, why: v.picklist(refusedReasons) })),
  /** Its readers sign that they have read and understood it. */
  must_sign: v.optional(v.boolean()),
})
export type Notification = v.InferOutput<typeof Notification>

export const notification = entity({
  kind: 'notification',
  path: '/notifications',
  permission: 'notifications.search',
  schema: Notification,
  indexes: ['status'],
  filters: ['status', 'user_uuid'],
  scope: 'company',
  local: null,
  trash: null,
})

/** Record that a message is about, and that it links to. */
export const MessageSubject = v.strictObject({
  kind: v.picklist(['analysis', 'recall', 'recipe']),
  uuid: Uuid,
  /** Well of an analysis that a comment mentions its reader at. */
  well: v.optional(Well),
})
export type MessageSubject = v.InferOutput<typeof MessageSubject>

/** An electronic signature of a reader: "read and understood". */
export const ReadingSignature = v.strictObject({
  ...Signature.entries,
  meaning: v.literal('read'),
})
export type ReadingSignature = v.InferOutput<typeof ReadingSignature>

/** A sent notification as it is kept in the company of those it reached. */
export const Delivery = v.strictObject({
  ...stamps,
  notification_uuid: Uuid,
  title: Name,
  subtitle: Line,
  subject: Line,
  short_message: Line,
  message: Text,
  sender: v.string(),
  users: v.array(Uuid),
  /** Absent where a person wrote it. */
  about: v.optional(MessageSubject),
  /** Its readers sign it; absent where a mark of reading is enough. */
  must_sign: v.optional(v.literal(true)),
  /** It was sent to everybody of the company: people who join while it counts get it too. Absent otherwise, and from older services. */
  everyone: v.optional(v.literal(true)),
  /** Signatures of readers, one for each. */
  signatures: v.optional(v.array(ReadingSignature)),
})
export type Delivery = v.InferOutput<typeof Delivery>

export const delivery = entity({
  kind: 'delivery',
  path: '/notifications/deliveries',
  permission: 'notifications.search',
  schema: Delivery,
  indexes: ['notification_uuid'],
  scope: 'company',
  local: null,
  trash: null,
})
