import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { OAuth2Issuer, OAuth2Service } from "oauth2-mock-server";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { freePort } from "./ports.mjs";

/** Claims of a Google account. A test may give invalid claims. */
export type Claims = Record<string, unknown>;

export interface TestGoogle {
	/** Settings that make the application use the test's OAuth server. */
	settings: Record<string, string>;
	/** Claims of the user who signs in next. */
	user: Claims;
	/** Claims to replace in the `id_token` that the OAuth server issues. */
	idToken: Claims;
	/** Fields to replace in responses to `/token`; undefined removes a field. */
	token: Claims;
	/** Functions that replace an endpoint until the test ends. */
	instead: Partial<Record<"/token" | "/userinfo", RequestListener>>;
	/** Paths of the requests since the test began, in order. */
	requests: string[];
}

const CLIENT_ID = "relevo.apps.example";
const CLIENT_SECRET = "a-secret-of-the-operator";

export const ana: Claims = {
	sub: "110169484474386276334",
	name: "Ana Soldadora",
	email: "ana@planta.example",
	email_verified: true,
};

/**
 * Starts an OAuth server on loopback for all tests of a file. Unlike oauth2-mock-server alone, the server requires the
 * right client id, secret and redirect URI, and a PKCE verifier.
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
		user: ana,
		idToken: {},
		token: {},
		instead: {},
		requests: [],
	};

	/** Redirect URI of each authorization code. */
	const redirectUris = new Map<unknown, string>();
	service.on("beforeAuthorizeRedirect", ({ url }: { url: URL }) => {
		redirectUris.set(url.searchParams.get("code"), url.origin + url.pathname);
	});
	service.on("beforeTokenSigning", (token: { payload: Claims }) => {
		Object.assign(token.payload, { sub: google.user.sub }, google.idToken);
	});
	service.on(
		"beforeResponse",
		(response: { body: Claims; statusCode: number }, request: { body: Claims }) => {
			const { client_id, client_secret, redirect_uri, code, code_verifier } = request.body;
			const isOurs = client_id === CLIENT_ID && client_secret === CLIENT_SECRET;
			// Requires a PKCE verifier, because oauth2-mock-server itself would accept a request without a verifier.
			const isRight = isOurs && redirectUris.get(code) === redirect_uri && Boolean(code_verifier);
			if (isRight) Object.assign(response.body, google.token);
			else Object.assign(response, { statusCode: 401, body: { error: "invalid_client" } });
		},
	);
	service.on("beforeUserinfo", (response: { body: Claims }) => {
		response.body = google.user;
	});

	const server = createServer((request: IncomingMessage, response: ServerResponse) => {
		const { pathname } = new URL(request.url ?? "/", origin);
		google.requests.push(pathname);
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
		Object.assign(google, { user: ana, idToken: {}, token: {}, instead: {}, requests: [] });
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return google;
}
