import * as v from 'valibot'
import { hasPicture, isLine, isName, isOneScript, isText, seenLength } from './rules/plain-text.ts'

/** Pieces of schema used by several entities. No transforms: every schema must convert to JSON Schema. */

/** Describe a number between two limits, both of them included. */
export function within({ min, max }: { min: number; max: number }) {
  return v.pipe(v.number(), v.minValue(min), v.maxValue(max))
}

/** Form of an id (RFC 9562 §4, in lower case), for the pattern of a text that holds one. */
export const uuidForm = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

export const Uuid = v.pipe(v.string(), v.regex(new RegExp(`^${uuidForm}$`), 'uuid'))

/** Make the schema of a text with 1 to `most` ids and commas between them; a text of another form is refused for the reason. */
export function uuidList(most: number, reason: string) {
  return v.pipe(
    v.string(),
    v.regex(new RegExp(`^${uuidForm}(,${uuidForm}){0,${most - 1}}$`), reason),
  )
}

/** Return false for a 30 February, which JavaScript takes for a day of March. */
function isDayThere(text: string): boolean {
  const day = Number(text.slice(8, 10))
  return day <= 28 || new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}

/** ISO 8601 in UTC, milliseconds, such as `2026-11-20T19:38:53.000Z`. */
export const Timestamp = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/,
    'timestamp',
  ),
  v.check(isDayThere, 'timestamp'),
)

/**
 * Return false for a moment that has no place among those of records: its offset is one that JavaScript does not read, or puts
 * it into a year of five digits, which as a text comes before all others.
 */
function isInCalendar(text: string): boolean {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && /^\d{4}-/.test(new Date(ms).toISOString())
}

/** ISO 8601 with its offset, such as `2026-11-20T19:38:53+01:00` (decisions D37). */
export const Moment = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp('moment'),
  v.check((text) => isDayThere(text) && isInCalendar(text), 'moment'),
)

/** A time of the day, such as `22:00`. */
export const Clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clock'))

/** A day without a time, such as `2026-11-20`. */
export const Day = v.pipe(v.string(), v.isoDate('day'), v.check(isDayThere, 'day'))

/** One line of text: no line breaks or other control characters, and nothing that turns the direction of writing. */
export const Line = v.pipe(v.string(), v.maxLength(200), v.check(isLine, 'control_character'))

/** A comment on a signature or a decision, in one line: nothing at all, or something that is seen. */
export const Comment = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.check(
    (text) => isLine(text) && (text.trim() === '' || seenLength(text) > 0),
    'control_character',
  ),
)

/** A name people read: not blank, one line, and no characters that are not seen, by which it could look like another. */
export const Name = v.pipe(
  v.string(),
  v.regex(/\S/, 'required'),
  v.maxLength(120),
  v.check(isName, 'control_character'),
)

/** A person's name; it is printed on their signatures. */
export const PersonName = v.pipe(
  Name,
  v.check((name) => !hasPicture(name), 'name_picture'),
)

/** Free text of several lines: of control characters only tabs and line breaks. */
export const Text = v.pipe(v.string(), v.maxLength(20_000), v.check(isText, 'control_character'))

/** No spaces and none of / \ : * ? " < > | (spec §5; decisions D68). */
export const PlainId = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(63),
  v.regex(/^\S*$/, 'no_spaces'),
  v.regex(/^[^/\\:*?"<>|]*$/, 'forbidden_character'),
  v.check(isName, 'control_character'),
)

/** A name to sign in with: letters of one script, so that it cannot be another's in letters that look like them. */
export const Username = v.pipe(PlainId, v.check(isOneScript, 'one_script'))

/** Name of a file that is kept: one word or several, never a path (decisions D68). */
export const FileName = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(120),
  v.regex(/^[^/\\:*?"<>|]*$/, 'file_name'),
  v.check(isLine, 'file_name'),
  v.regex(/^[^\s.].*[^\s.]$|^[^\s.]$/, 'file_name'),
)

/**
 * An address for mail: none of the signs by which a header would read it as two or as part of itself. Its parts cannot
 * be cut in two ways, so that a long wrong one takes no longer than a long right one.
 */
export const Email = v.pipe(
  v.string(),
  v.maxLength(254),
  v.regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@.<>,;:"()[\]\\]+(\.[^\s@.<>,;:"()[\]\\]+)+$/, 'email'),
  v.check(isName, 'email'),
)

/** An address that is given now: each of its parts in one script, so that it cannot look like another's. */
export const NewEmail = v.pipe(
  Email,
  v.check((address) => address.split(/[@.]/).every(isOneScript), 'one_script'),
)

export const YesNo = v.picklist(['Y', 'N'])

/** SHA-256 in lower-case hexadecimal: names a blob by its content. */
export const ContentHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'hash'))

/** Three numbers, such as `2.7.3`. */
export const Version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'version'))

/** A well by row letters and column number, such as `A1`, `P24` or, on the largest plate, `AV48`. */
export const Well = v.pipe(v.string(), v.regex(/^([A-Z]|A[A-V])([1-9]|[1-3]\d|4[0-8])$/, 'well'))

/** Fields that the server writes on every record. */
export const stamps = {
  uuid: Uuid,
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** Person who wrote a record or a part of it, with the name of that time; the server writes both. */
export const author = {
  user_uuid: Uuid,
  user_name: v.string(),
}

/** Person who took a step in a record, with the name of that time; the server writes both. */
export const doer = {
  by: Uuid,
  by_name: v.string(),
}

/**
 * Person who carries open work on, after its author left it to them (domain/rules/hand-over.ts); absent: the author. Only the
 * service writes it.
 */
export const keeper = { keeper: v.optional(v.strictObject(author)) }
