/**
 * The texts that the specification gives letter by letter, misspellings included. Other texts stand where they are used.
 */
export const messages = {
	// Fields
	usernameRequired: "Nombre de usuario requerido.",
	emailRequired: "Correo Electrónico requerido.",
	passwordRequired: "Contraseña requerida.",
	passwordShort: "Contraseña debe tener al menos 6 caracteres.",
	confirmPasswordShort: "Confirmar Contraseña debe tener al menos 6 caracteres.",
	passwordsDiffer: "Contraseña deben ser iguales.",
	realNameRequired: "El nombre es requerido.",

	// Account
	recoverySent: "Revisa tu correo electrónico!",
	verificationSent: "Te enviamos un correo electrónico para verificarlo",
	goToProfile: "Ir a Mi Perfil",
	profileSavedTitle: "Guardado",
	profileSaved: "Tu perfil de usuario se guardo con éxito!",
	googlePhoto: "Google no permite cambiar imagen desde acá.",
	facebookPhoto: "Facebook no permite cambiar imagen desde acá.",
	photoFailed: "Ocurrio un error al cargar la imagen.",
	photoSaved: "Imagen cargada.",
	autoDiagramOn: "Activada",
	autoDiagramOff: "Desactivada",
	somethingWrong: "Algo salió mal!",
	noUser: "No se encontró usuario autenticado.",

	// Documents
	titleRequired: "Titulo es requerido.",
	titleLength: "Longitud del título.",
	descriptionRequired: "Descripción es requerido.",
	noDocuments: "No hay documentos creados",
	noDocumentsHint: "Crea un nuevo documento haciendo clic en el botón de agregar",
	tooManyImages: "No se pueden agregar más de 10 imágenes.",
	documentNotAdded: "Error al agregar documento.",
	documentNotEdited: "Error al editar documento.",
	documentNotRead: "Error traer datos del documento.",
	confirmation: "Confirmación",
	deleteDocument: "¿Estás seguro de que quieres eliminar el documento?",
	documentDeleted: "Documento eliminado",
	documentNotDeleted: "No se pudo eliminar el documento",
	// Extras
	fieldEmpty: "Este campo no puede estar vacio.",
	hoursNotAllowed: "Cantidad de horas no permitida.",
	noExtras: "No hay extras creadas",
	noExtrasHint: "Crea una nueva haciendo clic en el botón de agregar",
	editExtra: "Editar Extra",
	doneOn: "Extra realizada el",
	shiftOf: "Turno de la extra",
	hoursAmount: "Cantidad de Horas",
	comments: "Comentarios",
	extraNotAdded: "Error al agregar la extra.",
	extraNotEdited: "Error al editar extra.",
	extraNotRead: "Error al traer datos de la extra.",
	deleteExtra: "¿Estás seguro de que quieres eliminar la extra?",
	extraDeleted: "Extra eliminada",
	extraNotDeleted: "No se pudo eliminar la extra",

	// Documents and extras
	noUserForRecords: "No se encontro usuario autenticado.",

	// Dialogs
	error: "Error",
} as const;

/** Where the specification has one text for "missing" and "wrong": that text, and what is wrong. */
export const explained = {
	usernameShort: `${messages.usernameRequired} Tiene que tener 4 caracteres o más.`,
	emailMalformed: `${messages.emailRequired} Escribilo entero, como ramona@correo.com.ar.`,
	realNameShort: `${messages.realNameRequired} Escribí nombre y apellido: 6 letras o más.`,
} as const;

/** Shown in place of profile data that is missing. */
export const placeholders = {
	realName: "SIN NOMBRE",
	email: "SIN EMAIL",
	providerAuth: "SIN PROVEEDOR",
	username: "SIN USERNAME",
	diagram: "SIN DIAGRAMA",
} as const;
