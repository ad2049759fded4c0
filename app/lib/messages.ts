/**
 * Spanish texts whose exact wording is required, misspellings included; those about accounts, documents and extras are
 * in their folders. Import as `import * as messages`, so that a script contains only the used texts.
 */

// Messages about form fields
export const emailRequired = "Correo Electrónico requerido.";
export const realNameRequired = "El nombre es requerido.";

// Messages about the account
export const profileSavedTitle = "Guardado";
export const profileSaved = "Tu perfil de usuario se guardo con éxito!";
export const googlePhoto = "Google no permite cambiar imagen desde acá.";
export const facebookPhoto = "Facebook no permite cambiar imagen desde acá.";
export const photoFailed = "Ocurrio un error al cargar la imagen.";
export const photoSaved = "Imagen cargada.";
export const autoDiagramOn = "Activada";
export const autoDiagramOff = "Desactivada";
export const somethingWrong = "Algo salió mal!";
export const noUser = "No se encontró usuario autenticado.";

// Messages about documents and extras (overtime entries)
export const tooManyImages = "No se pueden agregar más de 10 imágenes.";
export const fieldEmpty = "Este campo no puede estar vacio.";
export const noUserForRecords = "No se encontro usuario autenticado.";

// Titles of dialogs
export const confirmation = "Confirmación";
export const error = "Error";
