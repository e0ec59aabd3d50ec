/** Return a comment as it is printed beside a signature, with spaces for line breaks. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\n\r\t\u2028\u2029]+\s*/g, ' ')
}
