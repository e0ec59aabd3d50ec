/**
 * Write the header that offers a reply as a file of this name (RFC 6266, RFC 8187). A name that is plain or already
 * percent-encoded is kept; any other is written twice, in ASCII and in UTF-8, so that no name can break the line or its
 * quotes.
 */
export function offerFile(name: string): string {
  if (/^[\w.%~!()-]+$/.test(name)) return `attachment; filename="${name}"`
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
