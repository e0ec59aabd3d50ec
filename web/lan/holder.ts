/** Person who may call a device: a pass of the service, and the key that it is bound to. */
export interface PassHolder {
  pass: string
  /** Sign a text (ECDSA, P-256, SHA-256), base64url. */
  sign(text: string): Promise<string>
}
