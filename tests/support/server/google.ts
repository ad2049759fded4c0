import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { OAuth2Issuer, OAuth2Service } from "oauth2-mock-server";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { freePort } from "./ports.mjs";

/** What Google says of somebody; a test may say anything. */
export type Person = Record<string, unknown>;

export interface TestGoogle {
	/** For startServer: our program believes that this is Google. */
	settings: Record<string, string>;
	/** Who signs in next. */
	person: Person;
	/** Claims that the next id_tokens have in place of the right ones. */
	idToken: Person;
	/** What the token endpoint adds to its answers, or takes away by undefined. */
	token: Person;
	/** Answers an endpoint in the server's place, until the test is over. */
	instead: Partial<Record<"/token" | "/userinfo", RequestListener>>;
	/** The endpoints that were asked, in order. */
	asked: string[];
}

const CLIENT_ID = "relevo.apps.example";
const CLIENT_SECRET = "a-secret-of-the-operator";

export const ana: Person = {
	sub: "110169484474386276334",
	name: "Ana Soldadora",
	email: "ana@planta.example",
	email_verified: true,
};

/**
 * A real OAuth server on loopback in Google's place, for all tests of a file; each test finds it as it was at the start.
 * Stricter than the package's own, as Google is: the client's id, its secret, the address to return to and the verifier
 * of PKCE have to be right, and a code works once.
 */
export function googleForFile(): TestGoogle {
	let origin = "";
	const issuer = new OAuth2Issuer();
	const service = new OAuth2Service(issuer);
	const google: TestGoogle = {
		get settings() {
			return {
				GOOGLE_CLIENT_ID: CLIENT_ID,
				GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
				GOOGLE_AUTH_URL: `${origin}/authorize`,
				GOOGLE_TOKEN_URL: `${origin}/token`,
				GOOGLE_USERINFO_URL: `${origin}/userinfo`,
			};
		},
		person: ana,
		idToken: {},
		token: {},
		instead: {},
		asked: [],
	};

	/** Where each code was sent. */
	const returns = new Map<unknown, string>();
	service.on("beforeAuthorizeRedirect", ({ url }: { url: URL }) => {
		returns.set(url.searchParams.get("code"), url.origin + url.pathname);
	});
	service.on("beforeTokenSigning", (token: { payload: Person }) => {
		Object.assign(token.payload, { sub: google.person.sub }, google.idToken);
	});
	service.on("beforeResponse", (answer: { body: Person; statusCode: number }, request: { body: Person }) => {
		const { client_id, client_secret, redirect_uri, code, code_verifier } = request.body;
		const isOurs = client_id === CLIENT_ID && client_secret === CLIENT_SECRET;
		// The package itself has compared the verifier, where there is one.
		const isRight = isOurs && returns.get(code) === redirect_uri && Boolean(code_verifier);
		if (isRight) Object.assign(answer.body, google.token);
		else Object.assign(answer, { statusCode: 401, body: { error: "invalid_client" } });
	});
	service.on("beforeUserinfo", (answer: { body: Person }) => {
		answer.body = google.person;
	});

	const server = createServer((request: IncomingMessage, response: ServerResponse) => {
		const { pathname } = new URL(request.url ?? "/", origin);
		google.asked.push(pathname);
		const instead = pathname === "/token" || pathname === "/userinfo" ? google.instead[pathname] : undefined;
		(instead ?? service.requestHandler)(request, response);
	});
	beforeAll(async () => {
		const port = await freePort();
		origin = `http://localhost:${port}`;
		issuer.url = origin;
		await issuer.keys.generate("ES256");
		await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	});
	beforeEach(() => {
		Object.assign(google, { person: ana, idToken: {}, token: {}, instead: {}, asked: [] });
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return google;
}
