/** A person whom a comment may mention. */
export interface Mentionable {
  uuid: string
  name: string
}

/** Most names that are offered at once. */
const most = 8

/**
 * Read the name that is being typed: the text between the caret and an `@` at the beginning of a word.
 * @returns null where no name is being typed.
 */
export function readTyped(text: string, caret: number): { from: number; typed: string } | null {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || (from > 0 && !/[\s(,;]/.test(text[from - 1] ?? ''))) return null
  const typed = text.slice(from + 1, caret)
  return typed.length > 60 || /[\n@]/.test(typed) ? null : { from, typed }
}

/** List the people whose name, or a part of it, begins with what was typed; none once a whole name and more is typed. */
export function findPeople(people: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLocaleLowerCase()
  const begins = (name: string) =>
    name.startsWith(wanted) || name.split(/[\s-]+/).some((part) => part.startsWith(wanted))
  return people.filter(({ name }) => begins(name.toLocaleLowerCase())).slice(0, most)
}

/** Put a name in the place of what was typed of it. @returns the text, and where the caret goes. */
export function putName(
  text: string,
  { from, typed }: { from: number; typed: string },
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(from + 1 + typed.length)
  const put = `@${name}${/^\s/.test(rest) ? '' : ' '}`
  return { text: text.slice(0, from) + put + rest, caret: from + put.length }
}

/**
 * List the people whom a text names as `@name`. Of two names that begin alike the longer one counts; of two people with one
 * name the one that was picked from the list, otherwise the first.
 */
export function mentionedIn(
  text: string,
  people: readonly Mentionable[],
  picked: ReadonlySet<string> = new Set(),
): Mentionable[] {
  let left = text
  const found: Mentionable[] = []
  const order = people.toSorted(
    (one, other) =>
      other.name.length - one.name.length ||
      Number(picked.has(other.uuid)) - Number(picked.has(one.uuid)),
  )
  for (const person of order) {
    const mention = `@${person.name}`
    if (!left.includes(mention)) continue
    left = left.replaceAll(mention, ' ')
    found.push(person)
  }
  return found
}
