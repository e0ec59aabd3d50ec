import type { MailWords } from './words.ts'

export const es: MailWords = {
  hello: (name) => `Hola, ${name}:`,
  cameFrom: (agent) => `Procedencia: ${agent}.`,
  warnings: {
    slowed: {
      subject: 'Intentos fallidos de acceso a su cuenta de bApp',
      text: 'Alguien ha intentado varias veces entrar en su cuenta con una contraseña equivocada. Los próximos intentos tienen que esperar. Si ha sido usted, espere un poco y vuelva a intentarlo. Si no, su contraseña ha impedido el acceso; avise a su administrador.',
    },
    password_changed: {
      subject: 'Su contraseña de bApp ha cambiado',
      text: 'La contraseña de su cuenta ha cambiado y todas las demás sesiones se han cerrado. Si no ha sido usted, pida enseguida una contraseña nueva en la página de acceso y avise a su administrador.',
    },
    two_step_on: {
      subject: 'La verificación en dos pasos está activada',
      text: 'A partir de ahora su cuenta pide al entrar un código de su aplicación de autenticación. Si no la ha activado usted, avise enseguida a su administrador.',
    },
    two_step_off: {
      subject: 'La verificación en dos pasos está desactivada',
      text: 'Su cuenta ya no pide un código al entrar. Si no la ha desactivado usted, cambie enseguida su contraseña y avise a su administrador.',
    },
    two_step_reset: {
      subject: 'Un administrador ha desactivado su verificación en dos pasos',
      text: 'Un administrador ha desactivado la verificación en dos pasos de su cuenta, como se hace cuando se pierde un teléfono. Todas sus sesiones se han cerrado. Entre con su contraseña y vuelva a activar la verificación en dos pasos en su cuenta. Si no lo ha pedido usted, avise enseguida a su administrador.',
    },
    key_created: {
      subject: 'Una nueva clave de API actúa en su nombre',
      text: 'Se ha creado una clave de API para su cuenta. Si no ha sido usted, bórrela en su cuenta y cambie su contraseña.',
    },
    pin_set: {
      subject: 'Se ha fijado su PIN de firma',
      text: 'Se ha fijado o cambiado un PIN de firma para su cuenta, tras un nuevo inicio de sesión en el proveedor de identidad de su empresa. Firma registros en su nombre. Si no ha sido usted, elimínelo en «Mi cuenta» y avise enseguida a su administrador.',
    },
    pin_removed: {
      subject: 'Se ha eliminado su PIN de firma',
      text: 'Su cuenta ya no tiene PIN de firma. Las firmas se prueban con un nuevo inicio de sesión en el proveedor de identidad de su empresa. Si no ha sido usted, avise a su administrador.',
    },
    pin_locked: {
      subject: 'Su PIN de firma está bloqueado',
      text: 'Se ha escrito cinco veces un PIN de firma erróneo y está bloqueado. Fíjelo de nuevo en «Mi cuenta» tras un nuevo inicio de sesión en el proveedor de identidad de su empresa. Si no ha sido usted, avise enseguida a su administrador.',
    },
  },
  resetSubject: 'Establecer una contraseña nueva para bApp',
  reset: (link, minutes) =>
    `Se ha pedido una contraseña nueva para su cuenta. Abra esta dirección antes de ${minutes} minutos para establecerla; sirve una sola vez:\n\n${link}\n\nSi no la ha pedido usted, no haga nada: su contraseña sigue siendo la misma.`,
  invitationSubject: 'Invitación a bApp',
  invitation: ({ username, inviter, company, hours, link }) =>
    `${inviter} ha creado para usted una cuenta de ${company} en bApp, con la que los laboratorios realizan y evalúan análisis de PCR en tiempo real.\n\nSu nombre de usuario: ${username}\n\nAbra esta dirección antes de ${hours} horas para elegir su contraseña; sirve una sola vez:\n\n${link}\n\nDespués entre con su nombre de usuario o con esta dirección de correo. Si el plazo ha pasado, pida otra invitación. Si no sabe de qué se trata, no haga nada.`,
  erased: ({ company, note }) => ({
    subject: `${company} se ha borrado de bApp`,
    text: `La empresa ${company} se cerró y, tras el plazo de espera, se borró. Esta nota, firmada por el servicio, dice qué se borró, con cantidades y hashes, y qué queda. Consérvela:\n\n${note}`,
  }),
  emailMoved: {
    subject: 'La dirección de correo de su cuenta de bApp ha cambiado',
    text: 'Un administrador ha dado a su cuenta otra dirección de correo; los mensajes sobre ella ya no llegan aquí. Si no es correcto, avise enseguida a su administrador.',
  },
}
