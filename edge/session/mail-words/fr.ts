import type { MailWords } from './words.ts'

export const fr: MailWords = {
  hello: (name) => `Bonjour ${name},`,
  cameFrom: (agent) => `Origine : ${agent}.`,
  warnings: {
    slowed: {
      subject: 'Échecs de connexion à votre compte bApp',
      text: 'Quelqu’un a essayé plusieurs fois de se connecter à votre compte avec un mot de passe incorrect. Les prochains essais doivent maintenant attendre. Si c’était vous, patientez un peu et réessayez. Sinon, votre mot de passe a empêché l’accès ; prévenez votre administrateur.',
    },
    password_changed: {
      subject: 'Votre mot de passe bApp a été modifié',
      text: 'Le mot de passe de votre compte a été modifié et toutes les autres sessions ont été fermées. Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe sur la page de connexion et prévenez votre administrateur.',
    },
    two_step_on: {
      subject: 'La validation en deux étapes est activée',
      text: 'Désormais, votre compte demande à la connexion un code de votre application d’authentification. Si ce n’était pas vous, prévenez tout de suite votre administrateur.',
    },
    two_step_off: {
      subject: 'La validation en deux étapes est désactivée',
      text: 'Votre compte ne demande plus de code à la connexion. Si ce n’était pas vous, changez tout de suite votre mot de passe et prévenez votre administrateur.',
    },
    two_step_reset: {
      subject: 'Un administrateur a désactivé votre validation en deux étapes',
      text: 'Un administrateur a désactivé la validation en deux étapes de votre compte, comme on le fait lorsqu’un téléphone est perdu. Toutes vos sessions ont été fermées. Connectez-vous avec votre mot de passe et réactivez la validation en deux étapes dans votre compte. Si vous ne l’avez pas demandé, prévenez tout de suite votre administrateur.',
    },
    key_created: {
      subject: 'Une nouvelle clé API agit en votre nom',
      text: 'Une clé API a été créée pour votre compte. Si ce n’était pas vous, supprimez-la dans votre compte et changez votre mot de passe.',
    },
    pin_set: {
      subject: 'Votre code PIN de signature a été défini',
      text: 'Un code PIN de signature a été défini ou modifié pour votre compte, après une nouvelle connexion chez le fournisseur d’identité de votre société. Il signe des enregistrements en votre nom. Si ce n’était pas vous, supprimez-le sous « Mon compte » et prévenez aussitôt votre administrateur.',
    },
    pin_removed: {
      subject: 'Votre code PIN de signature a été supprimé',
      text: 'Votre compte n’a plus de code PIN de signature. Les signatures sont prouvées par une nouvelle connexion chez le fournisseur d’identité de votre société. Si ce n’était pas vous, prévenez votre administrateur.',
    },
    pin_locked: {
      subject: 'Votre code PIN de signature est bloqué',
      text: 'Un code PIN de signature erroné a été saisi cinq fois : il est bloqué. Définissez-le de nouveau sous « Mon compte » après une nouvelle connexion chez le fournisseur d’identité de votre société. Si ce n’était pas vous, prévenez aussitôt votre administrateur.',
    },
  },
  resetSubject: 'Définir un nouveau mot de passe pour bApp',
  reset: (link, minutes) =>
    `Un nouveau mot de passe a été demandé pour votre compte. Ouvrez cette adresse dans les ${minutes} minutes pour le définir ; elle ne sert qu’une fois :\n\n${link}\n\nSi vous ne l’avez pas demandé, ne faites rien : votre mot de passe reste inchangé.`,
  invitationSubject: 'Vous êtes invité à utiliser bApp',
  invitation: ({ username, inviter, company, hours, link }) =>
    `${inviter} a créé pour vous un compte chez ${company} dans bApp, avec lequel les laboratoires réalisent et révisent des analyses de PCR en temps réel.\n\nVotre nom d’utilisateur : ${username}\n\nOuvrez cette adresse dans les ${hours} heures pour choisir votre mot de passe ; elle ne sert qu’une fois :\n\n${link}\n\nConnectez-vous ensuite avec votre nom d’utilisateur ou cette adresse e-mail. Si le délai est passé, demandez une nouvelle invitation. Si vous ne savez pas de quoi il s’agit, ne faites rien.`,
  erased: ({ company, note }) => ({
    subject: `${company} a été effacée de bApp`,
    text: `La société ${company} a été fermée, puis effacée après le délai d’attente. Cette note, signée par le service, dit ce qui a été effacé, avec nombres et empreintes, et ce qui reste. Conservez-la :\n\n${note}`,
  }),
  emailMoved: {
    subject: 'L’adresse e-mail de votre compte bApp a été modifiée',
    text: 'Un administrateur a donné une autre adresse e-mail à votre compte ; les messages qui le concernent n’arrivent plus ici. Si c’est une erreur, prévenez tout de suite votre administrateur.',
  },
}
