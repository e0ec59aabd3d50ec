/** A comment as it is printed beside a signature: the breaks of its lines are spaces there. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\n\r\t\u2028\u2029]+\s*/g, ' ')
}
