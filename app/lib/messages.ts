/**
 * Spanish texts whose exact wording is required, misspellings included. Import as `import * as messages`, so that a
 * script contains only the used texts.
 */

// Messages about form fields
export const usernameRequired = "Nombre de usuario requerido.";
export const emailRequired = "Correo Electrónico requerido.";
export const passwordRequired = "Contraseña requerida.";
export const passwordShort = "Contraseña debe tener al menos 6 caracteres.";
export const confirmPasswordShort = "Confirmar Contraseña debe tener al menos 6 caracteres.";
export const passwordsDiffer = "Contraseña deben ser iguales.";
export const realNameRequired = "El nombre es requerido.";

// Messages about the account
export const recoverySent = "Revisa tu correo electrónico!";
export const verificationSent = "Te enviamos un correo electrónico para verificarlo";
export const goToProfile = "Ir a Mi Perfil";
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

// Messages about documents
export const titleRequired = "Titulo es requerido.";
export const titleLength = "Longitud del título.";
export const descriptionRequired = "Descripción es requerido.";
export const noDocuments = "No hay documentos creados";
export const noDocumentsHint = "Crea un nuevo documento haciendo clic en el botón de agregar";
export const tooManyImages = "No se pueden agregar más de 10 imágenes.";
export const documentNotAdded = "Error al agregar documento.";
export const documentNotEdited = "Error al editar documento.";
export const documentNotRead = "Error traer datos del documento.";
export const confirmation = "Confirmación";
export const deleteDocument = "¿Estás seguro de que quieres eliminar el documento?";
export const documentDeleted = "Documento eliminado";
export const documentNotDeleted = "No se pudo eliminar el documento";
// Messages about extras (overtime entries)
export const fieldEmpty = "Este campo no puede estar vacio.";
export const hoursNotAllowed = "Cantidad de horas no permitida.";
export const noExtras = "No hay extras creadas";
export const noExtrasHint = "Crea una nueva haciendo clic en el botón de agregar";
export const editExtra = "Editar Extra";
export const doneOn = "Extra realizada el";
export const shiftOf = "Turno de la extra";
export const hoursAmount = "Cantidad de Horas";
export const comments = "Comentarios";
export const extraNotAdded = "Error al agregar la extra.";
export const extraNotEdited = "Error al editar extra.";
export const extraNotRead = "Error al traer datos de la extra.";
export const deleteExtra = "¿Estás seguro de que quieres eliminar la extra?";
export const extraDeleted = "Extra eliminada";
export const extraNotDeleted = "No se pudo eliminar la extra";

// Messages about both documents and extras (overtime entries)
export const noUserForRecords = "No se encontro usuario autenticado.";

// Titles of dialogs
export const error = "Error";
