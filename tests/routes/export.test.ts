import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { todayIn } from "~/lib/civil-date";
import { db } from "~/lib/db.server";
import { saveUpload, uploadPath } from "~/lib/uploads.server";
import { loader } from "~/routes/auth.export";
import { makeUser, signedIn } from "../support/accounts";
import { argsFor, responseOf } from "../support/requests";
import { unzip } from "../support/unzip";
import { waitUntil } from "../support/wait-until";

beforeEach(() => db.deleteFrom("users").execute());

async function download(user: { id: string }) {
	const answer = await responseOf(async () =>
		loader(argsFor("/auth/export", {}, { headers: await signedIn(user) })),
	);
	return { answer, files: unzip(Buffer.from(await answer.arrayBuffer())) };
}

/** Which of our file descriptors, as Linux tells it, has this file open. */
function descriptorsOf(path: string): string[] {
	return readdirSync("/proc/self/fd").filter((descriptor) => {
		try {
			return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
		} catch {
			// Closed meanwhile: the one that listed the folder.
			return false;
		}
	});
}

const textOf = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString() ?? "";

describe("downloading one's data", () => {
	test.each(["nobody", "a forged session", "an expired one", "one of a deleted account"])(
		"%s signs in first",
		async (who) => {
			const user = await makeUser();
			const forged = { Cookie: `session=${"a".repeat(43)}` };
			const headers = who === "nobody" ? {} : who === "a forged session" ? forged : await signedIn(user);
			if (who === "an expired one") await db.updateTable("sessions").set({ expires_at: 1 }).execute();
			if (who === "one of a deleted account") await db.deleteFrom("users").execute();
			const answer = await responseOf(() => loader(argsFor("/auth/export", {}, { headers })));
			expect(answer).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fexport");
			expect(await answer.text()).toBe("");
		},
	);

	test("gives an archive with the day in its name, that nobody keeps", async () => {
		const { answer } = await download(await makeUser());
		const today = todayIn("America/Argentina/Buenos_Aires");
		expect(answer.headers.get("Content-Type")).toBe("application/zip");
		expect(answer.headers.get("Content-Disposition")).toBe(
			`attachment; filename="relevo-mis-datos-${today}.zip"`,
		);
		expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
	});

	test("holds everything that is kept, as it is kept", async () => {
		const values = {
			real_name: 'Ana "la Tana" Ñandú; Ruiz\u202E',
			username: "<b>soldador</b>",
			diagram: "4turnos_7dias",
			crew: "C",
			auto_diagram: 1,
			twitter: "@ana",
			web: "https://ana.example/",
		} as const;
		const user = await makeUser(values);
		await db
			.insertInto("provider_accounts")
			.values({ provider: "GOOGLE", subject: "117", user_id: user.id, created_at: 86_400_000 })
			.execute();
		await db
			.insertInto("devices")
			.values({ token_hash: "d", user_id: user.id, expires_at: 86_400_000 })
			.execute();
		const { files } = await download(user);
		const profile = JSON.parse(textOf(files, "perfil.json"));
		expect(profile).toMatchObject({
			id: user.id,
			email: user.email,
			emailVerified: true,
			username: values.username,
			realName: values.real_name,
			providerAuth: "NORMAL",
			diagram: "4turnos_7dias",
			crew: "C",
			autoDiagram: true,
			twitter: "@ana",
			instagram: null,
			facebook: null,
			web: "https://ana.example/",
			photoUrl: null,
			createdAt: "1970-01-01T00:00:00.001Z",
			providers: [{ provider: "GOOGLE", subject: "117", since: "1970-01-02T00:00:00.000Z" }],
			knownBrowsers: [{ until: "1970-01-02T00:00:00.000Z" }],
		});
		expect(profile.sessions).toHaveLength(1);
		expect(textOf(files, "LEEME.txt")).toContain("perfil.csv");
	});

	test("holds no secret: no hash of a password or of a session", async () => {
		const user = await makeUser();
		const { files } = await download(user);
		const everything = Array.from(files.values(), String).join("\n");
		expect(everything).toContain(user.email);
		expect(everything).not.toContain("argon2");
		const sessions = await db.selectFrom("sessions").select("token_hash").execute();
		for (const { token_hash } of sessions) expect(everything).not.toContain(token_hash);
	});

	test("the table opens in Excel: mark, semicolons, CRLF, no formula", async () => {
		const user = await makeUser({ real_name: '=HYPERLINK("http://x.example";"a")', username: "+54 911\nx" });
		const csv = textOf((await download(user)).files, "perfil.csv");
		expect(csv.startsWith("\uFEFFdato;valor\r\n")).toBe(true);
		expect(csv).toContain(`realName;"'=HYPERLINK(""http://x.example"";""a"")"\r\n`);
		expect(csv).toContain(`username;"'+54 911\nx"\r\n`);
	});

	test("holds the photo as it is on the disk", async () => {
		const photo = randomUUID();
		const content = Buffer.alloc(300_000, "webp");
		await saveUpload(`${photo}-320.webp`, content);
		const { files } = await download(await makeUser({ photo }));
		expect(files.get("foto-de-perfil.webp")?.equals(content)).toBe(true);
		expect(JSON.parse(textOf(files, "perfil.json")).photoUrl).toBe("foto-de-perfil.webp");
	});

	test("a photo that is missing keeps nobody from the rest, which says so", async () => {
		const { files } = await download(await makeUser({ photo: randomUUID() }));
		expect(textOf(files, "LEEME.txt")).toContain("Tu foto no está: su archivo falta en el servidor.");
		expect(Array.from(files.keys())).toEqual(["LEEME.txt", "perfil.json", "perfil.csv"]);
	});

	test("holds nothing of anybody else", async () => {
		const other = await makeUser({ real_name: "Otra Persona" });
		await signedIn(other);
		const { files } = await download(await makeUser());
		const everything = Array.from(files.values(), String).join("\n");
		expect(everything).not.toContain("Otra Persona");
		expect(everything).not.toContain(other.id);
	});

	test.runIf(existsSync("/proc/self/fd"))(
		"reads a file bit by bit, and closes it when the visitor has gone",
		async () => {
			const [photo, size] = [randomUUID(), 20_000_000];
			await saveUpload(`${photo}-320.webp`, Buffer.alloc(size, "webp"));
			const path = uploadPath(`${photo}-320.webp`);
			const headers = await signedIn(await makeUser({ photo }));
			const answer = await responseOf(() => loader(argsFor("/auth/export", {}, { headers })));
			const reader = answer.body?.getReader();
			for (let received = 0; received < 200_000; ) received += (await reader?.read())?.value?.length ?? 0;
			// Time to read on, if it did.
			await setTimeout(100);
			const [descriptor] = descriptorsOf(path);
			const position = /pos:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
			expect(Number(position)).toBeGreaterThan(0);
			expect(Number(position)).toBeLessThan(2_000_000);
			await reader?.cancel();
			await waitUntil(() => descriptorsOf(path).length === 0, "the file is closed");
		},
	);

	test("a file that cannot be read breaks the download: half of it never looks whole", async () => {
		const photo = randomUUID();
		// A folder can be found but not read.
		await mkdir(uploadPath(`${photo}-320.webp`), { recursive: true });
		const headers = await signedIn(await makeUser({ photo }));
		const answer = await responseOf(() => loader(argsFor("/auth/export", {}, { headers })));
		await expect(answer.arrayBuffer()).rejects.toThrow();
	});
});
