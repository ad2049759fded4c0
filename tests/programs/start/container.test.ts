import { type ChildProcess, spawn } from "node:child_process";
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADD_ADDRESS, Browser } from "../../laboratory/visitors/document-requests";
import { photo, SAVED } from "../../support/document-forms";
import { fillFolder, readFinalStage } from "../../support/server/container-folder";
import { post, send } from "../../support/server/http-client";
import { freePort } from "../../support/server/ports.mjs";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";

/**
 * Tests the container without a container engine: copies the files of the Dockerfile's last stage into a read-only
 * folder, and runs them with that stage's command, settings and (if the tests run as root) user.
 */
const stage = readFinalStage();
const folder = temporaryFolder();
const [image, volume, temporary] = [join(folder, "relevo"), join(folder, "data"), join(folder, "tmp")];
const as = process.getuid?.() === 0 ? stage.user : undefined;
let env: NodeJS.ProcessEnv;
let origin = "";
let server: ChildProcess;
let ended: Promise<number | null>;
let output = "";
let before: string[];

beforeAll(async () => {
	chmodSync(folder, 0o755);
	for (const path of [image, volume, temporary]) mkdirSync(path);
	fillFolder(image, stage);
	before = filesUnder(image);
	for (const path of foldersUnder(image)) chmodSync(path, 0o555);
	if (as) for (const path of [volume, temporary]) chownSync(path, as.uid, as.gid);
	const port = await freePort();
	origin = `http://localhost:${port}`;
	const placed = Object.entries(stage.env).map(([name, value]) => [
		name,
		value.replace(/^\/(data|tmp)\b/, `${folder}/$1`),
	]);
	const own = { TMPDIR: temporary, PORT: String(port) };
	// Without backups of its own: one under way when the server stops would have the database open during the restore.
	env = { NODE_ENV: "production", ...Object.fromEntries(placed), ...own, BACKUP_EVERY: "0" };
	server = run(stage.command);
	for (const stream of [server.stdout, server.stderr]) {
		stream?.on("data", (chunk) => {
			output += chunk;
		});
	}
	let hasEnded = false;
	ended = new Promise((resolve) => {
		server.once("close", (code) => {
			hasEnded = true;
			resolve(code);
		});
	});
	await waitUntil(
		() => hasEnded || output.includes('"event":"listening"'),
		"the server listens or has ended",
	);
});

afterAll(() => {
	server.kill("SIGKILL");
	for (const path of foldersUnder(image)) chmodSync(path, 0o755);
	rmSync(folder, { recursive: true, force: true });
});

test("the image has every package that the program imports", async () => {
	const files = filesUnder(join(image, "build")).map((line) => line.split(" ")[0] ?? "");
	// Leaves out make-glyphs.js, a development tool that the container never runs.
	const entryPoints = files.filter((path) => path.endsWith(".js") && !path.endsWith("make-glyphs.js"));
	const { metafile } = await build({
		entryPoints,
		bundle: true,
		packages: "external",
		platform: "node",
		format: "esm",
		// Without this option, esbuild drops imports between the parts of the build, because package.json says
		// `sideEffects: false`.
		ignoreAnnotations: true,
		metafile: true,
		write: false,
		outdir: "out",
	});
	const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
	const names = new Set(imports.filter(({ external }) => external).map(({ path }) => path));
	expect(names).toContain("better-sqlite3");
	const resolve = createRequire(join(image, "package.json")).resolve;
	const missing = Array.from(names).filter((name) => {
		try {
			resolve(name);
			return false;
		} catch (error) {
			// ERR_PACKAGE_PATH_NOT_EXPORTED: the package is installed, but exports nothing for `require`.
			return !(error instanceof Error && "code" in error && error.code === "ERR_PACKAGE_PATH_NOT_EXPORTED");
		}
	});
	expect(missing).toEqual([]);
});

test("the image adds less than 95 MB to its base image", () => {
	const sizes = filesUnder(image)
		.filter((line) => !line.startsWith(`${join(image, "node")} `))
		.map((line) => Number(line.split(" ")[1]));
	expect(sizes.reduce((sum, size) => sum + size) / 1e6).toBeLessThan(95);
});

test("the container migrates the database, listens, serves its pages and draws pictures", async () => {
	expect(output).toContain('"event":"listening"');
	expect(output).toContain("migración 0001");
	for (const path of ["/home", "/about", "/security", "/android-system"]) {
		expect((await send(origin, path)).status, path).toBe(200);
	}
	const calendar = await send(origin, "/diagrams/4turnos_7dias");
	const picture = /\/pictures\/[\w.-]+\.png/.exec(calendar.text)?.[0] ?? "";
	// The first picture may take longer than a drawing may on a busy machine, and is then refused for the moment.
	await expect
		.poll(() => send(origin, picture), { timeout: 60_000 })
		.toMatchObject({ status: 200, headers: { "content-type": "image/png" } });
});

