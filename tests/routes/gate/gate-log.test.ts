import { expect, test } from "vitest";
import { seedUser } from "../../support/accounts-on-disk";
import { Random } from "../../support/random";
import { post, sameOrigin, send, sendRaw } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";

/** Tests that the log tells what happened to a request, and nothing that identifies its sender. */

const server = serverForFile({ TRUST_PROXY_HOPS: "1" });

const mail = "juana.perez@ejemplo.com.ar";
const token = "tok3n-0123456789abcdef";
const marks = [mail, encodeURIComponent(mail), token, "juana", "203.0.113.77", "gate-log-agent", "falsa"];

test("the log contains nothing that a visitor sends, wherever it is in the request", async () => {
	const headers = {
		cookie: `session=${token}; toast=${mail}; consent=${token}`,
		authorization: `Bearer ${token}`,
		"user-agent": `gate-log-agent ${mail}`,
		referer: `http://localhost/${mail}?t=${token}`,
		"x-forwarded-for": "203.0.113.77",
		"x-relevo-request": `falsa"\n`.trim(),
		"x-relevo-client": mail,
		"if-none-match": `"${token}"`,
	};
	const paths = [
		`/home?token=${token}`,
		`/home?inicio=${encodeURIComponent(mail)}`,
		`/${mail}`,
		`/diagrams/${token}`,
		`/auth/reset-pass/${token}?email=${encodeURIComponent(mail)}`,
		`/pictures/${token}.svg`,
		`/build/${token}.js`,
		`/%zz/${token}?mail=${mail}`,
		`/home?_data=${token}`,
		`/no-existe?_data=routes%2F%24&t=${token}`,
		`//${mail}/home`,
		`/${token}%0d%0a{"event":"falsa"}`,
		`/x%00${token}`,
	];
	for (const path of paths) {
		await send(server.origin, path, { headers });
		await send(server.origin, path, { method: "HEAD", headers });
		await post(server.origin, path, `email=${mail}&password=${token}`, headers);
		await send(server.origin, path, { method: "DELETE", headers });
		await send(server.origin, path, { headers: { ...headers, host: `${token}.example` } });
		await send(server.origin, path, {
			method: "POST",
			headers: { origin: `http://${token}.example` },
			body: mail,
		});
	}
	await sendRaw(
		server.origin,
		`GET http://${token}/${mail} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
	);
	await sendRaw(server.origin, `nonsense ${token} ${mail}\r\n\r\n`);
	await sendRaw(server.origin, `GET /${token}\r\n{"event":"falsa"} HTTP/1.1\r\nHost: ${mail}\r\n\r\n`);
	await send(server.origin, "/cookies", {
		method: "POST",
		headers: { ...sameOrigin, "content-type": `multipart/form-data; boundary=${token}` },
		body: mail,
	});
	await settled();

	const output = server.output();
	for (const mark of marks) expect(output).not.toContain(mark);
	expect(lines().filter(({ event }) => event === "request").length).toBeGreaterThan(paths.length * 6);
});

test("a log line has the route's pattern, the status and the duration", async () => {
	await send(server.origin, "/diagrams/4turnos_7dias?crew=A");
	await settled();
	const visits = lines().filter(({ event }) => event === "request");
	expect(visits.at(-2)).toEqual({
		time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
		event: "request",
		request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		method: "GET",
		route: "/diagrams/:id",
		status: 200,
		ms: expect.any(Number),
	});
});

test("the log distinguishes the requests of two users without naming them", async () => {
	const [ana, juan] = [seedUser(server.databasePath), seedUser(server.databasePath)];
	for (const { cookie } of [ana, juan, ana]) {
		await send(server.origin, "/auth/my-account", { headers: { cookie } });
	}
	await send(server.origin, "/auth/my-account");
	await settled();
	const marks = lines()
		.filter(({ route }) => route === "/auth/my-account")
		.map(({ person }) => person);
	expect(marks).toEqual([marks[0], marks[1], marks[0], undefined]);
	expect(marks[0]).toMatch(/^[\w-]{12}$/);
	expect(marks[0]).not.toBe(marks[1]);
	expect(server.output()).not.toContain(ana.id.slice(0, 8));
});

test("every log line is one JSON object, whatever bytes arrive", async () => {
	const random = new Random(41);
	const { host } = new URL(server.origin);
	for (let round = 0; round < 150; round++) {
		const noise = random.bytes(1 + random.below(60));
		const place = random.below(3);
		const start = `GET /${place === 0 ? noise.toString("latin1") : ""} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
		const cookie = `Cookie: ${place === 1 ? noise.toString("latin1") : ""}\r\n`;
		const agent = `User-Agent: ${place === 2 ? noise.toString("latin1") : ""}\r\n\r\n`;
		const response = await sendRaw(server.origin, Buffer.from(start + cookie + agent, "latin1"));
		expect(response.status).toBeGreaterThan(0);
		expect(response.status).toBeLessThan(500);
	}
	await settled();
	// Allows the log lines of a backup, because a backup may become due during the test.
	expect(
		lines().filter(({ event }) => !/^(listening|settings_unset|request|backup_\w+)$/.test(String(event))),
	).toEqual([]);
});

/** Sends one more request and waits for its log line. By then all earlier requests are logged. */
async function settled(): Promise<void> {
	const before = server.output().length;
	await send(server.origin, "/healthcheck");
	await waitUntil(() => server.output().slice(before).includes('"route":"/healthcheck"'), "it is logged");
}

/** Log lines without the line in which remix-serve prints its URL. */
function lines(): Record<string, unknown>[] {
	return server
		.output()
		.trim()
		.split("\n")
		.filter((line) => !line.startsWith("[remix-serve] http://"))
		.map((line) => JSON.parse(line));
}
