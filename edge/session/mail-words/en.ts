import type { MailWords } from './words.ts'

export const en: MailWords = {
  hello: (name) => `Hello ${name},`,
  cameFrom: (agent) => `It came from: ${agent}.`,
  warnings: {
    slowed: {
      subject: 'Failed sign-ins to your bApp account',
      text: 'Somebody tried several times to sign in to your account with a wrong password. Further tries now have to wait. If it was you, wait a little and try again. If it was not, your password has kept them out; tell your administrator.',
    },
    password_changed: {
      subject: 'Your bApp password was changed',
      text: 'The password of your account was changed, and every other session has ended. If it was not you, ask for a new password on the sign-in page at once and tell your administrator.',
    },
    two_step_on: {
      subject: 'Two-step verification is on',
      text: 'From now on your account asks for a code of your authenticator app at sign-in. If it was not you, tell your administrator at once.',
    },
    two_step_off: {
      subject: 'Two-step verification is off',
      text: 'Your account no longer asks for a code at sign-in. If it was not you, change your password at once and tell your administrator.',
    },
    two_step_reset: {
      subject: 'An administrator switched off your two-step verification',
      text: 'An administrator switched off the two-step verification of your account, as is done when a phone is lost. All your sessions have ended. Sign in with your password and turn two-step verification on again under My account. If you did not ask for this, tell your administrator at once.',
    },
    key_created: {
      subject: 'A new API key acts in your name',
      text: 'An API key was made for your account. If it was not you, delete it under My account and change your password.',
    },
    pin_set: {
      subject: 'Your signing PIN was set',
      text: 'A signing PIN was set or changed for your account, after a new sign-in at the identity provider of your company. It signs records in your name. If it was not you, remove it under My account and tell your administrator at once.',
    },
    pin_removed: {
      subject: 'Your signing PIN was removed',
      text: 'Your account has no signing PIN any more. Signatures are proven by a new sign-in at the identity provider of your company. If it was not you, tell your administrator.',
    },
    pin_locked: {
      subject: 'Your signing PIN is locked',
      text: 'A wrong signing PIN was entered five times, so it is locked. Set it again under My account after a new sign-in at the identity provider of your company. If it was not you, tell your administrator at once.',
    },
  },
  resetSubject: 'Set a new password for bApp',
  reset: (link, minutes) =>
    `A new password was asked for your account. Open this address within ${minutes} minutes to set one; it works once:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.`,
  invitationSubject: 'You are invited to bApp',
  invitation: ({ username, inviter, company, hours, link }) =>
    `${inviter} has made an account for you at ${company} in bApp, where laboratories run and review real-time PCR analyses.\n\nYour user name: ${username}\n\nOpen this address within ${hours} hours to choose your password; it works once:\n\n${link}\n\nThen sign in with your user name or this e-mail address. If the time has run out, ask for another invitation. If you do not know what this is about, do nothing.`,
  erased: ({ company, note }) => ({
    subject: `${company} was erased from bApp`,
    text: `The company ${company} was closed, and after its waiting time erased. This note, signed by the service, says what was erased, with counts and hashes, and what stays. Keep it:\n\n${note}`,
  }),
  emailMoved: {
    subject: 'The e-mail address of your bApp account was changed',
    text: 'An administrator gave your account another e-mail address; mails about it no longer come here. If this is not right, tell your administrator at once.',
  },
}
