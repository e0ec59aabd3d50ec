/** Return the first word of a path: calls about the same records behave alike. */
export function firstWord(path: string): string {
  return path.replace(/^\/v3/, '').split('/')[1] ?? ''
}