test("the health check succeeds", async () => {
	expect(await codeOf(stage.healthCheck)).toBe(0);
});

test("a user registers, verifies the address, signs in, saves a photo and exports the data", async () => {
	const password = "acero frío 1900";
	const fields = {
		username: "Soldador",
		email: "obrero@planta.example",
		password,
		confirmPassword: password,
	};
	const registered = await post(origin, "/auth/register", new URLSearchParams(fields).toString());
	expect(registered.headers.location).toBe("/auth/verify-email");
	const outbox = env.OUTBOX_DIR ?? "";
	const mails = () => listing(outbox).filter((name) => name.endsWith(".eml"));
	await waitUntil(() => mails().length > 0, "the mail is written");
	const mail = await PostalMime.parse(readFileSync(join(outbox, mails()[0] ?? "")));
	const code = /\b\d{6}\b/.exec(mail.text ?? "")?.[0] ?? "";
	const verified = await post(
		origin,
		"/auth/verify-email",
		new URLSearchParams({ intent: "code", code }).toString(),
		{
			cookie: cookiesOf(registered.headers["set-cookie"]),
		},
	);
	expect(verified.headers.location).toBe("/auth/my-account");
	const cookie = cookiesOf(verified.headers["set-cookie"]);
	const browser = new Browser({ id: "", cookie }, Number(env.PORT));
	const saved = await browser.post(ADD_ADDRESS, [
		["idFile", "11111111-1111-4111-8111-111111111111"],
		["title", "Carné"],
		["description", "Uno que queda en el volumen"],
		["images", await photo()],
	]);
	browser.close();
	expect(saved).toMatchObject({ status: 303, headers: { location: expect.stringMatching(SAVED) } });
	// At any time the server may try whether it can write there, by a hidden file.
	expect(listing(env.UPLOADS_DIR ?? "").filter((name) => !name.startsWith("."))).toHaveLength(2);
	const exported = await send(origin, "/auth/export", { headers: { cookie } });
	expect(exported).toMatchObject({ status: 200, headers: { "content-type": "application/zip" } });
});

test.each([
	"diagrams list",
	"holidays propose 2028",
	"pictures list",
	"users find obrero",
	"mail waiting",
	"data report",
	"data check",
	"backup",
	"backup list",
])("the operator's command %s works beside the running server", async (line) => {
	const [name, ...words] = line.split(" ");
	expect(await codeOf(["node", "scripts/run.mjs", `build/scripts/${name}.js`, ...words])).toBe(0);
});

test("SIGTERM ends the server with exit code 0; then the health check fails, and a backup can be restored", async () => {
	server.kill("SIGTERM");
	expect(await ended).toBe(0);
	expect(output).toContain('"event":"stopped"');
	expect(await codeOf(stage.healthCheck)).toBe(1);
	expect(
		await codeOf(["node", "build/scripts/restore.js", "--from", env.BACKUPS_DIR ?? "", "--replace"]),
	).toBe(0);
});

test("every line of the server's output is a JSON event", () => {
	const events = output
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	for (const event of events) {
		expect(event).toEqual(
			expect.objectContaining({ time: expect.stringMatching(/Z$/), event: expect.any(String) }),
		);
	}
	expect(events[0].text).toContain("migración 0001");
	expect(events.at(-1).event).toBe("stopped");
});

test("the container has written only to the volume", () => {
	expect(filesUnder(image)).toEqual(before);
	expect(listing(temporary)).toEqual([]);
	expect(listing(volume)).toEqual(expect.arrayContaining(["relevo.sqlite", "session-secret", "uploads"]));
});

/** Runs a `node` command with the copied Node and with no environment variables but those in `env`. */
function run([, ...words]: readonly string[]): ChildProcess {
	return spawn(join(image, "node"), words, { cwd: image, env, ...as });
}

function codeOf(command: readonly string[]): Promise<number | null> {
	return new Promise((resolve) => run(command).once("exit", resolve));
}

function cookiesOf(lines: readonly string[] = []): string {
	return lines.map((line) => line.split(";")[0]).join("; ");
}

function listing(path: string): string[] {
	return existsSync(path) ? readdirSync(path) : [];
}

function foldersUnder(path: string): string[] {
	const entries = readdirSync(path, { withFileTypes: true, recursive: true });
	return [
		path,
		...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
	];
}

/** Path, size and time of every file: equal lists mean that nothing was written. */
function filesUnder(path: string): string[] {
	const entries = readdirSync(path, { withFileTypes: true, recursive: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => {
			const file = join(entry.parentPath, entry.name);
			const { size, mtimeMs } = statSync(file);
			return `${file} ${size} ${mtimeMs}`;
		})
		.sort();
}
