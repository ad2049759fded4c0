/** `npm run users -- …`: finds accounts, resends verification mails, signs users out, deletes accounts. */

import { operatorCommand, shellWord } from "~/lib/files/operator-command.server";
import { type CommandInput, json, runProgram } from "./operator/command";
import { CommandError } from "./operator/errors";
import { count, describeBytes, describeTime, printable, printJson } from "./operator/output";
import { findPeople, type Person, requirePerson } from "./operator/people";
import { actAsServer } from "./operator/server-user";

const MAX_FOUND = 20;

await runProgram({
	name: "users",
	title: "Cuentas: buscar, mandar de nuevo la verificación, cerrar las sesiones, eliminar.",
	commands: [
		{
			name: "find",
			parameters: ["TEXTO…"],
			options: { json },
			summary: "Busca cuentas por una parte del correo o del nombre, o por el id entero.",
			details: `No distingue mayúsculas ni acentos. Muestra ${MAX_FOUND} como mucho.

Ejemplo: npm run users -- find soldador
JSON: { users: [{ id, email, username, realName, isVerified, provider, registeredAt, lastSessionAt, sessions, documents,
  images, imageBytes, extras, ownDays }], hasMore }; los instantes son milisegundos UTC.`,
			run: find,
		},
		{
			name: "resend",
			parameters: ["CORREO"],
			options: { json },
			summary: "Manda de nuevo el correo de verificación, con enlace y código nuevos.",
			details: `No cuenta para el límite de 3 por hora que tiene cada persona. Lo manda el servidor, en segundos; si no está
andando, cuando arranque. Si llegó a salir: npm run mail -- waiting

JSON: { email, queued: true }`,
			run: resend,
		},
		{
			name: "sign-out",
			parameters: ["CORREO"],
			options: { json },
			summary: "Cierra todas las sesiones de una persona y olvida sus equipos (perdió el teléfono).",
			details: `Vale enseguida, también con el servidor andando. Los enlaces y códigos que se le mandaron antes, la dirección
de su calendario y sus avisos dejan de servir. La contraseña y las llaves de acceso siguen: las cambia la persona. Lo que su
teléfono guarda se borra cuando abre Relevo con señal.

JSON: { email, sessions, devices }`,
			run: signOut,
		},
		{
			name: "delete",
			parameters: ["CORREO"],
			options: { yes: { help: "eliminar de verdad; sin esto solo dice qué se borraría" }, json },
			summary: "Elimina una cuenta con todo lo que tiene guardado, como cuando lo hace la persona.",
			details: `No se puede deshacer. La persona recibe un último correo que lo dice, si había verificado su correo.

JSON: { id, email, documents, images, extras, ownDays, sessions, deleted: true }`,
			run: deletePerson,
		},
	],
});

async function find(input: CommandInput): Promise<void> {
	const [text = ""] = input.words;
	const found = await findPeople(text, MAX_FOUND + 1);
	const users = found.slice(0, MAX_FOUND);
	const hasMore = found.length > users.length;
	if (input.has("json")) return printJson({ users, hasMore });
	if (users.length === 0)
		return console.log(`Ninguna cuenta tiene «${printable(text)}» en el correo o el nombre.`);
	for (const user of users) console.log(describe(user));
	if (hasMore) console.log(`Hay más de ${MAX_FOUND}: buscá con un texto más largo.`);
}

async function resend(input: CommandInput): Promise<void> {
	const { id, email } = await requirePerson(input);
	const { requeueVerification } = await import("~/features/auth/verification/verification.server");
	if (!(await requeueVerification(id))) {
		throw new CommandError(`${email} ya está verificado: no hay nada que mandar. No se cambió nada.`);
	}
	if (input.has("json")) return printJson({ email, queued: true });
	console.log(`${email}: el correo de verificación está por salir. No cuenta para el límite de 3 por hora.`);
	console.log(
		`Lo manda el servidor, en segundos si está andando. Para ver si espera: ${operatorCommand("mail -- waiting")}`,
	);
}

async function signOut(input: CommandInput): Promise<void> {
	const { id, email } = await requirePerson(input);
	const { revokeAllAccess } = await import("~/features/auth/passwords/credentials.server");
	const { sessions, devices } = await revokeAllAccess(id);
	if (input.has("json")) return printJson({ email, sessions, devices });
	const ended = count(sessions, "sesión cerrada", "sesiones cerradas");
	const forgotten = count(devices, "equipo olvidado", "equipos olvidados");
	console.log(`${email}: ${ended}, ${forgotten}. Los enlaces y códigos que tenía ya no sirven.`);
}

async function deletePerson(input: CommandInput): Promise<void> {
	const { id, email, images, ownDays, ...person } = await requirePerson(input);
	const things = describeData({ images, ownDays, ...person });
	if (!input.has("yes")) {
		throw new CommandError(
			`Se eliminaría la cuenta ${email} con ${things}. No se cambió nada. Para hacerlo: ${operatorCommand(`users -- delete ${shellWord(email)} --yes`)}`,
		);
	}
	actAsServer();
	const { deleteAccount } = await import("~/features/account/delete-account.server");
	const erased = await deleteAccount(id);
	if (!erased || erased === "wrong-code")
		throw new CommandError(`${email} se eliminó recién, por otro lado.`);
	const { documents, extras, sessions } = erased;
	if (input.has("json"))
		return printJson({ id, email, documents, images, extras, ownDays, sessions, deleted: true });
	console.log(`${email}: cuenta eliminada, con ${things}.`);
}

function describe(person: Person): string {
	const { id, email, username, realName, isVerified, provider, registeredAt, lastSessionAt } = person;
	const names = realName
		? `${printable(realName)}, usuario ${printable(username)}`
		: `usuario ${printable(username)}`;
	const last =
		lastSessionAt === null ? "sin sesiones abiertas" : `última sesión ${describeTime(lastSessionAt)}`;
	return [
		`${printable(email)} (${isVerified ? "verificado" : "SIN VERIFICAR"}, ${provider})  ${id}`,
		`  ${names}`,
		`  registro ${describeTime(registeredAt)}, ${last}`,
		`  ${describeData(person)}`,
	].join("\n");
}

function describeData(
	person: Pick<Person, "documents" | "images" | "imageBytes" | "extras" | "ownDays" | "sessions">,
): string {
	return [
		count(person.documents, "documento", "documentos"),
		`${count(person.images, "foto", "fotos")} (${describeBytes(person.imageBytes)})`,
		count(person.extras, "extra", "extras"),
		count(person.ownDays, "día propio", "días propios"),
		count(person.sessions, "sesión", "sesiones"),
	].join(", ");
}
