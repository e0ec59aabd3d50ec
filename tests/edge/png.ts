/** The smallest picture: one transparent point. */
export const onePoint = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
)

export function fileForm(bytes: Uint8Array<ArrayBuffer>, type: string, name: string): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], name, { type }))
  return form
}
