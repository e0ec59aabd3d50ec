/** What a path begins with: calls about the same records do alike. */
export function firstWord(path: string): string {
  return path.replace(/^\/v3/, '').split('/')[1] ?? ''
}
