/** Name of a file that is made of a method, for a header: letters, digits and what is safe everywhere. */
export function methodFileName(name: string, extension: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80)
  return encodeURIComponent(`${plain}.${extension}`)
}
