/** Return the id of the element of a field, such as `process.steps.3.temperature`: links of problems lead to it. */
export function fieldId(field: string): string {
  return `recipe-${field.replaceAll('.', '-')}`
}

/** Texts of problems by field; several of one field are joined. */
export type FieldErrors = Readonly<Record<string, string>>

/** Put the focus on the input of a field, or of the field that it is a part of. */
export function focusField(field: string): void {
  const parts = field.split('.')
  // Find the element of the enclosing field where a field has none of its own.
  while (parts.length > 0) {
    const found = document.getElementById(fieldId(parts.join('.')))
    if (found) {
      const inside = found.querySelector<HTMLElement>('input, select, textarea, [tabindex="0"]')
      const target = found.matches('input, select, textarea') ? found : (inside ?? found)
      target.focus()
      if (target instanceof HTMLInputElement) target.select()
      return
    }
    parts.pop()
  }
}
