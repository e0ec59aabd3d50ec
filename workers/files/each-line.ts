/**
 * Yield the lines of a text one after the other, without their ends: LF, CRLF or CR. All lines at once, as `split` makes them, take several
 * times the letters of the text where they are short, before anything of them is counted.
 */
export function* eachLine(text: string): Generator<string> {
  let from = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(from, index)
    from = index + end.length
  }
  yield text.slice(from)
}
