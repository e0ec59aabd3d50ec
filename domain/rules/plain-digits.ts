/** Write digits as programs know them: keyboards of Chinese type them in full width, those of Arabic and Persian in their own. */
export function withPlainDigits(text: string): string {
  return text.replace(/[０-９٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
}
