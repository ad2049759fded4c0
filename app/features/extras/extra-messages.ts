/** Texts about extras (overtime entries) whose exact wording is required; imported like `app/lib/messages.ts`. */

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
