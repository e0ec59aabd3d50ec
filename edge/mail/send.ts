/** A mail to one person, in plain text and in their language. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/**
 * Puts a mail into the region's outbox. Without a mail service it stays there, where a developer reads it.
 * @param company whose mail it is.
 */
export async function sendMail(env: Env, company: string, mail: Mail): Promise<void> {
  await env.DIRECTORY.prepare(
    `INSERT INTO mails (uuid, company_uuid, recipient, subject, text, state, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, 'kept', ?6)`,
  )
    .bind(crypto.randomUUID(), company, mail.to, mail.subject, mail.text, new Date().toISOString())
    .run()
}
