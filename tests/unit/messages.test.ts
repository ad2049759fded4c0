import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as accountMessages from "~/features/auth/account-messages";
import * as documentMessages from "~/features/documents/document-messages";
import * as extraMessages from "~/features/extras/extra-messages";
import { placeholders } from "~/lib/explained";
import * as messages from "~/lib/messages";

/** Messages whose exact wording is required. */
const specified = {
	usernameRequired: "Nombre de usuario requerido.",
	emailRequired: "Correo Electrónico requerido.",
	passwordRequired: "Contraseña requerida.",
	passwordShort: "Contraseña debe tener al menos 6 caracteres.",
	confirmPasswordShort: "Confirmar Contraseña debe tener al menos 6 caracteres.",
	passwordsDiffer: "Contraseña deben ser iguales.",
	realNameRequired: "El nombre es requerido.",
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
	noUserForRecords: "No se encontro usuario autenticado.",
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
	error: "Error",
};

const app = readdirSync("app", { recursive: true, encoding: "utf8" })
	.filter((name) => /\.tsx?$/.test(name) && !name.endsWith("messages.ts"))
	.map((name) => readFileSync(join("app", name), "utf8"))
	.join("\n");

const texts = new Map<string, string>(
	[messages, accountMessages, documentMessages, extraMessages].flatMap((module) => Object.entries(module)),
);
const isUsed = (name: string) => new RegExp(`essages\\.${name}\\b`).test(app);

describe("the texts that the specification gives", () => {
	test.each(Object.entries(specified))("%s is '%s', and a page shows it", (name, text) => {
		expect(texts.get(name)).toBe(text);
		expect(isUsed(name)).toBe(true);
	});

	test("are all used", () => {
		expect([...texts.keys()].filter((name) => !isUsed(name))).toEqual([]);
	});

	test("are spelled out in one file only", () => {
		const long = Object.values(specified).filter((text) => text.length > 12);
		expect(long.filter((text) => app.includes(`"${text}"`))).toEqual([]);
	});
});

test("the placeholders of missing profile data", () => {
	expect(placeholders).toEqual({
		realName: "SIN NOMBRE",
		email: "SIN EMAIL",
		providerAuth: "SIN PROVEEDOR",
		username: "SIN USERNAME",
		diagram: "SIN DIAGRAMA",
	});
	for (const name of Object.keys(placeholders)) expect(app).toContain(`placeholders.${name}`);
});
