/** Texts about documents whose exact wording is required; imported like `app/lib/messages.ts`. */

export const titleRequired = "Titulo es requerido.";
export const titleLength = "Longitud del título.";
export const descriptionRequired = "Descripción es requerido.";
export const noDocuments = "No hay documentos creados";
export const noDocumentsHint = "Crea un nuevo documento haciendo clic en el botón de agregar";
export const documentNotAdded = "Error al agregar documento.";
export const documentNotEdited = "Error al editar documento.";
export const documentNotRead = "Error traer datos del documento.";
export const deleteDocument = "¿Estás seguro de que quieres eliminar el documento?";
export const documentDeleted = "Documento eliminado";
export const documentNotDeleted = "No se pudo eliminar el documento";
